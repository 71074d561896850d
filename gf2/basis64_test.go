package gf2

import (
	"math/bits"
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
		for i, v := range b.Reduced() {
			for k, w := range b.Reduced() {
				if leads := bits.Len64(v) == bits.Len64(v&w); leads != (i == k) || !b.Contains(w) || k > i && w < v {
					t.Fatalf("%b and %b are in the reduced basis", v, w)
				}
			}
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

// A table of sums has the sum of the vectors that the coefficients name.
func TestSumTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, words := rapid.IntRange(0, 70).Draw(t, "vectors"), rapid.IntRange(1, 3).Draw(t, "words")
		vectors := rapid.SliceOfN(rapid.Uint64(), n*words, n*words).Draw(t, "bits")
		var table SumTable
		table.Fill([]uint64{1, 2, 3}, 1) // what was there before does not matter
		table.Fill(vectors, words)
		coefficients := []uint64{rapid.Uint64().Draw(t, "low"), rapid.Uint64().Draw(t, "high")}
		want, got := make([]uint64, words), make([]uint64, words)
		for i := range 128 {
			switch bit := uint64(1) << (i % 64); {
			case i >= n:
				coefficients[i/64] &^= bit
			case coefficients[i/64]&bit != 0:
				xorInto(want, vectors[i*words:(i+1)*words])
			}
		}
		if table.AddTo(got, coefficients); !slices.Equal(got, want) {
			t.Fatalf("the sum is %x, want %x", got, want)
		}
	})
}
