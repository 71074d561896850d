package gf2

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// everyForm runs a test with each form of the row sums that this machine has.
func everyForm(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	avx2 := hasAVX2
	defer func() { hasAVX2 = avx2 }()
	if avx2 {
		t.Run("AVX2", f)
	}
	hasAVX2 = false
	t.Run("portable", f)
}

func TestRowSumsAreSumsOfSources(t *testing.T) {
	everyForm(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
			randomLine := func() (l line) {
				for k := range l {
					l[k] = rng.Uint64()
				}
				return l
			}
			live := rapid.Uint64().Draw(t, "sources that coefficients name")
			var src sources
			for i := range src {
				src[i] = randomLine()
			}
			n := rapid.IntRange(0, 9).Draw(t, "rows")
			rows, coef := make([]line, n+1), make([]uint64, n+1) // the last row must not change
			for i := range rows {
				rows[i] = randomLine()
				coef[i] = rng.Uint64() & live
				if rng.IntN(4) == 0 {
					coef[i] = 0
				}
			}
			want := slices.Clone(rows)
			for i := range n {
				for q := range src {
					if coef[i]>>q&1 != 0 {
						for k := range want[i] {
							want[i][k] ^= src[q][k]
						}
					}
				}
			}
			got := slices.Clone(rows)
			s := new(sixTables)
			s.prepare(&src, live)
			s.add(got[:n], coef)
			if !slices.Equal(got, want) {
				t.Fatal("not the sums")
			}
		})
	})
}
