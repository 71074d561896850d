package board

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// On every shape but Merlin and codes, and with every named pattern, flipping is mutual; and with the cross
// or a named pattern a press flips its own light exactly when self is on, unless wraps make it meet
// itself.
func TestFlippingIsMutual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		if !b.IsGraph() || b.Shape().Kind == "merlin" || b.Shape().Pattern == "picture" {
			return
		}
		for u := range b.Switches() {
			for _, v := range b.Toggles(u) {
				if !slices.Contains(b.Toggles(v), u) {
					t.Fatalf("%s: %d flips %d, but not the other way round", b, u, v)
				}
			}
		}
	})
}

// Switching self off changes what a press does to its own light and nothing else.
func TestSelfOff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		if !b.IsGraph() || b.Shape().SelfOff {
			return
		}
		off := parse(t, b.Spec()+",self=off")
		for s := range b.Switches() {
			if got, want := cancelPairs(append(off.Toggles(s), s)), b.Toggles(s); !slices.Equal(got, want) {
				t.Fatalf("%s: switch %d flips %v with its own light, want %v", off, s, got, want)
			}
		}
	})
}

// On a grid of any number of axes a press reaches the cells that differ by one in one coordinate.
func TestGridNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 4).Draw(t, "dims")
		b := parse(t, "grid"+joinDims(dims))
		for u := range b.Switches() {
			var want []int
			for v := range b.Lights() {
				if distance(dims, u, v) <= 1 {
					want = append(want, v)
				}
			}
			if got := b.Toggles(u); !slices.Equal(got, want) {
				t.Fatalf("%s: %d flips %v, want %v", b, u, got, want)
			}
		}
	})
}

func distance(dims []int, u, v int) int {
	sum := 0
	for axis := len(dims) - 1; axis >= 0; axis-- {
		d := u%dims[axis] - v%dims[axis]
		sum += max(d, -d)
		u, v = u/dims[axis], v/dims[axis]
	}
	return sum
}

// Where a wrap reaches a light twice, the two flips cancel.
func TestWrapsCancel(t *testing.T) {
	for spec, want := range map[string][]int{
		"torus:2x2":          {0},       // both ways round are the same neighbour
		"torus:1x1":          {0},       // four flips of the own light cancel
		"torus:1x3":          {0, 1, 2}, // up and down are the own light, twice
		"torus:1x1,self=off": nil,
		"cycle:1":            {0},
		"cycle:2":            {0},
		"cycle:3":            {0, 1, 2},
		"cylinder:3x2":       {0, 2},
		"torus:3x3":          {0, 1, 2, 3, 6},
		"klein:2x2":          {0, 1, 3}, // right once as it is, left once with the flip
		"projective:1x1":     {0},
	} {
		if got := parse(t, spec).Toggles(0); !slices.Equal(got, want) {
			t.Errorf("%s: the first switch flips %v, want %v", spec, got, want)
		}
	}
}

// A band with a flip is half of a band twice as long without it: going round twice comes home. So
// the cells of the double cover, projected, flip what the cell below them flips; likewise for the
// Klein bottle and the projective plane under a torus.
func TestTwistedBoardsHaveStraightCovers(t *testing.T) {
	type surface struct {
		name, cover string
		twistRows   bool // crossing the top or bottom edge mirrors columns
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom([]surface{
			{"mobius", "cylinder", false}, {"klein", "torus", false}, {"projective", "torus", true},
		}).Draw(t, "surface")
		rows, cols := rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "cols")
		options := rapid.SampledFrom([]string{"", ",pattern=king", ",pattern=x", ",pattern=knight", ",self=off"}).Draw(t, "options")
		b := parse(t, fmt.Sprintf("%s:%dx%d%s", s.name, rows, cols, options))
		tall := rows
		if s.twistRows {
			tall = 2 * rows
		}
		cover := parse(t, fmt.Sprintf("%s:%dx%d%s", s.cover, tall, 2*cols, options))
		project := func(cell int) int {
			r, c := cell/(2*cols), cell%(2*cols)
			if r >= rows {
				r, c = r-rows, (3*cols-1-c)%(2*cols)
			}
			if c >= cols {
				r, c = rows-1-r, c-cols
			}
			return r*cols + c
		}
		for cell := range cover.Switches() {
			var down []int
			for _, l := range cover.Toggles(cell) {
				down = append(down, project(l))
			}
			if got, want := cancelPairs(down), b.Toggles(project(cell)); !slices.Equal(got, want) {
				t.Fatalf("%s at %d: the cover flips %v, the board %v", b, project(cell), got, want)
			}
		}
	})
}

