// Package automorphism finds the automorphisms of a graph: partition refinement and search, in the
// manner of nauty and saucy.
//
//	g := automorphism.NewGraph(colour, start, to)
//	group, err := automorphism.Find(ctx, g)
//	group.Order()
//
// twins.go merges nodes that swapping does not change, search.go finds generators level by level,
// partition.go refines. Graphs drawn by people take little time; graphs built to be hard can take very
// long.
package automorphism
