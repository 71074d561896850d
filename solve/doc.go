// Package solve answers puzzles: any answer, the fewest presses, all answers, how many there are,
// or why there is none.
//
// # In short
//
//	b, _ := board.Parse("torus:5x5")
//	res, err := solve.Minimum(ctx, board.NewPuzzle(b))
//	switch no, ok := errors.AsType[*solve.UnsolvableError](err); {
//	case ok:
//		fmt.Println("no answer, because of", no.Witness)
//	case err == nil:
//		fmt.Println(res.Best.Indices(), res.Proved()) // these reach the goal
//	}
//
// [Any] and [Minimum] are all that most programs need. A [Solver] holds everything that can be chosen:
// [Conditions] (forbidden and required switches, bounds, costs), the engine, limits. The zero Solver chooses for
// itself, and the package's functions are its methods.
//
// # Conventions
//
// Switches and lights count from 0; errors are for people, and count from 1 unless they say so. In a puzzle, On and
// Goal may be left out: the zero [board.State] is all off. Rank and nullity are always the board's, while the number
// of answers is the puzzle's: restrictions make it smaller, and lights that do not matter in the goal larger.
//
// Presses are a [board.State] with a number for every switch, lights one with a number for every light. A puzzle
// is never changed. All functions are safe for concurrent use, and the same question has the same
// answer on any number of cores.
//
// # Questions
//
//	call          requires                        ensures
//	Any           -                               an answer, whichever is quickest to find
//	Minimum       -                               the fewest presses, Proved; or,
//	                                              if a limit was reached, the best answer so far with
//	                                              a proved bound, Lower, and Stopped says why
//	AllMinimum    an engine of linear algebra     Minimum, and every answer that has as few presses
//	All                                           every answer once, always in the same order
//	Count                                         how many answers All would yield, 0 if none
//	UpToSymmetry  no Symmetric                    of all answers, or all the lightest, one of each
//	                                              class that symmetries map to each other;
//	                                              CountUpToSymmetry counts without listing
//	Nearest       no bounds on the presses        the fewest lights to change so that there is an answer
//	Quiet         -                               a basis of the presses that change nothing
//	Analyse       -                               the linear algebra of a board, for many questions
//	Check         -                               what is left after replaying presses, and whether Forbid,
//	                                              Require and the bounds are kept, without any engine
//	CheckWitness  -                               whether lights prove that there is no answer, likewise
//
// Forbid, Require and Symmetric hold for every question, the bounds AtMost and AtLeast for all but
// Nearest. [Result.Answer] and [UnsolvableError.Answer] turn an outcome into an [Answer], the record
// that is printed as JSON. Package certificate keeps a proved minimum so that it can be checked later.
//
// # More than two states
//
// On boards with K states, K > 2, presses are numbers of times, from 0 to K−1 for each switch, and a switch that is
// pressed twice counts twice. Required switches are pressed at least once. Everything takes the same route: the
// linear algebra behind it is over GF(2) or over Z/K ([Linear]). Nearest, Quiet, classes up to symmetry and
// certificates are for two states only.
//
// # Large boards
//
// A light takes a bit, and an answer some five of them. On grids, cylinders and tori with the cross pattern, and on
// hypercubes, [Solver.Any] and [Solver.Count] take time linear in the lights: a billion of them a second.
//
// # Errors
//
//	*UnsolvableError         there is no answer; the error carries the witness. Its Condition is set if
//	                         the puzzle has answers, but none that keeps to what was asked besides
//	*RefusedError            the engine does not take this puzzle or question; Needs names one that does
//	*GaveUpError             the context ended, or MaxMemory was reached, before there was any answer
//	*board.TooLargeError     the board is larger than this question allows
//	other errors             the question contradicts itself, or names something that does not exist
//
// A search that is stopped after it has found an answer is not an error: see Minimum above.
//
// # From question to answer
//
// A question takes the same route whatever the engine:
//
//	Puzzle ── classify ──▶ problem ── engine ──▶ presses ── verify ──▶ Result
//	          which engine, and      one row of the         replayed press by press,
//	          which switches         table engines          sharing nothing with engines
//
// Every answer is replayed and every witness counted before it is returned, by check.go, which shares
// no code with the engines.
//
// # Engines
//
// Most engines are a [Linear], a way to do the linear algebra of a board: elimination (sparse.go),
// polynomials (polynomial.go), light chasing (chase.go), the Howell form modulo K (ring.go). They share the plan for
// the fewest presses among all answers (plan.go): a table of every way, in the order in which it is tried. SAT (sat.go)
// takes the constraints that linear algebra cannot express. Breadth-first search (bfs.go) uses no algebra at all and
// is there to test the others.
//
// To add an engine, write one file and add one row to the table engines in engine.go. The row says
// which boards and questions the engine takes, its linear algebra, and how it runs. [Engines], the
// command's help and the conformance suite (conformance_test.go), which every engine must pass, read
// that table.
package solve
