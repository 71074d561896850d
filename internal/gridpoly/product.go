package gridpoly

import (
	"context"
	"fmt"

	"lightsout/gf2"
)

// product is a surface whose matrix is X·T, with X = H + Above along the lines of cells in a row and
// T = V + Beside along those in a column. The lines of a direction are paths or cycles that have no cell
// in common, so X and T are solved line by line.
//
// X·y = b determines y up to the patterns κ that X sends to zero, and T·p = y + κ has an answer if that is
// orthogonal to the patterns t that T sends to zero. So the sum of κs is wanted whose overlaps with the ts
// are those of y: a linear system, whose matrix is the overlaps of the ts with the κs.
type product struct {
	rows, cols int
	x, t       direction
	overlaps   *gf2.System // a row for every t, a column for every κ
}

// direction is all lines of one direction: so many of them, of so many cells. If they are twisted, line i
// goes on as the last but i, and both are one.
type direction struct {
	count, length   int
	between, stride int // from one line to the next, and from one cell to the next
	cycle, twisted  bool
	self            bool // a cell itself counts, besides its two neighbours
	kinds           map[lineKind]lineMap
	dim             int // of what the whole direction sends to zero
}

// lineKind is all that matters about a line but its place.
type lineKind struct {
	length int
	cycle  bool
}

// cellLine is cells in succession: some from one number on, then as many from another, if it has two parts.
type cellLine struct {
	lineKind
	part         int // the length of each part
	first, other int // where the parts begin
	stride       int // from one cell to the next
}

func (l cellLine) cell(i int) int {
	if i < l.part {
		return l.first + i*l.stride
	}
	return l.other + (i-l.part)*l.stride
}

func newProduct(ctx context.Context, edges Edges, rows, cols int, flips Flips) (*product, error) {
	p := &product{rows: rows, cols: cols}
	p.x = direction{count: rows, length: cols, between: cols, stride: 1, cycle: edges != Apart, twisted: edges.twisted(), self: flips.Above}
	p.t = direction{count: cols, length: rows, between: 1, stride: cols, twisted: edges == Projective, self: flips.Beside,
		cycle: edges == JoinedBoth || edges == Klein || edges == Projective}
	p.x.learn()
	p.t.learn()
	if p.x.dim > 0 && p.t.dim > maxOverlaps/p.x.dim {
		return nil, fmt.Errorf("its rows alone have %d quiet patterns and its columns %d, and the matrix of their overlaps has at most %d entries", p.x.dim, p.t.dim, maxOverlaps)
	}
	var err error
	p.overlaps, err = gf2.NewSystem(ctx, p.overlapMatrix())
	return p, err
}

// maxOverlaps bounds the matrix of overlaps: 1 GiB.
const maxOverlaps = 1 << 33

// overlapMatrix has a row for every t and a column for every κ. A t is all in one line of its direction,
// so it meets few cells of each κ.
func (p *product) overlapMatrix() *gf2.Matrix {
	// Where each cell of a t is among the lines of the other direction.
	type place struct{ line, at int }
	places := func(cell int) place {
		r, c := cell/p.cols, cell%p.cols
		if r >= p.x.lines() { // the second part of a twisted line
			return place{p.rows - 1 - r, p.cols + c}
		}
		return place{r, c}
	}
	m := gf2.NewMatrix(p.t.dim, p.x.dim)
	if p.x.dim == 0 {
		return m
	}
	p.t.eachNull(func(i int, l cellLine, null []bool) {
		for k, on := range null {
			if !on {
				continue
			}
			at := places(l.cell(k))
			for j, other := range p.x.kinds[p.x.line(at.line).lineKind].nulls {
				if other[at.at] {
					m.Flip(i, p.x.before(at.line)+j)
				}
			}
		}
	})
	return m
}

// lines is how many lines there are, two that are one counted once.
func (d direction) lines() int {
	if d.twisted {
		return (d.count + 1) / 2
	}
	return d.count
}

// line is line i.
func (d direction) line(i int) cellLine {
	l := cellLine{lineKind: lineKind{d.length, d.cycle}, part: d.length, first: i * d.between, stride: d.stride}
	if j := d.count - 1 - i; d.twisted && j > i {
		l.length, l.other = 2*d.length, j*d.between
	}
	return l
}

// learn finds out what the direction does to its lines. All but the last are of one kind.
func (d *direction) learn() {
	d.kinds = map[lineKind]lineMap{}
	last := d.lines() - 1
	for _, i := range []int{0, last} {
		if kind := d.line(i).lineKind; d.kinds[kind].starts == nil {
			d.kinds[kind] = d.newLineMap(kind)
		}
	}
	d.dim = d.before(last) + len(d.kinds[d.line(last).lineKind].nulls)
}

// before is how many patterns of the lines before line i the direction sends to zero.
func (d direction) before(i int) int { return i * len(d.kinds[d.line(0).lineKind].nulls) }

// chaseLine goes along a line of lights, from the cells before the first and on the first, and writes the
// line of presses over them. What it returns must be false, false: how the cells after the last differ from
// what they should be.
func (d direction) chaseLine(kind lineKind, start [2]bool, line []bool) (residue [2]bool) {
	before, here := start[0], start[1]
	for i, light := range line {
		line[i] = here
		next := light != before
		if d.self {
			next = next != here
		}
		before, here = here, next
	}
	if kind.cycle {
		return [2]bool{before != start[0], here != start[1]}
	}
	return [2]bool{false, here}
}

