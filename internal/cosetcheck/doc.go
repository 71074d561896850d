// Package cosetcheck finds the least cost of a coset's words by other means than package fewest, to check what that
// found. The two share only linear algebra (gf2) and union-find.
//
//	c := cosetcheck.New(answer, quiet, nil)
//	least, err := c.Least(ctx, cosetcheck.Options{})
//
// Cells that every basis vector treats alike change together and become one column (coset.go). Such a
// column costs one of two numbers; what the cheaper one comes to is fixed, and only the difference is
// weighed. A code that is a direct sum is weighed part by part. A part is weighed in one of two ways,
// whichever has fewer steps:
//
//	gray       every word in turn, by Gray code: one addition and one count of ones each    gray.go
//	trellis    dynamic programming over the columns: the least cost of each way to go on    trellis.go
//
// Two bounds need no word at all: rows without a column in common (packing.go) and sets of rows that every word has to
// leave (oddsets.go).
package cosetcheck
