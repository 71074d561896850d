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
package decode
