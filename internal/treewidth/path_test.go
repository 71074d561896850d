package treewidth

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

// Over any order of the columns, a path finds a lightest word, and every word within a limit once.
func TestPathAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(1, 16).Draw(t, "columns"), rapid.IntRange(0, 7).Draw(t, "dimension")
		basis := make([]gf2.Vec, k)
		for i := range basis {
			basis[i] = gf2.NewVec(n)
			for j := range n {
				basis[i].Set(j, rapid.Bool().Draw(t, "entry"))
			}
		}
		word, costs := gf2.NewVec(n), make([]int, n)
		unit := rapid.SampledFrom([]int{1, 1 << 29}).Draw(t, "unit")
		for j := range n {
			word.Set(j, rapid.Bool().Draw(t, "bit"))
			costs[j] = unit * rapid.IntRange(1, 4).Draw(t, "cost")
		}
		coset := map[string]int{} // the words of the coset
		least := math.MaxInt
		for set := range 1 << k {
			w := word.Clone()
			for i, b := range basis {
				if set>>i&1 != 0 {
					w.Add(b)
				}
			}
			coset[w.String()] = weigh(w, costs)
			least = min(least, weigh(w, costs))
		}
		order := rapid.Permutation(all(n)).Draw(t, "order")
		p := NewPath(context.Background(), order, basis)
		got, err := p.Minimum(context.Background(), word, costs, 1<<30)
		if err != nil || weigh(got, costs) != least {
			t.Fatalf("%v costs %d, the lightest %d: %v", got, weigh(got, costs), least, err)
		}
		limit := least + unit*rapid.IntRange(-1, 9).Draw(t, "more")
		err = p.UpTo(context.Background(), word, costs, limit, 1<<30, func(w gf2.Vec, cost int) bool {
			if want, ok := coset[w.String()]; !ok || want != cost || cost > limit {
				t.Fatalf("%v costs %d, not %d; the limit is %d", w, want, cost, limit)
			}
			delete(coset, w.String())
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		for w, cost := range coset {
			if cost <= limit {
				t.Fatalf("%s of cost %d is missing; the limit is %d", w, cost, limit)
			}
		}
	})
}

func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// The form of any basis has no two rows that begin or end in the same place, spans the same words, and has no more open
// rows than there are words that are cut.
func TestSpansOfABasis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 12).Draw(t, "rows"), rapid.IntRange(1, 30).Draw(t, "columns")
		m := gf2.NewMatrix(rows, cols)
		for i := range rows {
			for j := range cols {
				m.Set(i, j, rapid.IntRange(0, 4).Draw(t, "entry") == 0)
			}
		}
		order := rapid.Permutation(all(cols)).Draw(t, "order")
		basis := m.RightNull()
		s := newSpans(context.Background(), order, basis)
		begun, ended := 0, 0
		for at := range cols {
			if r := s.begin[at]; r >= 0 {
				begun++
				if s.rows.Row(r).NextOne(0) != at {
					t.Fatalf("row %d does not begin at %d", r, at)
				}
				word := gf2.NewVec(cols)
				for place := range s.rows.Row(r).Ones() {
					word.Set(order[place], true)
				}
				if !m.MulVec(word).IsZero() {
					t.Fatalf("row %d is not a word", r)
				}
			}
			if r := s.end[at]; r >= 0 {
				ended++
				if lastOne(s.rows.Row(r)) != at {
					t.Fatalf("row %d does not end at %d", r, at)
				}
			}
			// The words, less those on either side of the cut.
			before, after := gf2.NewMatrix(len(basis), at+1), gf2.NewMatrix(len(basis), cols-at-1)
			for i, word := range basis {
				for place, c := range order {
					if place <= at {
						before.Set(i, place, word.Bit(c))
					} else {
						after.Set(i, place-at-1, word.Bit(c))
					}
				}
			}
			if want := before.Rank() + after.Rank() - len(basis); begun-ended != want {
				t.Fatalf("%d rows are open after %d, want %d", begun-ended, at, want)
			}
		}
		if begun != len(basis) || ended != begun {
			t.Fatalf("%d begin, %d end, of %d", begun, ended, len(basis))
		}
	})
}
