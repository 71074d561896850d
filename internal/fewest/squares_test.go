package fewest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/internal/fewest"
)

// BenchmarkAllOn goes beyond the published table (OEIS A075464 ends at n = 78).
func BenchmarkAllOn(b *testing.B) {
	for n := 1; n <= 95; n++ {
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, square(n)) })
	}
}

func BenchmarkRandomStates(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{14, 16, 19, 30, 33, 39, 47, 64, 67} {
		p := square(n)
		for c := range n * n {
			p.Word.Set(c, r.IntN(2) == 1)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) { measure(b, p) })
	}
	p := randomState(r, parse("torus:20x20"))
	b.Run("torus20", func(b *testing.B) { measure(b, p) })
	p = randomState(r, parse("grid:5x5x5"))
	b.Run("5x5x5", func(b *testing.B) { measure(b, p) })
	p = randomState(r, parse("hypercube:7"))
	b.Run("hypercube7", func(b *testing.B) { measure(b, p) })
}

func measure(b *testing.B, p fewest.Problem) {
	var r fewest.Known
	for b.Loop() {
		var err error
		if r, err = fewest.Minimum(context.Background(), p, fewest.Options{MaxMemory: 3 << 30}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.Cost), "weight")
	b.ReportMetric(float64(r.Lower), "lower")
	b.ReportMetric(float64(len(p.Basis)), "nullity")
	b.Logf("%s, proved %v", r.Why.Method, r.Proved())
}

func BenchmarkOthers(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, c := range []struct {
		name string
		p    fewest.Problem
	}{
		{"grid5x200", randomState(r, parse("grid:5x200"))},
		{"tree300", randomState(r, randomTree(r, 300))},
		{"tree2000", randomState(r, randomTree(r, 2000))},
		{"code30of34", randomCode(r, 34, 30, 50)},
		{"code60of80", randomCode(r, 80, 60, 50)},
		{"code100of128", randomCode(r, 128, 100, 50)},
		{"code30of300", randomCode(r, 300, 30, 50)},
		{"torus5x40", randomState(r, parse("torus:5x40"))},
	} {
		b.Run(c.name, func(b *testing.B) { measure(b, c.p) })
	}
}
