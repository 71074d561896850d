// Package board describes toggle-parity puzzles: which lights each switch flips, which lights are
// on, and what is wanted.
//
// A [Board] has switches and lights; pressing a switch flips a fixed set of lights. On a
// neighbour graph every node is both, and a press flips the node and its neighbours, but nothing
// here assumes that: there may be more switches than lights, and a may flip b without b flipping
// a. A [Puzzle] is a board, the lights that are on, and the goal.
//
//	b, err := board.Parse("torus:5x5")      // any SPEC
//	p := board.NewPuzzle(b)                 // all on; goal: all off
//	puzzles := board.NewReader(file, board.ReaderOptions{Name: "my.lo"})
//
// # Conventions
//
// Switches and lights count from 0 in Go and JSON, from 1 in files and in anything a person
// reads. Cells of a board with rows and columns are numbered row by row. Pressing twice cancels;
// where a wrap or a pattern makes a switch reach the same light twice, those two flips cancel as
// well, so that on torus:2x2 a press flips only its own light.
//
// # Files
//
// [NewReader] tells by its content what a puzzle file is: the native format, DIMACS and PACE
// graphs, graph6 and sparse6, text grids, game IDs of Flip, bitmaps; see [Kinds]. [WriteLO], [WriteText],
// [WriteGraph6] and [WriteFlip] write. Each format is described where it is read: lo.go, dimacs.go,
// graph6.go, textgrid.go, flip.go, pbm.go.
//
// # Size
//
// A Board computes what a switch flips when asked, so a grid of a trillion cells costs nothing to
// describe. What does cost memory says so and checks its limit first: [Board.Matrix], and every
// vector of lights. [NewRowPuzzle] and [ReaderOptions].ByRows give puzzles without such vectors: the
// lights of large grids, cylinders and tori are then [Rows], read row by row.
package board
