package treewidth

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

func columnsOf(m *gf2.Matrix) [][]int32 {
	columns := make([][]int32, m.Cols())
	for i := range m.Rows() {
		for j := range m.Row(i).Ones() {
			columns[j] = append(columns[j], int32(i))
		}
	}
	return columns
}

// Sums of columns, check by check, give the same basis as dense elimination, word for word.
func TestNullSpaceAgreesWithElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 20).Draw(t, "rows"), rapid.IntRange(1, 40).Draw(t, "columns")
		often := rapid.IntRange(1, 8).Draw(t, "often")
		m := gf2.NewMatrix(rows, cols)
		for i := range rows {
			for j := range cols {
				m.Set(i, j, rapid.IntRange(0, often).Draw(t, "entry") == 0)
			}
		}
		order := rapid.Permutation(all(cols)).Draw(t, "order")
		permuted := gf2.NewMatrix(rows, cols)
		for at, c := range order {
			for i := range rows {
				permuted.Set(i, at, m.Row(i).Bit(c))
			}
		}
		want, got := permuted.RightNull(), nullSpace(context.Background(), rows, columnsOf(m), order)
		if len(got) != len(want) {
			t.Fatalf("%d words, elimination finds %d", len(got), len(want))
		}
		for i := range got {
			if !got[i].Equal(want[i]) {
				t.Fatalf("word %d is %v, not %v", i, got[i], want[i])
			}
		}
	})
}

// The form of any basis has no two rows that begin or end in the same place, spans the same words, and is as narrow
// as that of the null space.
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
		want := spansOfNull(context.Background(), rows, columnsOf(m), order)
		got := spansOf(context.Background(), order, m.RightNull())
		if len(got.rows) != len(want.rows) {
			t.Fatalf("%d rows, want %d", len(got.rows), len(want.rows))
		}
		for i, word := range got.words() {
			if !m.MulVec(word).IsZero() {
				t.Fatalf("row %d is not a word", i)
			}
		}
		for at := range cols {
			if r := got.begin[at]; r >= 0 && got.rows[r].NextOne(0) != at {
				t.Fatalf("row %d does not begin at %d", r, at)
			}
			if r := got.end[at]; r >= 0 && lastOne(got.rows[r]) != at {
				t.Fatalf("row %d does not end at %d", r, at)
			}
			if len(got.open(at)) != len(want.open(at)) {
				t.Fatalf("%d rows are open before %d, want %d", len(got.open(at)), at, len(want.open(at)))
			}
		}
	})
}
