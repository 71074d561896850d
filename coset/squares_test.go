package coset_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/coset"
)

func BenchmarkAllOn(b *testing.B) {
	for _, n := range []int{9, 11, 14, 16, 19, 23, 29, 30, 32, 33, 39, 47, 59, 61, 62, 64, 65, 67} {
		p := square(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, p) })
	}
}

// BenchmarkRecords goes beyond the published table (OEIS A075464 ends at n = 78).
func BenchmarkRecords(b *testing.B) {
	for _, n := range []int{79, 95} {
		p := square(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, p) })
	}
}

func BenchmarkRandomStates(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{14, 16, 19, 30, 33, 39, 47, 64, 67} {
		p := randomState(r, box(false, n, n))
		p.Classes = parityClasses(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, p) })
	}
	p := randomState(r, box(true, 20, 20))
	b.Run("torus20", func(b *testing.B) { measure(b, p) })
	p = randomState(r, box(false, 5, 5, 5))
	b.Run("5x5x5", func(b *testing.B) { measure(b, p) })
	p = randomState(r, hypercube(7))
	b.Run("hypercube7", func(b *testing.B) { measure(b, p) })
}

func measure(b *testing.B, p coset.Problem) {
	var r coset.Result
	for b.Loop() {
		var err error
		if r, err = coset.Minimum(context.Background(), p, coset.Options{MaxMemory: 3 << 30}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.Weight), "weight")
	b.ReportMetric(float64(r.Lower), "lower")
	b.ReportMetric(float64(len(p.Basis)), "nullity")
	b.Logf("%+v", r.Proof)
}
