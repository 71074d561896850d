package cnf

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"
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

// The overhead of Solve: an easy question, with and without a context to watch.
func BenchmarkTinySolve(b *testing.B) {
	cancellable, cancel := context.WithCancel(context.Background())
	defer cancel()
	for name, ctx := range map[string]context.Context{
		"background":  context.Background(),
		"cancellable": cancellable,
	} {
		b.Run(name, func(b *testing.B) {
			s := NewSession()
			selected := pigeons(s, 3)
			for b.Loop() {
				if sat, err := s.Solve(ctx, selected[1:]...); !sat || err != nil {
					b.Fatal(sat, err)
				}
			}
		})
	}
}

// How soon after the end of its context a hard Solve returns.
func BenchmarkCancel(b *testing.B) {
	for name, load := range map[string]func(*Session) []Lit{
		"pigeons=11": func(s *Session) []Lit { return pigeons(s, 11) },
		"random3sat=1e5": func(s *Session) []Lit {
			randomClauses(100_000, 420_000).CopyTo(s)
			return nil
		},
	} {
		b.Run(name, func(b *testing.B) {
			s := NewSession()
			assumptions := load(s)
			var total, worst time.Duration
			for b.Loop() {
				const limit = 100 * time.Millisecond
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				began := time.Now()
				if sat, err := s.Solve(ctx, assumptions...); sat || err == nil {
					b.Fatal(sat, err)
				}
				late := time.Since(began) - limit
				cancel()
				total += late
				worst = max(worst, late)
			}
			b.ReportMetric(total.Seconds()*1e3/float64(b.N), "ms-late")
			b.ReportMetric(worst.Seconds()*1e3, "ms-worst")
		})
	}
}
