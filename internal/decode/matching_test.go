package decode

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

// On every code whose bits have one or two checks, matching finds the cheapest flips.
func TestMatchingAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checks := rapid.IntRange(1, 7).Draw(t, "checks")
		p := &part{checks: make([]int32, checks)}
		connect := func(column ...int32) {
			p.columns = append(p.columns, column)
			p.costs = append(p.costs, rapid.SampledFrom([]int64{0, 1, 1, 2, 7, 1 << 50}).Draw(t, "cost"))
		}
		for i := range int32(checks - 1) { // a path keeps it in one piece
			connect(i, i+1)
		}
		for range rapid.IntRange(0, 6).Draw(t, "more") {
			i, k := rapid.Int32Range(0, int32(checks-1)).Draw(t, "check"), rapid.Int32Range(0, int32(checks-1)).Draw(t, "other")
			if i == k {
				connect(i)
			} else {
				connect(i, k)
			}
		}
		if len(p.columns) == 0 {
			connect(0)
		}
		n := len(p.columns)
		matrix := gf2.NewMatrix(checks, n)
		word := gf2.NewVec(n)
		for j, column := range p.columns {
			for _, i := range column {
				matrix.Set(int(i), j, true)
			}
			word.Set(j, rapid.Bool().Draw(t, "flipped"))
		}
		m := newMatcher(p, rapid.SampledFrom([]int64{0, 1 << 20}).Draw(t, "memory"))
		for range 2 { // the second time with the distances known
			out := gf2.NewVec(n)
			if !m.decode(context.Background(), matrix.MulVec(word).Indices(), out) {
				t.Fatal("not finished")
			}
			want := leastCost(word, matrix.RightNull(), p.costs)
			if got := costOf(out, p.costs); !matrix.MulVec(out.Sum(word)).IsZero() || got != want {
				t.Fatalf("%v costs %d; the cheapest costs %d", out, got, want)
			}
		}
	})
}
