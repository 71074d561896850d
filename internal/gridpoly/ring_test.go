package gridpoly

import (
	"math/rand/v2"
	"testing"

	"lightsout/gf2"
	"pgregory.net/rapid"
)

// recurrence lists f_0, …, f_k as the definition gives them.
func recurrence(k int) []gf2.Poly {
	f := []gf2.Poly{{1}, gf2.PolyOf(1)}
	for len(f) <= k {
		n := len(f)
		f = append(f, f[n-1].Shift(1).Add(f[n-2]))
	}
	return f[:k+1]
}

func TestFibonacciPolynomials(t *testing.T) {
	for k, want := range recurrence(700) {
		if got := fibonacci(k); !got.Equal(want) {
			t.Fatalf("f_%d is %v, want %v", k, got, want)
		}
	}
	if !fibonacci(-1).IsZero() {
		t.Error("f_(-1) is not zero")
	}
}

func drawElement(t *rapid.T, n int, label string) gf2.Poly {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, label), 1))
	w := make([]uint64, (n+63)/64)
	for i := range w {
		w[i] = rng.Uint64()
	}
	return gf2.Poly(w).Trim().Low(n)
}

func TestDicksonCoefficientsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "n")
		p := drawElement(t, n, "p")
		if !cellsOf(powersOf(p)).Equal(p) || !powersOf(cellsOf(p)).Equal(p) {
			t.Fatal("there and back is not where it was")
		}
	})
}

func TestRowsAreSumsOfFibonacciPolynomials(t *testing.T) {
	f := recurrence(300)
	rapid.Check(t, func(t *rapid.T) {
		cells := drawElement(t, rapid.IntRange(1, 300).Draw(t, "n"), "cells")
		var want gf2.Poly
		for j := range cells.Deg() + 1 {
			if cells.Coeff(j) {
				want = want.Add(f[j])
			}
		}
		if got := powersOf(cells); !got.Equal(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
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

func TestReductionIsTheRemainder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRing(t)
		p := drawElement(t, rapid.IntRange(1, 20*r.n+10).Draw(t, "length"), "p")
		if got, want := r.reduce(p), p.Mod(r.modulus); !got.Equal(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestPowersFollowTheRecurrence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRing(rapid.IntRange(1, 40).Draw(t, "columns"), rapid.Bool().Draw(t, "cycle"))
		k := rapid.IntRange(0, 3000).Draw(t, "k")
		want := powers{f: gf2.Poly{1}.Mod(r.modulus)}
		for range k {
			want = powers{f: r.mul(r.step, want.f).Add(want.before), before: want.f}
		}
		got := r.after(k)
		if !got.f.Equal(want.f) || !got.before.Equal(want.before) {
			t.Fatalf("after %d rows: got %v, want %v", k, got, want)
		}
	})
}

func TestUncarryUndoesRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRing(t)
		k := rapid.IntRange(0, 500).Draw(t, "k")
		s := state{drawElement(t, r.n, "above"), drawElement(t, r.n, "here")}
		end := s
		for range k {
			end = state{end.here, r.mul(r.step, end.here).Add(end.above)}
		}
		back := r.uncarry(r.after(k), end)
		if !back.above.Equal(s.above) || !back.here.Equal(s.here) {
			t.Fatal("the state does not come back")
		}
	})
}
