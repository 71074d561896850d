package covering

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Rows of Pascal's triangle are those of the standard library.
func TestBinomials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		row := binomials(n)
		if len(row) != n+1 {
			t.Fatalf("row %d has %d entries", n, len(row))
		}
		for k, got := range row {
			if want := new(big.Int).Binomial(int64(n), int64(k)); got.Cmp(want) != 0 {
				t.Fatalf("C(%d, %d) = %v, want %v", n, k, got, want)
			}
		}
	})
}
