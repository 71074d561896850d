package gf2

import (
	"context"
	"testing"

	"pgregory.net/rapid"
)

// Elimination in blocks and dense elimination must agree on everything that has one answer, and the
// answers must hold where there are many.
func TestFrontsAgreeWithDense(t *testing.T) {
	late := 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawSparse(t)
		start, index := columns(m)
		a := &sparseMatrix{rows: m.Cols(), cols: m.Rows(), start: start, index: index}
		leaf := rapid.SampledFrom([]int{1, 2, 3, 8, 64}).Draw(t, "leaf")
		var twins []int32
		if rapid.Bool().Draw(t, "twins") {
			twins = matches(upTo(m.Rows()), upTo(m.Cols()))
		}
		p := planFronts(context.Background(), a, twins, leaf, 1<<30)
		f, err := p.eliminate(context.Background(), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range f.list {
			late += len(b.rows) - len(b.pivots)
		}
		s := &SparseSystem{rows: m.Rows(), cols: m.Cols(), core: f, coreRows: p.oldRow, coreCols: p.oldCol}
		checkSystem(t, m, s)
	})
	if late == 0 {
		t.Error("no pivot was sought above")
	}
}
