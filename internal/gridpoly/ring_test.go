package gridpoly

import (
	"math/rand/v2"
	"testing"

	"lightsout/gf2"

	"pgregory.net/rapid"
)

func drawElement(t *rapid.T, n int, label string) gf2.Poly {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, label), 1))
	w := make([]uint64, (n+63)/64)
	for i := range w {
		w[i] = rng.Uint64()
	}
	return gf2.Poly(w).Trim().Low(n)
}

func drawRing(t *rapid.T) *ring {
	return newRing(rapid.IntRange(1, 300).Draw(t, "columns"), rapid.Bool().Draw(t, "cycle"))
}

// The main idea: chasing a row is multiplication by w.
func TestPressingARowIsMultiplicationByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRing(t)
		row, next := gf2.NewVec(r.n), gf2.NewVec(r.n)
		copy(row.Words(), drawElement(t, r.n, "row"))
		addNear(next, row, r.cycle)
		if got := r.mul(r.step, r.fromRow(row)); !got.Equal(r.fromRow(next)) {
			t.Fatalf("w·row is %v, pressing the row gives %v", got, r.fromRow(next))
		}
		if got := r.fromRow(r.timesX(row)); !got.Equal(r.reduce(r.fromRow(row).Shift(1))) {
			t.Fatalf("x·row is %v", got)
		}
		if !r.toRow(r.fromRow(row)).Equal(row) {
			t.Fatal("a row does not come back from its polynomial")
		}
	})
}
