// Package decode finds the most likely error of a linear code for one syndrome after another, and
// proves it.
//
// A code has checks and bits. A column per bit lists the checks that its flip violates, and its cost is
// how unlikely the flip is. A syndrome names the violated checks; the answer is the cheapest set of
// flips that explains it:
//
//	d, err := decode.NewDecoder(ctx, &decode.Code{Checks: 3, Columns: columns}, decode.Options{})
//	shot, err := d.Decode(ctx, syndrome)
//	shot.Flips, shot.Cost, shot.Proved
//
// Everything that depends only on the code is done by NewDecoder; a Decoder is safe for concurrent use.
//
// A model (model.go, dem.go) adds probabilities and observables to a code, shots.go reads and writes many
// syndromes at a time, and simulate.go counts how often decoding random errors goes wrong.
//
// # Engines
//
// A code falls apart into connected parts (part.go). For each part:
//
//	package treewidth        dynamic programming over a tree of columns
//	package matching         columns of at most two checks: a perfect matching of least cost
//	clusters.go              parts too wide for that: regions around the violated checks, which prove the
//	                         answer if no cheaper one crosses their borders
//	polish.go, fallback.go   where nothing is proved: a good answer, and a lower bound
//
// Every engine is exact. The answer depends on the code and the syndrome only, unless the context ends.
package decode
