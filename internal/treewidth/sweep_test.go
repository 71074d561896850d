package treewidth

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// stripMatrix is a matrix like a long board: a row for each place of a width×length strip with the columns of
// the place and its four neighbours, columns shuffled.
func stripMatrix(width, length int, r *rand.Rand) *Matrix {
	at := r.Perm(width * length)
	columns := make([][]int32, width*length)
	for x := range length {
		for y := range width {
			row := int32(x*width + y)
			for _, s := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if a, b := x+s[0], y+s[1]; a >= 0 && a < length && b >= 0 && b < width {
					c := at[a*width+b]
					columns[c] = append(columns[c], row)
				}
			}
		}
	}
	return NewMatrix(width*length, columns)
}

// widest is the most rows open at a time.
func (m *Matrix) widest(order []int) int {
	most := 0
	for i := range order {
		open := 0
		for r := m.first; int(r) < m.vertices(); r++ {
			row := m.around(r)
			before := 0
			for _, c := range row {
				if slices.Contains(order[:i+1], int(c)) {
					before++
				}
			}
			if before > 0 && before < len(row) {
				open++
			}
		}
		most = max(most, open)
	}
	return most
}

// A strip is as narrow as it is wide, about two rows per place, whatever the numbering.
func TestPathFollowsAStrip(t *testing.T) {
	m := stripMatrix(4, 30, rand.New(rand.NewPCG(1, 2)))
	order := m.Path(1 << 20)
	if w := m.widest(order); w > 2*4+1 {
		t.Errorf("%d rows open", w)
	}
	numbered := make([]int, len(order))
	for i := range numbered {
		numbered[i] = i
	}
	if m.widest(order)+20 > m.widest(numbered) {
		t.Errorf("%d rows open, as numbered %d", m.widest(order), m.widest(numbered))
	}
}

// Every column is in a path or tree exactly once, however few steps there are.
func TestEveryColumnIsPlacedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 10).Draw(t, "rows")
		var columns [][]int32
		for range rapid.IntRange(1, 20).Draw(t, "columns") {
			columns = append(columns, slices.Compact(slices.Sorted(slices.Values(
				rapid.SliceOfN(rapid.Int32Range(0, int32(rows-1)), 0, 4).Draw(t, "column")))))
		}
		m := NewMatrix(rows, columns)
		orders := [][]int{m.Path(rapid.IntRange(0, 200).Draw(t, "steps"))}
		for many := 1; many <= 4; many++ {
			orders = append(orders, slices.Concat(m.sweeps(many, treeSteps)...))
		}
		for _, order := range orders {
			sorted := slices.Sorted(slices.Values(order))
			for i, c := range sorted {
				if i != c || len(sorted) != len(columns) {
					t.Fatalf("%v of %d columns", order, len(columns))
				}
			}
		}
	})
}

// Of a triangle, three sweeps that meet in the middle have narrower tables than one.
func TestCornersOfATriangle(t *testing.T) {
	const side = 16
	place := map[[2]int]int32{}
	for i := range side {
		for j := range side - i {
			place[[2]int{i, j}] = int32(len(place))
		}
	}
	columns := make([][]int32, len(place))
	for at, c := range place {
		for _, s := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
			if r, ok := place[[2]int{at[0] + s[0], at[1] + s[1]}]; ok {
				columns[c] = append(columns[c], r)
			}
		}
	}
	m := NewMatrix(len(columns), columns)
	path, corners := m.widest(m.Path(treeSteps)), 0
	for _, sweep := range m.sweeps(3, treeSteps) {
		corners = max(corners, m.widest(sweep))
	}
	if 5*corners > 4*path {
		t.Errorf("the widest chain has %d rows open, the path %d", corners, path)
	}
}
