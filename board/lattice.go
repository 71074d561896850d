package board

import (
	"fmt"
	"slices"
)

// lattice is the toggler of boards made of cells along axes: a pattern of steps, and what happens
// at the edges.
type lattice struct {
	dims  []int
	steps [][]int // the centre among them unless self is off
	wrap  func(dims, at []int) bool
	holes *holes // nil: every cell is there
	cells int
	full  bool // besides, all other cells along every axis
}

func (g *lattice) most() int {
	most := len(g.steps)
	if g.full {
		for _, d := range g.dims {
			most += d - 1
		}
	}
	return min(most, g.cells)
}

func (g *lattice) total() int { return times(g.cells, g.most()) }

func (g *lattice) appendToggles(dst []int, s int) []int {
	if g.holes != nil {
		s = int(g.holes.place[s])
	}
	var room [16]int
	here, at := room[:0:8], room[8:8]
	here = slices.Grow(here, len(g.dims))[:len(g.dims)]
	at = slices.Grow(at, len(g.dims))[:len(g.dims)]
	for axis := len(g.dims) - 1; axis >= 0; axis-- {
		here[axis] = s % g.dims[axis]
		s /= g.dims[axis]
	}
	if g.full {
		dst = g.appendLines(dst, here)
	}
	for _, step := range g.steps {
		inside := true
		for axis, d := range g.dims {
			at[axis] = here[axis] + step[axis]
			inside = inside && uint(at[axis]) < uint(d)
		}
		if !inside && !g.wrap(g.dims, at) {
			continue
		}
		cell := 0
		for axis, d := range g.dims {
			cell = cell*d + at[axis]
		}
		if g.holes != nil {
			if cell = int(g.holes.cell[cell]); cell < 0 {
				continue
			}
		}
		dst = append(dst, cell)
	}
	return dst
}

// appendLines appends the other cells of the lines through a place, one line along each axis.
func (g *lattice) appendLines(dst, here []int) []int {
	place, stride := 0, 1
	for _, d := range g.dims {
		stride *= d
	}
	for axis, d := range g.dims {
		place = place*d + here[axis]
	}
	for axis, d := range g.dims {
		stride /= d
		for i := range d {
			cell := place + (i-here[axis])*stride
			if i != here[axis] && g.holes != nil {
				cell = int(g.holes.cell[cell])
			}
			if i != here[axis] && cell >= 0 {
				dst = append(dst, cell)
			}
		}
	}
	return dst
}

// maxPatternAxes bounds the patterns that grow exponentially with the number of axes.
const maxPatternAxes = 10

// latticeBoard makes a board of cells along axes.
func (k kind) latticeBoard(dims []int, cells int, opt shapeOptions) (*Board, error) {
	switch {
	case opt.given && (k.name == "path" || k.name == "cycle"):
		return nil, fmt.Errorf("pattern= needs a board made of rows and columns; %s is not", k.name)
	case opt.mask != nil && len(dims) != 2:
		return nil, errMask
	case opt.pattern.name == "picture" && len(dims) != 2:
		return nil, fmt.Errorf("a pattern picture has two sides, the board %d", len(dims))
	case opt.pattern.name != "" && len(dims) > maxPatternAxes:
		return nil, fmt.Errorf("pattern=%s goes up to %d sides", opt.pattern.name, maxPatternAxes)
	}
	b := k.cellBoard(dims, cells, opt)
	g := &lattice{dims: dims, steps: opt.pattern.steps(len(dims)), wrap: k.edge, cells: cells,
		full: opt.pattern.name == crossFull}
	if !opt.pattern.selfOff {
		g.steps = append(g.steps, make([]int, len(dims)))
	}
	b.toggles, b.layout = g, latticeLayout(dims)
	if opt.mask != nil {
		return b.masked(g, opt.mask)
	}
	return b, nil
}

// The edge rules bring a place beyond the edge back onto the board and report whether there is
// such a place.

func edgeEnds(_, _ []int) bool { return false }

func edgeTorus(dims, at []int) bool {
	for axis, d := range dims {
		at[axis] = ((at[axis] % d) + d) % d
	}
	return true
}

func edgeCylinder(dims, at []int) bool {
	if uint(at[0]) >= uint(dims[0]) {
		return false
	}
	at[1] = ((at[1] % dims[1]) + dims[1]) % dims[1]
	return true
}

func edgeMobius(dims, at []int) bool {
	if uint(at[0]) >= uint(dims[0]) {
		return false
	}
	wrapWithFlip(dims, at, 1)
	return true
}

func edgeKlein(dims, at []int) bool {
	at[0] = ((at[0] % dims[0]) + dims[0]) % dims[0]
	wrapWithFlip(dims, at, 1)
	return true
}

func edgeProjective(dims, at []int) bool {
	// A flip mirrors the other coordinate about the board's middle, so it keeps how far that one
	// is out: each turn brings some coordinate nearer, and the order of turns does not matter.
	for uint(at[0]) >= uint(dims[0]) || uint(at[1]) >= uint(dims[1]) {
		wrapWithFlip(dims, at, 0)
		wrapWithFlip(dims, at, 1)
	}
	return true
}

// wrapWithFlip brings at[axis] onto the board, mirroring the other coordinate each time it passes
// the edge.
func wrapWithFlip(dims, at []int, axis int) {
	for ; at[axis] < 0; at[axis] += dims[axis] {
		at[1-axis] = dims[1-axis] - 1 - at[1-axis]
	}
	for ; at[axis] >= dims[axis]; at[axis] -= dims[axis] {
		at[1-axis] = dims[1-axis] - 1 - at[1-axis]
	}
}
