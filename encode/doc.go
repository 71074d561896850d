// Package encode turns puzzles into formulas for SAT solvers, in several ways that can be compared.
//
// A puzzle asks for a set of switches x with A·x = change over GF(2): for each light, an exclusive
// or (XOR) of the switches around it. Clauses know nothing of parity, so each XOR must be written
// as clauses, and how that is done decides what a solver makes of it. [Parities] lists the ways;
// [Countings] lists the ways to bound the number of presses on top.
//
//	err := encode.Puzzle(sink, puzzle, encode.Options{Xor: "cut:4"})
//	c, err := encode.NewCount(sink, "totalizer", encode.Switches(puzzle.Board), 15)
//	status, err := session.Solve(ctx, c.AtMost(12)...)
//
// # Conventions
//
// Switch s, counted from 0, is variable s+1, whatever the encoding; auxiliary variables follow. A
// model, restricted to the switches, is an answer, and every answer extends to a model. A puzzle
// without an answer simply gives a formula without a model.
//
// Encoding is deterministic: the same puzzle and options give the same clauses in the same order,
// so a formula can be measured by a [cnf.Counter] first and streamed by a [cnf.Writer] after.
//
// # Adding an encoding
//
// An encoding is one file and one row of the table in parity.go or counting.go. The conformance
// tests, the size tests and the benchmarks take their lists from those tables; docs/encodings.md
// must describe it, and a test says so if it does not.
package encode
