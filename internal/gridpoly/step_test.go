package gridpoly

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Every form of step gives the words that a cell by cell definition gives.
func TestStepAddsEachCellAndItsNeighbours(t *testing.T) {
	widest := widestVector()
	defer func() { vectorWords = widest }()
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
		for _, lanes := range []int{0, 4} {
			if lanes > widest {
				continue
			}
			vectorWords = lanes
			next := make([]uint64, shape.words())
			step(next, above, here, lights)
			finish(shape, next, here)
			if !slices.Equal(next, want) {
				t.Fatalf("%d lanes: %x, want %x", lanes, next, want)
			}
			inPlace := slices.Clone(above)
			step(inPlace, inPlace, here, lights)
			finish(shape, inPlace, here)
			if !slices.Equal(inPlace, want) {
				t.Fatalf("%d lanes, in place: %x, want %x", lanes, inPlace, want)
			}
		}
	})
}
