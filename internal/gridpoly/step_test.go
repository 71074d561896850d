package gridpoly

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// step gives the words that a cell by cell definition gives.
func TestStepAddsEachCellAndItsNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1500).Draw(t, "columns")
		shape := Shape{Rows: 3, Cols: n, WrapCols: rapid.Bool().Draw(t, "wrap")}
		random := RandomLights(shape, rapid.Uint64().Draw(t, "seed"))
		var rows [3][]uint64
		for i := range rows {
			rows[i] = make([]uint64, shape.words())
			random.fill(i, rows[i])
		}
		above, here, lights := rows[0], rows[1], rows[2]

		at := func(row []uint64, c int) bool {
			if shape.WrapCols {
				c = (c + n) % n
			}
			return c >= 0 && c < n && row[c/64]>>(c%64)&1 != 0
		}
		want := make([]uint64, shape.words())
		for c := range n {
			odd := false
			for _, on := range []bool{at(above, c), at(lights, c), at(here, c-1), at(here, c), at(here, c+1)} {
				odd = odd != on
			}
			if odd {
				want[c/64] |= 1 << (c % 64)
			}
		}
		next := make([]uint64, shape.words())
		step(next, above, here, lights)
		finish(shape, next, here)
		if !slices.Equal(next, want) {
			t.Fatalf("%x, want %x", next, want)
		}
		inPlace := slices.Clone(above)
		step(inPlace, inPlace, here, lights)
		finish(shape, inPlace, here)
		if !slices.Equal(inPlace, want) {
			t.Fatalf("in place: %x, want %x", inPlace, want)
		}
	})
}
