package cnf

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// randomClauses is a formula of random clauses of three literals each.
func randomClauses(vars, clauses int) *Formula {
	rng := rand.New(rand.NewPCG(1, 2))
	f := &Formula{}
	f.NewVars(vars)
	c := make([]Lit, 3)
	for range clauses {
		for i := range c {
			c[i] = Lit(1 + rng.IntN(vars))
			if rng.IntN(2) == 0 {
				c[i] = -c[i]
			}
		}
		f.Clause(c...)
	}
	return f
}

// Writing through the interface, as encodings do; the baseline is iterating over the formula.
func BenchmarkWriter(b *testing.B) {
	const clauses = 1_000_000
	for _, vars := range []int{999, 999_999} {
		f := randomClauses(vars, clauses)
		for name, sink := range map[string]func() Sink{
			"writer":   func() Sink { return newWriter(io.Discard, f.Count()) },
			"baseline": func() Sink { return &Counter{} },
		} {
			b.Run(fmt.Sprintf("%s/vars=%d", name, vars), func(b *testing.B) {
				for b.Loop() {
					f.CopyTo(sink())
				}
				b.ReportMetric(clauses*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mclauses/s")
			})
		}
	}
}

func BenchmarkReadDIMACS(b *testing.B) {
	for _, vars := range []int{999, 999_999} {
		var text bytes.Buffer
		if err := randomClauses(vars, 1_000_000).WriteDIMACS(&text); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("vars=%d", vars), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := ReadDIMACS(bytes.NewReader(text.Bytes()), "bench"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
