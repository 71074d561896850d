package board

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawTiling is the SPEC of a random board of hexagons or triangles, often with holes.
func drawTiling(t *rapid.T) string {
	return rapid.Custom(drawSpec).Filter(func(spec string) bool {
		name, _, _ := strings.Cut(spec, ":")
		k, _ := findKind(name)
		return k.tiles != nil
	}).Draw(t, "tiling")
}

// A press flips the cells that share an edge with it in the drawing, and nothing else does.
func TestTilesFlipWhatTheyShareAnEdgeWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawTiling(t))
		corners := make([]map[[2]int]bool, b.Lights())
		for cell := range corners {
			corners[cell] = map[[2]int]bool{}
			for _, c := range b.Layout().Outline(cell) {
				corners[cell][[2]int{int(math.Round(c[0] * 1000)), int(math.Round(c[1] * 1000))}] = true
			}
		}
		for s := range corners {
			var want []int
			for l := range corners {
				shared := 0
				for c := range corners[s] {
					if corners[l][c] {
						shared++
					}
				}
				if l != s && shared > 2 {
					t.Fatalf("%s: cells %d and %d lie on each other", b, s, l)
				}
				if shared == 2 || l == s && !b.Shape().SelfOff {
					want = append(want, l)
				}
			}
			if got := b.Toggles(s); !slices.Equal(got, want) {
				t.Fatalf("%s: switch %d flips %v, its neighbours in the drawing are %v", b, s, got, want)
			}
		}
	})
}

// All sides are one length and all cells one size, and the drawing starts in the corner.
func TestTilesAreRegular(t *testing.T) {
	for spec, side := range map[string]float64{"hex:4": 1 / math.Sqrt(3), "hexgrid:3x5": 1 / math.Sqrt(3), "triangle:5": 1, "trigrid:4x6": 1} {
		b := parse(t, spec)
		left, top := math.Inf(1), math.Inf(1)
		for cell := range b.Lights() {
			o := b.Layout().Outline(cell)
			for i, p := range o {
				q := o[(i+1)%len(o)]
				if got := math.Hypot(p[0]-q[0], p[1]-q[1]); math.Abs(got-side) > 1e-9 {
					t.Fatalf("%s: a side of cell %d is %v long, want %v", spec, cell, got, side)
				}
				left, top = min(left, p[0]), min(top, p[1])
			}
		}
		if left != 0 || top != 0 {
			t.Errorf("%s: the drawing starts at %v, %v", spec, left, top)
		}
	}
}

// The five solids are the distance-regular graphs with these intersection arrays, and the only ones
// (Brouwer, Cohen, Neumaier, Distance-Regular Graphs, 1989): from any vertex, a vertex at distance i has
// b_i neighbours one further and c_i one nearer.
func TestPlatonicSolids(t *testing.T) {
	for _, c := range []struct {
		name     string
		b, c     []int
		vertices int
	}{
		{"tetrahedron", []int{3}, []int{1}, 4},
		{"cube", []int{3, 2, 1}, []int{1, 2, 3}, 8},
		{"octahedron", []int{4, 1}, []int{1, 4}, 6},
		{"dodecahedron", []int{3, 2, 1, 1, 1}, []int{1, 1, 1, 2, 3}, 20},
		{"icosahedron", []int{5, 2, 1}, []int{1, 2, 5}, 12},
	} {
		b := parse(t, "platonic:"+c.name+",self=off")
		if b.Lights() != c.vertices || b.Layout() != nil {
			t.Errorf("%s: %d lights", b, b.Lights())
		}
		for from := range b.Switches() {
			distance := map[int]int{from: 0}
			for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
				for _, v := range b.Toggles(queue[0]) {
					if _, seen := distance[v]; !seen {
						distance[v] = distance[queue[0]] + 1
						queue = append(queue, v)
					}
				}
			}
			if len(distance) != c.vertices {
				t.Fatalf("%s is not connected", b)
			}
			for v, d := range distance {
				further, nearer := 0, 0
				for _, w := range b.Toggles(v) {
					switch distance[w] - d {
					case 1:
						further++
					case -1:
						nearer++
					}
				}
				if d < len(c.b) && further != c.b[d] || d == len(c.b) && further != 0 || d > 0 && nearer != c.c[d-1] {
					t.Errorf("%s: from %d, vertex %d at distance %d has %d neighbours further and %d nearer", b, from, v, d, further, nearer)
				}
			}
		}
	}
}

// Cells, rows and places of huge boards are computed, not written down.
func TestHugeTilings(t *testing.T) {
	for _, spec := range []string{"hex:600000", "triangle:1000000", "hexgrid:1000000x1000000", "trigrid:1000000x1000000"} {
		b := parse(t, spec)
		for _, cell := range []int{0, 1, b.Lights() / 3, b.Lights() / 2, b.Lights() - 1} {
			row, col := b.Layout().Place(cell)
			if back := b.Layout().Cell(row, col); back != cell {
				t.Errorf("%s: cell %d is at %d,%d, where cell %d is", spec, cell, row, col, back)
			}
			if flips := b.Toggles(cell); !slices.Contains(flips, cell) || len(flips) < 2 {
				t.Errorf("%s: switch %d flips %v", spec, cell, flips)
			}
		}
	}
}
