package gf2

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A basis of 64-bit vectors agrees with the list of all sums.
func TestBasis64(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vectors := rapid.SliceOfN(rapid.Uint64Range(0, 255), 0, 8).Draw(t, "vectors")
		b := NewBasis64(vectors...)
		chosen := Independent64(vectors)
		sums := Span64(chosen)
		if len(chosen) != b.Dim() {
			t.Fatalf("%d vectors are independent, the dimension is %d", len(chosen), b.Dim())
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(sums))); len(distinct) != 1<<b.Dim() {
			t.Fatalf("%d sums of %d vectors", len(distinct), b.Dim())
		}
		for v := range uint64(256) {
			at := slices.Index(sums, v)
			if got, ok := b.Coordinates(v); ok != (at >= 0) || ok && got != uint64(at) || b.Contains(v) != ok {
				t.Fatalf("%d has coordinates %b (%v), and is at %d of the sums", v, got, ok, at)
			}
			if w := v ^ sums[len(sums)-1]; b.Reduce(w) != b.Reduce(v) {
				t.Fatalf("%d and %d differ by a sum, but reduce to %d and %d", v, w, b.Reduce(v), b.Reduce(w))
			}
		}
	})
}
