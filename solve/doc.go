// Package solve answers puzzles: any answer, the fewest presses, all answers, how many there are,
// or why there is none.
//
//	b, _ := board.Parse("torus:5x5")
//	res, err := solve.Any(ctx, board.NewPuzzle(b))     // res.Presses reaches the goal
//
// A [Solver] holds what may be chosen; the zero Solver chooses for itself, and the package's
// functions are its methods. A question takes the same way through the house whatever the engine:
//
//	Puzzle ── restrict ──▶ problem ── engine ──▶ finding ── check ──▶ Result
//	          forbidden and          one of the table       replayed press by press,
//	          required switches      in engine.go           sharing nothing with engines
//
// Most engines are a [Linear]: a way to do the linear algebra of a board (elimination in
// sparse.go, light chasing in chase.go). Whatever they find, the lightest answer of the coset comes
// from package coset. Breadth-first search (bfs.go) stands apart, as a witness against the rest.
//
// Every engine passes the conformance suite in conformance_test.go. To add one: a file, a row in
// the table of engine.go, and the suite finds it there.
//
// # Large boards
//
// A puzzle whose lights come row by row (see [board.NewRowPuzzle]) gets its answer row by row, in
// memory for a few rows, if any answer will do: [Solver.Any] and [Solver.Count]. So a grid of ten
// billion lights is solved in seconds. For other questions its lights are read into memory.
//
// # Errors
//
// An unsolvable puzzle is an *[UnsolvableError], which carries its witness; a solvable one whose
// restrictions cannot be met is an *[InfeasibleError]. A search that was stopped by its context or
// its memory limit is no error as long as it has an answer: the [Result] says what is proved.
//
// All functions are safe for concurrent use.
package solve
