package board

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
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

// The nullities come from the axial coordinates of hexagons and the corner points of triangles, with an
// elimination of its own: nothing here knows rows, shifts or columns.
func TestNullitiesOfTiles(t *testing.T) {
	hexagons := func(r int) [][2]int {
		var cells [][2]int
		for y := -r + 1; y < r; y++ {
			for x := -r + 1; x < r; x++ {
				if s := x + y; -r < s && s < r {
					cells = append(cells, [2]int{x, y})
				}
			}
		}
		return cells
	}
	triangles := func(n int) [][2]int { // barycentric corners: (3a+1, 3b+1) up, (3a+2, 3b+2) down
		var cells [][2]int
		for a := range n {
			for b := range n - a {
				cells = append(cells, [2]int{3*a + 1, 3*b + 1})
				if a+b < n-1 {
					cells = append(cells, [2]int{3*a + 2, 3*b + 2})
				}
			}
		}
		return cells
	}
	hexagonal := func(d [2]int) bool { return slices.Contains([][2]int{{1, 0}, {0, 1}, {1, -1}}, d) }
	triangular := func(d [2]int) bool { return slices.Contains([][2]int{{1, 1}, {1, -2}, {-2, 1}}, d) }
	for _, c := range []struct {
		kind  string
		cells func(int) [][2]int
		next  func([2]int) bool // a step to a neighbour, or the reverse of one
		want  []int
	}{
		{"hex", hexagons, hexagonal, []int{0, 2, 3, 4, 0}},
		{"triangle", triangles, triangular, []int{0, 1, 1, 2, 2, 3, 3, 4}},
	} {
		for i, want := range c.want {
			cells := c.cells(i + 1)
			if b := parse(t, fmt.Sprintf("%s:%d", c.kind, i+1)); b.Lights() != len(cells) {
				t.Fatalf("%s has %d lights, want %d", b, b.Lights(), len(cells))
			} else if got := nullity(b); got != want {
				t.Errorf("%s has nullity %d, want %d", b, got, want)
			}
			rows := make([]uint64, len(cells))
			for s, p := range cells {
				for l, q := range cells {
					d := [2]int{q[0] - p[0], q[1] - p[1]}
					if s == l || c.next(d) || c.next([2]int{-d[0], -d[1]}) {
						rows[s] |= 1 << l
					}
				}
			}
			if got := len(rows) - rank(rows); got != want {
				t.Errorf("%s:%d by its coordinates: nullity %d, want %d", c.kind, i+1, got, want)
			}
		}
	}
}

func nullity(b *Board) int {
	rows := make([]uint64, b.Switches())
	for s := range rows {
		for _, l := range b.Toggles(s) {
			rows[s] |= 1 << l
		}
	}
	return len(rows) - rank(rows)
}

func rank(rows []uint64) int {
	rank := 0
	for i := range rows {
		if rows[i] == 0 {
			continue
		}
		rank++
		low := rows[i] & -rows[i]
		for k := range rows {
			if k != i && rows[k]&low != 0 {
				rows[k] ^= rows[i]
			}
		}
	}
	return rank
}

// The five solids are the distance-regular graphs with these intersection arrays, and the only ones
// (Brouwer, Cohen, Neumaier, Distance-Regular Graphs, 1989): from any vertex, a vertex at distance i has
// b_i neighbours one further and c_i one nearer.
func TestPlatonicSolids(t *testing.T) {
	for _, c := range []struct {
		name     string
		b, c     []int
		nullity  int
		vertices int
	}{
		{"tetrahedron", []int{3}, []int{1}, 3, 4},
		{"cube", []int{3, 2, 1}, []int{1, 2, 3}, 4, 8},
		{"octahedron", []int{4, 1}, []int{1, 4}, 0, 6},
		{"dodecahedron", []int{3, 2, 1, 1, 1}, []int{1, 1, 1, 2, 3}, 6, 20},
		{"icosahedron", []int{5, 2, 1}, []int{1, 2, 5}, 6, 12},
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
		withSelf := parse(t, "platonic:"+c.name)
		if got := nullity(withSelf); got != c.nullity {
			t.Errorf("%s has nullity %d, want %d", withSelf, got, c.nullity)
		}
	}
}

// On hypercube:3 and platonic:cube the numbers differ, the graph does not: a vertex of either is joined
// to three others, and two have two common neighbours or none.
func TestTheCubeIsTheHypercube(t *testing.T) {
	common := func(b *Board) []int {
		var counts []int
		for u := range 8 {
			for v := range u {
				counts = append(counts, bits.OnesCount64(setOf(b, u)&setOf(b, v)))
			}
		}
		slices.Sort(counts)
		return counts
	}
	if a, b := common(parse(t, "platonic:cube,self=off")), common(parse(t, "hypercube:3,self=off")); !slices.Equal(a, b) {
		t.Errorf("common neighbours %v and %v", a, b)
	}
}

func setOf(b *Board, s int) uint64 {
	set := uint64(0)
	for _, l := range b.Toggles(s) {
		set |= 1 << l
	}
	return set
}

func TestTilingErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"hex:3,pattern=king":             "pattern= needs square cells; a press on hex flips the cells that share an edge with it",
		"hex:2,mask=###/###/###":         "mask row 1 has 3 cells, the board 2 there",
		"hex:2,mask=##/##":               "the mask has 2 rows, the board 3",
		"triangle:2,mask=_/___":          "the mask leaves no cell",
		"hex:0":                          "sizes start at 1",
		"hex:2x2":                        "hex takes R",
		"hexgrid:3":                      "hexgrid takes RxC",
		"hex:605600":                     beyondAnyBoard,
		"triangle:1048577":               beyondAnyBoard,
		"hex:9223372036854775807":        beyondAnyBoard,
		"platonic:cubus":                 `did you mean "cube"`,
		"platonic":                       "which one? Write platonic:tetrahedron|cube|octahedron|dodecahedron|icosahedron",
		"platonic:cube,mask=#":           "mask= needs a board of rows and columns",
		"platonic:cube,pattern=king":     "pattern= needs a board made of rows and columns; platonic is not",
		"trigrid:1099511627776x2":        beyondAnyBoard,
		"trigrid:2x2,self=off,self=off ": "given twice",
	} {
		if strconv.IntSize == 32 && strings.ContainsAny(spec, "123456789") {
			want = "" // the number already is too large
		}
		if _, err := Parse(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", spec, err, want)
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