// On the surface of a cube every cell has four neighbours, and three cells meet pairwise just at
// the eight corners.
func TestCubeSurface(t *testing.T) {
	for n := 1; n <= 6; n++ {
		b := parse(t, fmt.Sprintf("cube:%d,self=off", n))
		if b.Switches() != 6*n*n {
			t.Errorf("cube:%d has %d cells", n, b.Switches())
		}
		triangles := 0
		for u := range b.Switches() {
			near := b.Toggles(u)
			if len(near) != 4 {
				t.Errorf("cube:%d: cell %d has neighbours %v", n, u, near)
			}
			for i, v := range near {
				for _, w := range near[:i] {
					if flips(b, v, w) {
						triangles++
					}
				}
			}
		}
		if triangles != 3*8 {
			t.Errorf("cube:%d has %d triangles, want one at each of 8 corners", n, triangles/3)
		}
	}
}

// The net in the documentation of cube:N: what meets across each edge of the front face, and two
// edges that the net tears apart.
func TestCubeNet(t *testing.T) {
	b := parse(t, "cube:2")
	const up, left, front, right, back, down = 0, 4, 8, 12, 16, 20
	for _, pair := range [][2]int{
		{front + 0, up + 2}, {front + 1, up + 3}, {front + 0, left + 1}, {front + 2, left + 3},
		{front + 1, right + 0}, {front + 2, down + 0}, {front + 3, down + 1}, {right + 1, back + 0},
		{back + 1, left + 0}, {back + 3, left + 2}, {up + 0, back + 1}, {up + 0, left + 0},
		{down + 2, back + 3}, {down + 3, right + 3},
	} {
		if !flips(b, pair[0], pair[1]) {
			t.Errorf("cells %d and %d should be neighbours", pair[0], pair[1])
		}
	}
}

// A corner flips its 2×2 block, the middle of a side that side, the centre the cross.
func TestMerlin(t *testing.T) {
	b := parse(t, "merlin")
	want := []string{
		"110110000", "111000000", "011011000",
		"100100100", "010111010", "001001001",
		"000110110", "000000111", "000011011",
	}
	for s, lights := range want {
		v, err := b.ParseState(lights)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(b.Toggles(s), v.Indices()) {
			t.Errorf("button %d flips %v, want %v", s+1, b.Toggles(s), v.Indices())
		}
	}
	if flips(b, 4, 0) || !flips(b, 0, 4) {
		t.Error("Merlin is directed: a corner flips the centre, the centre no corner")
	}
}

func TestNamedGraphs(t *testing.T) {
	for spec, degree := range map[string]int{"petersen": 3, "complete:9": 8, "cycle:9": 2, "hypercube:5": 5} {
		b := parse(t, spec)
		for s := range b.Switches() {
			if got := len(b.Toggles(s)) - 1; got != degree {
				t.Errorf("%s: node %d has %d neighbours, want %d", spec, s, got, degree)
			}
		}
	}
	// The Petersen graph has girth 5 (no triangle, no square) and 15 edges.
	b := parse(t, "petersen,self=off")
	if n := b.Shape().Flips; n != 30 {
		t.Errorf("petersen has %d edges", n/2)
	}
	for u := range 10 {
		for v := range u {
			common := 0
			for _, w := range b.Toggles(u) {
				if flips(b, v, w) {
					common++
				}
			}
			if want := 1; flips(b, u, v) && common != 0 || !flips(b, u, v) && common != want {
				t.Errorf("petersen: %d and %d have %d common neighbours", u, v, common)
			}
		}
	}
	star := parse(t, "star:9")
	if len(star.Toggles(0)) != 9 || !slices.Equal(star.Toggles(5), []int{0, 5}) {
		t.Errorf("star:9: the centre flips %v, a leaf %v", star.Toggles(0), star.Toggles(5))
	}
	path := parse(t, "path:4")
	if !slices.Equal(path.Toggles(0), []int{0, 1}) || !slices.Equal(path.Toggles(2), []int{1, 2, 3}) {
		t.Errorf("path:4: %v, %v", path.Toggles(0), path.Toggles(2))
	}
}

// Holes are gone: the remaining cells flip what they flip on the whole board, less the holes.
func TestHolesFallAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "cols")
		shape := rapid.SampledFrom([]string{"grid", "torus", "mobius", "projective"}).Draw(t, "shape")
		spec := fmt.Sprintf("%s:%dx%d,pattern=%s", shape, rows, cols, rapid.SampledFrom(patternNames).Draw(t, "pattern"))
		whole := parse(t, spec)
		holed := parse(t, spec+",mask="+drawMask(t, rows, cols))
		cell := func(place int) int { return holed.Layout().Cell(place/cols, place%cols) }
		for place := range whole.Switches() {
			if cell(place) < 0 {
				continue
			}
			var want []int
			for _, l := range whole.Toggles(place) {
				if cell(l) >= 0 {
					want = append(want, cell(l))
				}
			}
			if got := holed.Toggles(cell(place)); !slices.Equal(got, want) {
				t.Fatalf("%s: %d flips %v, want %v", holed, cell(place), got, want)
			}
		}
	})
}

// flips reports whether switch s flips light x.
func flips(b *Board, s, x int) bool { return slices.Contains(b.Toggles(s), x) }
