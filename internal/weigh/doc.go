// Package weigh finds the least cost of a coset's words by plain means, to check what package lightest
// found by clever ones. The two share no code.
//
//	c := weigh.New(answer, quiet, nil)
//	least, err := c.Least(ctx, weigh.Options{})
//
// Cells that every basis vector treats alike change together and become one column (coset.go). Such a
// column costs one of two numbers; what the cheaper one comes to is fixed, and only the difference is
// weighed. A code that is a direct sum is weighed part by part. A part is weighed in one of two ways,
// whichever has fewer steps:
//
//	gray       every word in turn, by Gray code: one addition and one count of ones each    gray.go
//	trellis    dynamic programming over the columns: the least cost of each way to go on    trellis.go
//
// [Split] (split.go) is for cosets with far too many words that split along given classes of cells: it
// weighs every word of each class, and every pair of light words of two classes. The words of a class are
// weighed in blocks (blocks.go), by a transform.
package weigh
