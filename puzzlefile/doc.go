// Package puzzlefile reads and writes puzzles and boards in every format of puzzle and graph files. It is the only
// package that opens such files.
//
//	r := puzzlefile.NewReader(file, puzzlefile.ReaderOptions{Name: "my.lo"})
//	p, err := r.Next()                            // any puzzle file, puzzle by puzzle
//	err = puzzlefile.Write(os.Stdout, "lo", p)    // any format
//	b, err := puzzlefile.ParseBoard("graph:my.col,self=off")
//
// [Formats] lists the formats. [NewReader] tells by its content which one a file has, and returns
// puzzles one by one; [Reader.NextRecord] also returns what a batch says about them, such as an
// answer. [Write] writes one puzzle, [NewWriter] many on the same board.
//
// A defect of a file is a *[SyntaxError] with its file and line. Readers never panic, and never take
// memory out of proportion to what they have read. Each format is described at the top of its file:
// lo.go, textgrid.go, jsonl.go, bits.go, flip.go, csv.go, pbm.go, nested.go, dimacs.go,
// graph6.go, xml.go, gml.go, pajek.go, metis.go, jsongraph.go, dot.go, edgelist.go, alist.go, matrixmarket.go. How files name their board is told in
// header.go; where one does not, or its numbers do not add up, the board has a [board.Board.Warning].
//
// A file names its board by a SPEC, or lists what each switch flips. It cannot name another file, so that files,
// records and requests of others open nothing.
//
// # Adding to it
//
// A graph that is read whole is one function of its text, and a row with its head (document.go, gml.go). Any other
// file format is one file and one row: the file has a function that says how like the format the first
// lines of a file are (detect.go), one that reads the next puzzle and one that prepares a [Writer], any of which may be
// missing; the one that reads panics with the error that it finds, and [Reader.Next] returns it (lines.go); the row goes into the table in formats.go. bits.go is a short example. Put inputs
// that should be refused into an archive of testdata/malformed, and add a fuzz target.
package puzzlefile
