// Package covering finds the covering radius of the code of a board's quiet patterns, and the
// distribution of its coset leaders: the depth of the board, and how many states need how many presses.
//
// The fewest presses of a state are the least weight in a coset of that code. Switches that the same
// quiet patterns press (a region) count only by how many of them are pressed, so neither question needs
// a search through all states. G. Cohen, I. Honkala, S. Litsyn and A. Lobstein, Covering Codes (1997), is
// the book on the subject.
//
//	regions.go       switches grouped by which quiet patterns press them
//	count.go         how many states need how many presses: binomials, counts by regions, breadth first
//	stages.go        counting by regions
//	depth.go         the depth: simple bounds, and the searches that close them
//	spectrum.go      why the depth is the least maximum of a Walsh–Hadamard transform
//	exhaustive.go    is there a state with so small a maximum? A search through four subspaces that hold all
//	                 regions (quarters.go); an assignment problem (assignment.go) rejects nearly all choices
//	tabu.go          states with a small maximum, by tabu search
//	presses.go       a bound by the mean of a coset, also modulo K
//	breadthfirst.go  all states of a board of low rank
//
// The searches limit themselves by counting their steps, never by the clock.
package covering
