// Package gridpoly solves Lights Out on rectangular boards in time linear in the number of lights.
//
// It covers a [board.Rectangle]: the cross pattern (a press toggles its own light and those beside, above and below) on
// an m×n grid, and on the same rectangle with either pair of opposite edges joined: cylinder and
// torus. It never builds a matrix. A row of n bits is an element of a ring of polynomials over
// GF(2) in which "both neighbours of every cell" is multiplication by one element; chasing the
// lights down m rows then multiplies the unknown first row by a known polynomial, and the whole
// board is one linear equation in that ring (two for a torus), solved with one extended gcd. The
// file docs/theory.md of this module has the proof.
//
// Most callers want this:
//
//	solver := gridpoly.NewSolver(board.Rectangle{Rows: 10000, Cols: 10000})
//	presses, witness, ok := solver.Solve(gf2.AllOnes(10000 * 10000))
//
// # Conventions
//
// Rows and columns count from 0, and cells are numbered row by row. Where a board is so narrow that a wrap makes a
// switch reach a light twice, the two flips cancel.
//
// "Lights" always means the lights to change: those on at the start plus those on in the goal.
//
// A solver is safe for concurrent use.
package gridpoly
