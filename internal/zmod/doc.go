// Package zmod is linear algebra over Z/K, the integers modulo K, for every K from 2 to 36, prime or not.
// It answers what boards whose lights have K states ask, and knows nothing about boards:
//
//	s, err := zmod.NewSystem(ctx, 3, lights, columns) // a column per switch: the lights it moves
//	x, witness, ok := s.Solve(b)   // A·x = b; or witness·A = 0 and witness·b ≠ 0
//	order := s.KernelOrder()       // how many x have A·x = 0
//	quiet, err := s.Kernel(ctx)    // generators that give each of them exactly once
//	c := zmod.NewCoset(x, quiet, prices)
//	err = c.Below(ctx, &most, visit) // all solutions up to a cost
//
// # Why the Howell form
//
// If K is not prime then Z/K has zero divisors, and an echelon form is not enough: modulo 4 the row (2 1)
// is in echelon form, but twice the row is (0 2), which the single row does not show. The Smith form tells
// the structure of the kernel, but it needs operations on rows and columns, which fill a sparse matrix, and
// two transformations to carry along. The Howell form (J. A. Howell, Spans in the module (Z_m)^s, 1986) is the
// echelon form that works over Z/K. It needs row operations only, so that the band of a grid stays a band.
//
// The rows here are the switches: row s is what switch s adds to the lights, so the span of the rows is
// the set of all A·x. A set of rows in echelon form, whose pivots d divide K, is a Howell form if
//
//	(H)  for each row r with pivot d, (K/d)·r is in the span of the rows after it.
//
// NewSystem achieves that by adding the row (K/d)·r to the rows that remain, wherever d ≠ 1. Three facts
// follow, and they are all that is used.
//
// Membership. Every v of the span that is zero before column j is in the span of the rows with pivots at
// j or later. For let v = Σ a·r, and let d be the pivot of the first row r with a ≠ 0. If it is before j
// then a·d = 0, so a is a multiple of K/d, and by (H) a·r is in the span of the later rows. So Solve may
// reduce b from the left, and b is in the span exactly if each entry met is a multiple of the pivot there.
// The numbers of multiples are independent: the span has Π K/d elements.
//
// Kernel. The rows that became zero during the elimination, as combinations of switches, generate the
// kernel. For all rows together, pivots and zeros, always generate all combinations. If a combination
// Σ a·r + (zero rows) vanishes, then by the argument above the first a·r is one of the later rows, and so on
// until only zero rows are left. Put into Howell form themselves they have pivots too, and give each
// element once.
//
// Witness. Let b's reduction fail at column j, where the remainder is e ≠ 0 and the pivot, if there is
// one, is d, which does not divide e. Let the witness y be 0 after j and K/d at j (1 if there is no pivot).
// Go back over the rows before: with pivot d′ at column i the entry of y there must satisfy
// d′·y_i = −(what the entries after i contribute). By (H) and because y meets all later rows in 0, K/d′ times
// the contribution is 0, so that d′ divides it. The y found meets every row in 0, but b in (K/d)·e ≠ 0.
//
// # Cost
//
// Rows are bytes from their first to their last entry. On an n×n grid in its own order each column has about
// n rows to eliminate, with at most 2n entries each: n⁴ steps, a tenth of a second at 60×60. The operations are
// recorded rather than applied to an identity matrix, which would fill up; a combination of rows is found by going back
// over them.
package zmod
