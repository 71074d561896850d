// Package encode turns puzzles into formulas for SAT solvers (CNF), in several ways that can be
// compared. For files in the formats of other solvers see package export.
//
// # In short
//
//	session := cnf.NewSession()
//	err := encode.Puzzle(session, puzzle, encode.Options{})
//	sat, err := session.Solve(ctx)
//	for s, lit := range encode.Switches(puzzle.Board) {
//		// switch s is pressed if session.Model().Value(lit)
//	}
//
// This loop is for lights with two states. With more of them a switch has several literals: see [Switches].
//
// To bound the number of presses, prepare the puzzle first and count:
//
//	plan, err := encode.Prepare(puzzle, encode.Options{Xor: "cut:4", Card: "totalizer"})
//	err = plan.Write(session)
//	count, err := plan.Count(session, 15)
//	sat, err := session.Solve(ctx, count.AtMost(12)...)
//
// # What is encoded
//
// A puzzle asks for a set of switches x with A·x = change over GF(2): for each light that matters, the
// exclusive or (XOR) of the switches around it. Clauses cannot express parity directly, so each XOR must be
// written as clauses, and the way this is done decides how hard the formula is for a solver.
// [Parities] lists the XOR encodings; [Countings] lists the encodings that count presses.
//
// Where lights have K states, more than two, each light is a sum modulo K instead, and [Sums] lists the encodings
// of those.
//
// # Conventions
//
// Switch s, counted from 0, is variable s+1 in every encoding; auxiliary variables follow. With K states, more than
// two, it has K−1 variables (see [Switches]). A model,
// restricted to the switches, is an answer, and every answer extends to a model. A puzzle without an
// answer gives a formula without a model; that is not an error.
//
// Encoding is deterministic: the same puzzle and options give the same clauses in the same order. So
// a formula can be measured by a [cnf.Counter] first and then streamed by [cnf.WriteDIMACS].
//
// # Proofs
//
// [Plan.Prove] writes a proof, LRAT or DRAT, that the formula of an unsolvable puzzle has no model, from the
// puzzle's witness. It listens while the formula is written once more (proof.go): every XOR that an encoding
// writes directly is an equation to add up.
//
// # Adding an encoding
//
// A new XOR encoding is one file and one row of the table parities (parity.go). The file has two
// functions: one writes the XOR of a list of literals, the other gives its size. An encoding that
// eliminates first has one function instead, which prepares the whole system (as in gauss.go). An encoding
// whose clauses are not XORs written by clauses.direct also says how these follow from its clauses, for
// proofs (as in bdd.go).
//
// A new encoding of sums is one file and one row of the table sums (sums.go), with a function that writes the
// sum of a list of switches.
//
// A new counting encoding is one file and one row of the table countings (counting.go), with a
// function that writes the counter and one that gives its size.
//
// The command's lists, the conformance tests, the size tests and the benchmarks all read these
// tables. A test requires that docs/encodings.md describes every row.
package encode