// lineMap is what a direction does to lines of one kind.
type lineMap struct {
	nulls [][]bool // a basis of the patterns that the neighbour sums send to zero: two at most
	// starts is, for each residue of chasing from two empty cells that can be made good, the cells to start
	// from instead.
	starts map[[2]bool][2]bool
}

func (d direction) newLineMap(kind lineKind) lineMap {
	m := lineMap{starts: map[[2]bool][2]bool{}}
	for _, start := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
		if start[0] && !kind.cycle {
			break
		}
		line := make([]bool, kind.length)
		residue := d.chaseLine(kind, start, line)
		if _, ok := m.starts[residue]; !ok {
			m.starts[residue] = start
		}
		if residue == [2]bool{} && start != [2]bool{} && len(m.nulls) < 2 {
			m.nulls = append(m.nulls, line)
		}
	}
	return m
}

// solve finds y whose neighbour sums along this direction are the given lights; or a pattern that they send
// to zero, with an odd number of the lights.
func (d direction) solve(lights gf2.Vec) (y, witness gf2.Vec, ok bool) {
	y = gf2.NewVec(lights.Len())
	var line []bool
	for i := range d.lines() {
		l := d.line(i)
		line = l.read(lights, line[:0])
		start, ok := d.kinds[l.lineKind].starts[d.chaseLine(l.lineKind, [2]bool{}, line)]
		if !ok {
			return gf2.Vec{}, d.oddNull(l, lights), false
		}
		if start != [2]bool{} {
			line = l.read(lights, line[:0])
			d.chaseLine(l.lineKind, start, line)
		}
		l.add(line, y)
	}
	return y, gf2.Vec{}, true
}

// read appends the cells of a line.
func (l cellLine) read(from gf2.Vec, line []bool) []bool {
	words := from.Words()
	for at := 0; at < l.length; at += l.part {
		cell := l.cell(at)
		for range l.part {
			line = append(line, words[cell/64]>>(cell%64)&1 != 0)
			cell += l.stride
		}
	}
	return line
}

// add adds a line to a vector.
func (l cellLine) add(line []bool, to gf2.Vec) {
	for i, on := range line {
		if on {
			to.Flip(l.cell(i))
		}
	}
}

// oddNull is a pattern of one line, sent to zero, with an odd number of the lights.
func (d direction) oddNull(l cellLine, lights gf2.Vec) gf2.Vec {
	for _, null := range d.kinds[l.lineKind].nulls {
		z := gf2.NewVec(lights.Len())
		l.add(null, z)
		if z.Dot(lights) {
			return z
		}
	}
	panic("gridpoly: a line is unsolvable but no quiet pattern shows it")
}

// eachNull calls do for every pattern of one line that the direction sends to zero, in a fixed order.
func (d direction) eachNull(do func(i int, l cellLine, null []bool)) {
	if d.dim == 0 {
		return
	}
	for i := range d.lines() {
		l := d.line(i)
		for k, null := range d.kinds[l.lineKind].nulls {
			do(d.before(i)+k, l, null)
		}
	}
}

// combined is the sum of the patterns that a vector names.
func (d direction) combined(cells int, which gf2.Vec) gf2.Vec {
	sum := gf2.NewVec(cells)
	d.eachNull(func(i int, l cellLine, null []bool) {
		if which.Bit(i) {
			l.add(null, sum)
		}
	})
	return sum
}

func (p *product) cells() int { return p.rows * p.cols }

// Nullity: what X sends to zero is quiet, and so is z if X·z is sent to zero by T; X·z is any t that
// overlaps all κ evenly.
func (p *product) Nullity() int { return p.x.dim + p.t.dim - p.overlaps.Rank() }

// Solve is presses, or a witness that there are none.
func (p *product) Solve(lights gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	y, witness, ok := p.x.solve(lights)
	if !ok {
		return gf2.Vec{}, witness, false
	}
	wanted := gf2.NewVec(p.t.dim)
	p.t.eachNull(func(i int, l cellLine, null []bool) {
		odd := false
		for k, on := range null {
			odd = odd != (on && y.Bit(l.cell(k)))
		}
		wanted.Set(i, odd)
	})
	which, not, ok := p.overlaps.Solve(wanted)
	if !ok {
		return gf2.Vec{}, p.before(not), false
	}
	y.Add(p.x.combined(p.cells(), which))
	presses, _, ok = p.t.solve(y)
	if !ok {
		panic("gridpoly: a column has no answer, though it overlaps all quiet patterns evenly")
	}
	return presses, gf2.Vec{}, true
}

// before is a z for which X·z is the sum of the ts that a vector names, which overlaps all κ evenly.
func (p *product) before(which gf2.Vec) gf2.Vec {
	z, _, ok := p.x.solve(p.t.combined(p.cells(), which))
	if !ok {
		panic("gridpoly: a row has no answer, though it overlaps all quiet patterns evenly")
	}
	return z
}

// Quiet is a basis of the quiet patterns.
func (p *product) Quiet() []gf2.Vec {
	var basis []gf2.Vec
	p.x.eachNull(func(_ int, l cellLine, null []bool) {
		z := gf2.NewVec(p.cells())
		l.add(null, z)
		basis = append(basis, z)
	})
	for _, which := range p.overlaps.LeftNull() {
		basis = append(basis, p.before(which))
	}
	return basis
}
