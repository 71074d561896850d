// Package automorphism finds the symmetries of boards and puzzles: all of them ([Of], [OfPuzzle]), or the motions of a
// board's drawing ([OfMotion]).
//
//	group, err := automorphism.Of(ctx, b)
//	group.Order()
//
// symmetry.go makes a coloured graph of a board, whose automorphisms are found by partition refinement and search in
// the manner of nauty and saucy: search.go finds generators level by level, partition.go refines. Graphs drawn by
// people take little time; graphs built to be hard can take very long.
package automorphism
