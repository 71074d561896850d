package gf2

import (
	"fmt"
	"math"
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

// The crossover benchmarks run the same work with the threshold just above and just below the
// length: the threshold belongs where the two columns meet.

func crossover(b *testing.B, threshold *int, lengths []int, work func(words int) func()) {
	saved := *threshold
	defer func() { *threshold = saved }()
	for _, n := range lengths {
		f := work(n)
		for _, way := range []struct {
			name  string
			limit int
		}{{"plain", math.MaxInt}, {"fast", n/2 + 2}} {
			b.Run(fmt.Sprintf("words=%d/%s", n, way.name), func(b *testing.B) {
				*threshold = way.limit
				for b.Loop() {
					f()
				}
			})
		}
	}
}

func BenchmarkKaratsubaCrossover(b *testing.B) {
	crossover(b, &karatsubaWords, []int{12, 16, 20, 24, 32, 48}, func(n int) func() {
		p, q := randomPoly(n, 1), randomPoly(n, 2)
		dst, scratch := make([]uint64, 2*n), make([]uint64, 16*n)
		return func() { karatsuba(dst, p, q, scratch) }
	})
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
