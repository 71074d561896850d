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
// memory out of proportion to what they have read. Each format is described at the top of its file, which the table in
// formats.go names. How files name their board is told in header.go; where one does not, or its numbers do not add up,
// the board has a [board.Board.Warning].
//
// A file names its board by a SPEC, or lists what each switch flips. It cannot name another file, so that files,
// records and requests of others open nothing.
//
// A kind of file is one file and one row of the table in formats.go: CONTRIBUTING.md has the checklist. How the kind of
// a file is told is in kind.go. Documents are graphs that are read whole (document.go), all other kinds are read puzzle
// by puzzle (reader.go).
package puzzlefile
