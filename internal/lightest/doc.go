// Package coset finds the lightest word of a coset of a binary linear code, and proves it.
//
// It knows nothing of boards. The input is one vector (an answer) and a basis of the vectors that
// may be added to it (the quiet patterns); the output is the lightest sum, with what the proof of
// its minimality rests on:
//
//	r, err := coset.Minimum(ctx, coset.Problem{Word: answer, Basis: quiet}, coset.Options{})
//	// r.Word is as light as any; r.Proved, r.Weight == r.Lower
//
// The problem is NP-hard, and no one method wins everywhere. So the problem is first brought to a
// smaller form (form.go): cells that always change together become one region, cells that never
// change or cost the same either way disappear, and what falls apart (sum.go) is solved apart. Each
// part then goes to the method that promises to be cheapest (choose.go):
//
//	regions   nothing left to decide: at most half of every region is pressed       form.go
//	gray      every word in turn, one vector addition each                          gray.go
//	walsh     every word, 2^14 at a time by a Walsh–Hadamard transform              walsh.go
//	split     two independent halves, listed apart, their light pairs tested        split.go
//	trellis   dynamic program over the columns; for codes that are narrow           trellis.go
//	mitm      words of weight w as two halves of weight w/2 that share a syndrome   mitm.go
//	isd       light patterns on disjoint information sets                           isd.go
//	bound     branch and bound over coefficients; a second opinion, never chosen    bound.go
//
// Regions and sums are not methods to choose but what every search begins with. Light words to
// start from come from descend.go, the classes for split from the caller or from classes.go, orders
// for the trellis from order.go. The loops that take all the time are in kernels.go, and for amd64 in
// assembly that the program in asm writes.
//
// # Words
//
// A cell is an index into Problem.Word. Inside, a column is a region of cells after merging, and a
// word of the form has a one at each column that pays its cost. Coefficients say which basis rows
// are added.
//
// # Promises
//
// The word returned depends on the problem, the method and the memory limit, never on the number
// of workers or their luck, unless the context ended the search. Lower is always a proved bound.
// All functions may be called concurrently; none changes what it is given.
package lightest
