package gridpoly

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

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
const maxOverlaps = min(1<<33, math.MaxInt)

// overlapMatrix has a row for every t and a column for every κ. A t is all in one line of its direction,
// so it meets few cells of each κ.
func (p *product) overlapMatrix() *gf2.Matrix {
	m := gf2.NewMatrix(p.t.dim, p.x.dim)
	if p.x.dim == 0 {
		return m
	}
	lines := p.x.lines()
	nulls, last := p.x.kinds[p.x.line(0).lineKind].nulls, p.x.kinds[p.x.line(lines-1).lineKind].nulls
	p.t.eachNull(func(i int, l cellLine, null []bool) {
		row := m.Row(i)
		for k, on := range null {
			if !on {
				continue
			}
			// Where the cell is among the lines of the other direction.
			cell := l.cell(k)
			line, at := cell/p.cols, cell%p.cols
			if line >= lines { // the second part of a twisted line
				line, at = p.rows-1-line, p.cols+at
			}
			mine := nulls
			if line == lines-1 {
				mine = last
			}
			for j, other := range mine {
				if other[at] {
					row.Flip(line*len(nulls) + j)
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
//
// It goes down all lines at a time: with the lines as columns, a row has one cell of each.
func (d direction) solve(lights gf2.Vec) (y, witness gf2.Vec, ok bool) {
	cells := d.upright(lights)
	pressed := NewBits(d.length, d.count)
	if d.twisted && d.count%2 == 1 && !d.solveMiddle(cells, pressed) {
		return gf2.Vec{}, d.oddNull(d.line(d.lines()-1), lights), false
	}
	n := rowWords(d.abreast())
	starts := [2][]uint64{make([]uint64, n), make([]uint64, n)}
	residue := d.chaseAll(starts, cells, nil)
	for k := range n {
		for r := range 4 {
			want := [2]bool{r&1 != 0, r&2 != 0}
			lines := d.lastAbreast(k)
			for side, bit := range want {
				lines &= residue[side][k] ^ -boolWord(!bit)
			}
			start, ok := d.kinds[d.line(0).lineKind].starts[want]
			if lines != 0 && !ok {
				return gf2.Vec{}, d.oddNull(d.line(64*k+bits.TrailingZeros64(lines)), lights), false
			}
			for side := range start {
				starts[side][k] |= lines & -boolWord(start[side])
			}
		}
	}
	d.chaseAll(starts, cells, pressed)
	return d.lying(pressed), gf2.Vec{}, true
}

func boolWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// abreast is how many lines are chased at a time: all, but for the middle one of an odd number of twisted
// lines, which is shorter.
func (d direction) abreast() int {
	if d.twisted && d.count > 1 {
		return d.count / 2
	}
	return d.count
}

// lastAbreast has a one for every line that word k of a row holds.
func (d direction) lastAbreast(k int) uint64 {
	if k < rowWords(d.abreast())-1 {
		return ^uint64(0)
	}
	return Shape{Cols: d.abreast()}.lastWord()
}

// upright is a set of cells with the lines of this direction as columns, lying the way back.
func (d direction) upright(v gf2.Vec) *Bits {
	if d.stride == 1 {
		return BitsOf(d.count, d.length, v).transposed()
	}
	return BitsOf(d.length, d.count, v)
}

func (d direction) lying(b *Bits) gf2.Vec {
	if d.stride == 1 {
		b = b.transposed()
	}
	return b.Vec()
}

// chaseAll is chaseLine for all lines abreast, with one bit for each. It writes the presses to a board of
// their own, if there is one.
func (d direction) chaseAll(starts [2][]uint64, lights, pressed *Bits) (residue [2][]uint64) {
	n := len(starts[0])
	before, here := slices.Clone(starts[0]), slices.Clone(starts[1])
	buf := make([]uint64, rowWords(d.count))
	for i := range d.line(0).length {
		light := d.abreastAt(lights, i, buf)
		for k := range n {
			next := light[k] ^ before[k]
			if d.self {
				next ^= here[k]
			}
			before[k], here[k] = here[k], next&d.lastAbreast(k)
		}
		if pressed == nil {
			continue
		}
		to := pressed.Row(i % d.length)
		if i < d.length {
			for k, w := range before {
				to[k] |= w
			}
			continue
		}
		reverseRow(buf, before, d.count)
		for k, w := range buf {
			to[k] |= w
		}
	}
	if d.cycle {
		for k := range n {
			before[k] ^= starts[0][k]
			here[k] ^= starts[1][k]
		}
		return [2][]uint64{before, here}
	}
	return [2][]uint64{make([]uint64, n), here}
}

// abreastAt is cell i of all lines abreast, the first one in each word's lowest bit. It may use buf.
func (d direction) abreastAt(b *Bits, i int, buf []uint64) []uint64 {
	if i < d.length {
		return b.Row(i)
	}
	reverseRow(buf, b.Row(i-d.length), d.count)
	return buf
}

// overlaps tells which of the patterns that the direction sends to zero have an odd number of cells in
// common with a set.
func (d direction) overlaps(v gf2.Vec) gf2.Vec {
	odd := gf2.NewVec(d.dim)
	if d.dim == 0 {
		return odd
	}
	cells, buf := d.upright(v), make([]uint64, rowWords(d.count))
	nulls := d.kinds[d.line(0).lineKind].nulls
	for k, null := range nulls {
		sum := make([]uint64, rowWords(d.abreast()))
		for i, on := range null {
			if on {
				for k, w := range d.abreastAt(cells, i, buf)[:len(sum)] {
					sum[k] ^= w
				}
			}
		}
		for i := range d.abreast() {
			odd.Set(i*len(nulls)+k, sum[i/64]>>(i%64)&1 != 0)
		}
	}
	if middle := d.lines() - 1; middle >= d.abreast() {
		for k, null := range d.kinds[d.line(middle).lineKind].nulls {
			for i, on := range null {
				if on && cells.Has(i, middle) {
					odd.Flip(d.before(middle) + k)
				}
			}
		}
	}
	return odd
}

// solveMiddle solves the middle one of an odd number of twisted lines, if it can.
func (d direction) solveMiddle(lights, pressed *Bits) bool {
	if d.count == 1 {
		return true // it is the only one, and goes like those that are not twisted
	}
	kind := lineKind{d.length, d.cycle}
	middle := d.count / 2
	read := func() []bool {
		line := make([]bool, d.length)
		for i := range line {
			line[i] = lights.Has(i, middle)
		}
		return line
	}
	start, ok := d.kinds[kind].starts[d.chaseLine(kind, [2]bool{}, read())]
	if !ok {
		return false
	}
	line := read()
	d.chaseLine(kind, start, line)
	for i, on := range line {
		if on {
			pressed.Flip(i, middle)
		}
	}
	return true
}

// reverseRow writes a row of n cells in the opposite order.
func reverseRow(to, row []uint64, n int) {
	clear(to[copy(to, gf2.Poly(row).Trim().Reverse(n-1)):])
}

// transposed is the cells with rows and columns exchanged, in squares of 64 by 64.
func (b *Bits) transposed() *Bits {
	t := NewBits(b.cols, b.rows)
	n, m := rowWords(b.cols), rowWords(b.rows)
	var square [64]uint64
	for r := range m {
		for c := range n {
			clear(square[:])
			for i := range min(64, b.rows-64*r) {
				square[i] = b.words[(64*r+i)*n+c]
			}
			transposeSquare(&square)
			for i := range min(64, b.cols-64*c) {
				t.words[(64*c+i)*m+r] = square[i]
			}
		}
	}
	return t
}

// transposeSquare exchanges rows and columns: quarters first, then quarters of these, and so on (H. S. Warren,
// Hacker's Delight, section 7-3).
func transposeSquare(a *[64]uint64) {
	for j, mask := 32, uint64(0x00000000ffffffff); j != 0; j, mask = j/2, mask^mask<<(j/2) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & mask
			a[k] ^= t << j
			a[k+j] ^= t
		}
	}
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
	which, not, ok := p.overlaps.Solve(p.t.overlaps(y))
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
