// Package covering finds the covering radius of the code of a board's quiet patterns, and the
// distribution of its coset leaders: the depth of the board, and how many states need how many presses.
//
// The fewest presses of a state are the least weight in a coset of that code. Switches that the same
// quiet patterns press (a region) count only by how many of them are pressed, so neither question needs
// a search through all states.
//
//	regions.go        switches grouped by which quiet patterns press them
//	count.go          how many states need how many presses: binomials, counts by regions, a flood
//	lastcoset.go      counting by regions, all but those of a coset; othertally.go, box.go and
//	                  peakcount.go are its steps
//	nesting.go        counting by nested subspaces, for boards with many regions; nestcount.go does it, with
//	                  lanes.go and shapes.go
//	depth.go          the depth: bounds, and the searches that close them
//	star.go, flag.go  upper bounds on it from the regions of odd size; block.go finds the steps of flags
//	flat.go           why the depth is the least peak of a Walsh–Hadamard transform
//	cover.go          small subspaces that hold many regions
//	peak.go           is there a state with a peak this low? A search through covers; peakworker.go
//	                  follows one choice, assignment.go rejects most of them, stabiliser.go finds the
//	                  equivalent ones
//	descend.go        states with a low peak, by tabu search; walk.go by annealing, for the sake of old seeds
//	pieces.go         such states piece by piece, where there are too many quiet patterns
//	flood.go          all states of a board of low rank, breadth first
//
// The searches limit themselves by counting their steps, never by the clock.
package covering
