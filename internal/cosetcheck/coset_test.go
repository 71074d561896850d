package cosetcheck

import (
	"context"
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/gridpoly"
)

// lightest is the least cost of a coset's words, by the definition.
func lightest(word gf2.Vec, basis []gf2.Vec, costs []int) int {
	least := math.MaxInt
	v := word.Clone()
	for n := range 1 << len(basis) {
		if n > 0 { // in the order of a Gray code
			v.Add(basis[bits.TrailingZeros(uint(n))])
		}
		cost := 0
		for x := range v.Ones() {
			if costs == nil {
				cost++
			} else {
				cost += costs[x]
			}
		}
		least = min(least, cost)
	}
	return least
}

// Both ways to weigh a part agree with the definition, on codes with few and with many cells alike,
// with and without costs.
func TestLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 90).Draw(t, "cells")
		word := boardtest.DrawVec(t, n, "word")
		var basis []gf2.Vec
		for range rapid.IntRange(0, 8).Draw(t, "dimension") {
			v := boardtest.DrawVec(t, n, "vector")
			if rapid.Bool().Draw(t, "short") { // so that there are parts, and a narrow trellis
				from := rapid.IntRange(0, n-1).Draw(t, "from")
				for x := range n {
					v.Set(x, v.Bit(x) && x >= from && x < from+12)
				}
			}
			basis = append(basis, v)
		}
		var costs []int
		if rapid.Bool().Draw(t, "costs") {
			for range n {
				costs = append(costs, rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(1, min(1<<30, math.MaxInt/90))).Draw(t, "cost"))
			}
		}
		want := lightest(word, basis, costs)
		c := New(word, basis, costs)
		o := Options{Workers: 2}.withDefaults()
		got, err := c.Least(context.Background(), o)
		if got != want || err != nil {
			t.Fatalf("least cost %d, want %d (%v)", got, want, err)
		}
		if c.Fixed() > want {
			t.Fatalf("all cost at least %d, of which the least is %d", c.Fixed(), want)
		}
		gray, trellis := c.fixed, c.fixed
		for _, p := range c.parts {
			a, err := newScan(p).least(context.Background(), o)
			b, err2 := p.trellis(context.Background(), o)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			gray, trellis = gray+a, trellis+b
		}
		if gray != want || trellis != want {
			t.Fatalf("gray %d, trellis %d, want %d", gray, trellis, want)
		}
	})
}

// A search that is stopped is an error and not an answer. (2^54 words would take centuries.)
func TestLimits(t *testing.T) {
	word, basis := gf2.NewVec(110), make([]gf2.Vec, 54)
	for i := range basis {
		basis[i] = gf2.VecOf(110, i, 54+i*7%56, 54+i*11%56, 54+i*13%56)
	}
	stopped, stop := context.WithCancel(context.Background())
	if _, err := New(word, basis, nil).Least(stopped, Options{Workers: 1, Progress: func(string, int, int) { stop() }}); err == nil {
		t.Error("weighed although the context had ended")
	}
}

// What --full costs: words weighed per second.
func BenchmarkScan(b *testing.B) {
	basis := gridpoly.NewSolver(board.Rectangle{Rows: 39, Cols: 39}).Quiet()
	scan := newScan(newTable(gf2.AllOnes(39*39), basis, nil))
	for b.Loop() {
		scan.leastOf(0, 1<<16)
	}
	b.ReportMetric(float64(len(scan.word)), "words/row")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(1<<16), "ns/word")
}
