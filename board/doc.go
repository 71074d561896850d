// Package board describes toggle-parity puzzles: which lights each switch flips, which lights are
// on, and which should be. Package puzzlefile reads and writes them as files.
//
// A [Board] has switches and lights; pressing a switch flips a fixed set of lights. On a
// neighbour graph every node is both, and a press flips the node and its neighbours, but nothing
// here assumes that: there may be more switches than lights, and a may flip b without b flipping
// a. A [Puzzle] is a board, the lights that are on, and the goal, which may leave lights open.
// [Puzzle.Change] defines what is still to be done, and everything that solves, encodes or checks a
// puzzle goes by it.
//
//	b, err := board.Parse("torus:5x5")      // any SPEC
//	p := board.NewPuzzle(b)                 // all on; goal: all off
//	err = p.SetLights("r1c1,7-9", "", 1)    // lights as people write them
//
// # Conventions
//
// Switches and lights count from 0 in Go and JSON, from 1 in files and in anything a person
// reads. Cells of a board with rows and columns are numbered row by row. Pressing twice cancels;
// where a wrap or a pattern makes a switch reach the same light twice, those two flips cancel as
// well, so that on torus:2x2 a press flips only its own light.
//
// A number of a switch or light that the board does not have, and a state of another size, are programming errors and
// panic, like an index out of range. Nothing panics because of what a text or a file contains.
//
// # States
//
// A [State] is the state of every light, or how often each switch is pressed: numbers modulo K, where K is how many
// states a light has, two unless the board says mod=K. Puzzles, answers and witnesses are states, whatever K is and
// however large the board.
//
// # Size
//
// A Board computes what a switch flips when asked, so a grid of a trillion cells costs nothing to
// describe. What does cost memory checks its limit first and returns a *[TooLargeError]:
// [Board.Matrix], and states ([Board.CheckSize]), which take a bit for each light, or a byte if it has more than two
// states: ten billion lights are 1.25 GB.
//
// # Adding to it
//
// A board shape is one file and one row: the file has the shape's toggler (what a switch flips,
// see board.go) and its drawing, if it has one; the row goes into the table kinds in shapes.go.
// hypercube.go is a short example.
package board
