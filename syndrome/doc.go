// Package syndrome finds the fewest columns of a matrix over GF(2) that add up to a given vector,
// and proves that there are none fewer.
//
// It knows nothing of boards. A change of the lights breaks some parity checks (the board's
// invariants); which ones is its syndrome. To mend them all with as few extra flips as possible is
// to write the syndrome as a sum of as few columns of the checks as possible:
//
//	r, err := syndrome.Minimum(ctx, syndrome.Problem{Checks: invariants, Syndrome: broken}, syndrome.Options{})
//	// r.Columns add up to the syndrome; r.Proved, r.Count == r.Lower
//
// This is decoding to the nearest code word, NP-hard in general, but the number of checks k is small
// where it matters. The problem is first brought to its smallest form (form.go): dependent checks
// go, equal columns become one, and what falls apart is solved apart. Then
//
//	bfs    breadth-first search from both ends over all syndromes, k ≤ 28           bfs.go
//	mitm   sets of 1, 2, 3, … columns, as two halves that meet in the middle        mitm.go, sums.go
//	isd    sums that nearly vanish on random information sets: answers, no proofs   isd.go
//
// mitm raises the lower bound as it excludes one size after another, and ends where the next size
// would cost more than [Options.MaxSums]; isd then has the best answer, or before, if a proof is far.
//
// # Weights
//
// With weights, an answer is still one of the fewest columns, and of those one with the least total
// weight; [Result.Lightest] says whether that is proved as well.
//
// # Promises
//
// The answer depends on the problem and on the limits, never on the number of workers or their luck,
// unless the context ended the search. Lower is always a proved bound.
package syndrome
