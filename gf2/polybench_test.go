package gf2

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func randomPoly(words int, seed uint64) Poly {
	rng := rand.New(rand.NewPCG(seed, uint64(words)))
	w := make([]uint64, words)
	for i := range w {
		w[i] = rng.Uint64()
	}
	w[words-1] |= 1 << 63
	return Poly(w).Trim()
}

func BenchmarkPolyMul(b *testing.B) {
	for _, n := range []int{16, 157, 1563, 15625} {
		b.Run(fmt.Sprintf("words=%d", n), func(b *testing.B) {
			p, q := randomPoly(n, 1), randomPoly(n, 2)
			for b.Loop() {
				p.Mul(q)
			}
		})
	}
}

func BenchmarkBezout(b *testing.B) {
	for _, n := range []int{16, 157, 1563, 15625} {
		b.Run(fmt.Sprintf("words=%d", n), func(b *testing.B) {
			p, q := randomPoly(n, 1), randomPoly(n, 2)
			for b.Loop() {
				p.Bezout(q)
			}
		})
	}
}
