// Package board describes toggle-parity puzzles: which lights each switch flips, which lights are
// on, and which should be. It reads and writes them in every format of puzzle files.
//
// A [Board] has switches and lights; pressing a switch flips a fixed set of lights. On a
// neighbour graph every node is both, and a press flips the node and its neighbours, but nothing
// here assumes that: there may be more switches than lights, and a may flip b without b flipping
// a. A [Puzzle] is a board, the lights that are on, and the goal, which may leave lights open.
// [Puzzle.Wrong] defines what is still to be done, and everything that solves, encodes or checks a
// puzzle goes by it.
//
//	b, err := board.Parse("torus:5x5")      // any SPEC
//	p := board.NewPuzzle(b)                 // all on; goal: all off
//	err = p.SetLights("r1c1,7-9", "", 1)    // lights as people write them
//	r := board.NewReader(file, board.ReaderOptions{Name: "my.lo"})
//	p, err = r.Next()                       // any puzzle file
//	err = board.Write(os.Stdout, "lo", p)   // any format
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
// [Formats] lists the formats. [NewReader] tells by its content which one a file has, and returns
// puzzles one by one; [Reader.NextRecord] also returns what a batch says about them, such as an
// answer. [Write] writes one puzzle, [NewWriter] many on the same board.
//
// A defect of a file is a *[SyntaxError] with its file and line. Readers never panic, and never take
// memory out of proportion to what they have read. Each format is described at the top of its file:
// lo.go, textgrid.go, jsonl.go, bits.go, flip.go, csv.go, pbm.go, nested.go, machine.go, dimacs.go,
// graph6.go, graphml.go, edgelist.go, alist.go, matrixmarket.go. How files name their board is told in
// header.go; where one does not, or its numbers do not add up, the board has a [Board.Warning].
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
// [Board.Matrix], and states that are held in memory ([Board.CheckSize]). The states of large grids, cylinders and
// tori are read row by row instead, and a puzzle on them costs nothing either ([Board.CheckPuzzle]).
//
// # Adding to it
//
// A board shape is one file and one row: the file has the shape's toggler (what a switch flips,
// see board.go) and its drawing, if it has one; the row goes into the table kinds in spec.go.
// hypercube.go is a short example.
//
// A file format is one file and one row: the file has a function that recognises the first line of
// such a file, one that reads the next puzzle and one that prepares a [Writer], any of which may be
// missing; the row goes into the table in formats.go. bits.go is a short example. Put files that
// should be refused into testdata/malformed, and add a fuzz target.
package board
