package treewidth

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

// anyTree is any tree over the columns, in any order.
func anyTree(t *rapid.T, columns []int) *Tree {
	if len(columns) < 2 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		return &Tree{Order: columns}
	}
	cut := rapid.IntRange(1, len(columns)-1).Draw(t, "cut")
	return &Tree{Left: anyTree(t, columns[:cut]), Right: anyTree(t, columns[cut:])}
}

// leastCost is the cost of the cheapest word of a coset, by listing them all.
func leastCost(word gf2.Vec, basis []gf2.Vec, costs []int64) int64 {
	best := int64(1) << 62
	for set := range 1 << len(basis) {
		w := word.Clone()
		for i, b := range basis {
			if set>>i&1 != 0 {
				w.Add(b)
			}
		}
		best = min(best, costOf(w, costs))
	}
	return best
}

func costOf(w gf2.Vec, costs []int64) (sum int64) {
	for j := range w.Ones() {
		sum += costs[j]
	}
	return sum
}

// Whatever the tree and the lanes, the word found is of the coset and the cheapest.
func TestEveryTreeFindsTheCheapestWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 12).Draw(t, "rows"), rapid.IntRange(1, 22).Draw(t, "columns")
		m := gf2.NewMatrix(rows, cols)
		for i := range rows {
			for j := range cols {
				m.Set(i, j, rapid.IntRange(0, 2).Draw(t, "entry") == 0)
			}
		}
		basis := m.RightNull()
		if len(basis) > 12 {
			t.Skip("too many words to list")
		}
		order := rapid.Permutation(all(cols)).Draw(t, "order")
		p := newProgram(context.Background(), rows, columnsOf(m), anyTree(t, order), basis)
		if p == nil {
			t.Fatal("no program")
		}
		costs := rapid.SliceOfN(rapid.Int64Range(0, 5), cols, cols).Draw(t, "costs")
		word := gf2.NewVec(cols)
		for j := range cols {
			word.Set(j, rapid.Bool().Draw(t, "bit"))
		}
		want := leastCost(word, basis, costs)
		for _, w := range []walker{
			newPooled(newEngine(p, kernels8, costs)), newPooled(newEngine(p, portable[uint32](), costs)),
			newPooled(newEngine(p, portable[uint8](), costs)),
		} {
			for range 2 { // the second time in used memory
				out := gf2.NewVec(cols)
				if r := w.minimum(context.Background(), word, out); r != finished {
					t.Fatalf("outcome %d", r)
				}
				if !m.MulVec(out.Sum(word)).IsZero() || costOf(out, costs) != want {
					t.Fatalf("%v costs %d; the cheapest costs %d", out, costOf(out, costs), want)
				}
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
