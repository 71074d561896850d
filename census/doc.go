// Package census counts the states of a board by how far they are from dark, finds the hardest, and
// lists them all where they can be listed.
//
//	counts, err := census.Distribution(ctx, b, nil)     // counts[w] states need w presses
//	depth, err := census.FindDepth(ctx, b, nil)         // the most any state needs, with an example
//	table, err := census.NewTable(ctx, b, nil)          // every state, and a press that brings it closer
//
// The fewest presses of a state are the least weight of a coset of the code of quiet patterns. So
// the distribution is that of coset leaders, and the depth is the code's covering radius. Neither
// needs a search through states: switches that the same quiet patterns press (a region, see
// regions.go) count only by how many of them are pressed.
//
//	regions.go        switches sorted by which quiet patterns press them
//	distribution.go   how many states need how many presses: binomials, counts by regions, lists
//	lastcoset.go      counting by regions, all but those of a coset; othertally.go, box.go,
//	                  peakcount.go are its steps
//	depth.go          the depth: bounds, and the searches that close them
//	flat.go           why the depth is the least peak of a Walsh–Hadamard transform
//	cover.go          small subspaces that hold many regions
//	peak.go           is there a state with a peak this low? Search through covers; peakworker.go
//	                  follows one choice, assignment.go rejects most, automorphism.go finds those
//	                  that are alike
//	descend.go        states with a low peak, by annealing
//	flood.go          all states of a board of low rank, breadth first
//	table.go          every state of a board of up to 28 switches
//	csv.go            the table as text; package database writes it in SQLite
//	path.go           the way from all on to dark
//
// All functions are safe for concurrent use, and stop soon once their context ends.
package census
