package disjoint

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/gf2"
)

// The regions are compared with a grouping that looks at every pair of cells and every row.
func TestCellsShareARegionIfTheirColumnsAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "cells")
		basis := make([]gf2.Vec, rapid.SampledFrom([]int{0, 1, 3, 8, 9, 63, 64, 65, 80}).Draw(t, "rows"))
		// Few distinct columns, some of which differ only in the last row.
		pick := make([]int, n)
		for j := range pick {
			pick[j] = rapid.IntRange(0, 4).Draw(t, "column")
		}
		for i := range basis {
			basis[i] = gf2.NewVec(n)
			for j, c := range pick {
				switch c {
				case 1:
					basis[i].Set(j, i == len(basis)-1)
				case 2:
					basis[i].Set(j, i%2 == 0)
				case 3:
					basis[i].Set(j, i%2 == 0 && i < len(basis)-1)
				case 4:
					basis[i].Set(j, i == 0)
				}
			}
		}
		equal := func(a, b int) bool {
			for _, row := range basis {
				if row.Bit(a) != row.Bit(b) {
					return false
				}
			}
			return true
		}
		var want []Region
	cells:
		for j := range n {
			for i := range want {
				if equal(want[i].Cells[0], j) {
					want[i].Cells = append(want[i].Cells, j)
					continue cells
				}
			}
			fixed := true
			for _, row := range basis {
				fixed = fixed && !row.Bit(j)
			}
			want = append(want, Region{Cells: []int{j}, Fixed: fixed})
		}
		if diff := cmp.Diff(want, ByColumns(basis, n)); diff != "" {
			t.Error(diff)
		}
	})
}
