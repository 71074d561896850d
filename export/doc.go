// Package export writes puzzles in the formats of other solvers (SAT, MaxSAT, pseudo-Boolean, integer
// programming, SMT, MiniZinc, theorem provers) and reads back what those solvers print.
//
// # In short
//
//	err := export.Write(file, puzzle, "opb", export.Options{Min: true})
//	… run a solver on the file …
//	model, err := export.ReadModel(output, "clasp.out", puzzle.Board, export.Options{})
//
// The zero [Options] ask for any answer. [Formats] lists the formats, what each can express and which
// programs read it. An option that a format cannot express is refused with an [UnsupportedError],
// which names the formats that can.
//
// Lights may be wrong, as few as possible ([Options].Nearest), or unknown (Unknown). Either way they are
// further variables, and ReadModel reads them if it gets the same options.
//
// # Conventions
//
// Switch i, counted from 1, is variable i in formats that number their variables, and x1, x2, … in
// formats that name them; auxiliary variables follow. This is how ReadModel finds the switches in any
// output, whatever the format was. In Go, switches count from 0, as everywhere.
//
// Where lights have K states, more than two, formats with integers have a number of presses for each switch, and
// the others K−1 variables as in package encode; [ReadModel] reads both. Formats that cannot express it refuse
// such boards (see States of [Format]).
//
// The text depends only on the puzzle and the options. It is streamed, so the size of a board is
// limited by the solver, not by memory here.
//
// ReadModel does not check an answer. Replay it on the puzzle (board.Puzzle.After and Change), since it comes
// from a program that may be wrong, and that "no answer" is claimed proves nothing.
//
// # Integer programs, XCSP3, plans
//
// In lp and mathprog each light is an equation: the switches around it add up to an even number, or to one more. lp has
// one integer variable for half of that number. mathprog writes it in binary, as M. Chlond did in 2015, so that glpsol
// --minisat takes the file. The order of the rows matters more than anything else. CPU seconds of glpsol --minisat on
// 3×3×3×3: 0.5 by the sum of the coordinates, 3.5 as numbered (which is written), 13.7 backwards, 31 from the corners
// to the centre; of three random orders, one took 3.5 s and two did not finish in 40 s.
//
// xcsp3 is the model LitPuzzle of the XCSP3 competition of 2024, whose instances are all on, n×n, for n = 10, 15, 16,
// 17, 18, 20, 25, 30, 40 and 50.
//
// tptp and prover9 are planning problems: from state to state, press by press (planning.go). A plan need not be the
// shortest, and the number of presses cannot be bounded. Provers fail beyond six or seven presses. These options make E
// search breadth first:
//
//	eprover --literal-selection-strategy=SelectNegativeLiterals '-H(1*FIFOWeight(ConstPrio))' \
//		--proof-object --silent 4x4.p | lightsout check -b 4x4 --model -
//
// # Adding a format
//
// A new format is one file and one row of the table formats (format.go). The file has one function,
// which writes a question: for each light the switches around it and what they must add up to, the forbidden and
// required switches, and the bounds on the presses. The row says which options the format can express.
//
// A new solver's output is one file and one row of the table outputs (model.go), unless the solver
// prints one of the outputs already there. The row has expressions for the lines which only this solver
// prints and for those that say that there is no answer or that it gave up, and a function that reads the values.
package export
