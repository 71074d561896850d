package treewidth

import (
	"context"
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
		least := 1 << 62
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
		err = p.Within(context.Background(), word, costs, limit, 1<<30, func(w gf2.Vec, cost int) bool {
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
