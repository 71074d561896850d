package zmod

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
)

// Entry is a number in a column of a matrix.
type Entry struct {
	Row   int
	Value uint8 // from 0 to K−1
}

// Columns is the matrix of a board.
func Columns(b *board.Board) [][]Entry {
	columns := make([][]Entry, b.Switches())
	for s := range columns {
		for l, amount := range b.Adds(s) {
			columns[s] = append(columns[s], Entry{Row: l, Value: uint8(amount)})
		}
	}
	return columns
}

// MaxEntries bounds rows × columns of a system: about 5,800 of each. Dense elimination of that size takes
// minutes; on grids it is a fraction of a second.
const MaxEntries = 1 << 25

// System is a matrix in Howell form (see the package comment). It never changes and is safe for concurrent
// use.
type System struct {
	ring   *ring
	height int // lights: the columns of the form
	width  int // switches: the rows it began with
	rows   []row
	pivots []int // by light: the row whose first entry is there, or −1
	zero   []int // rows that became zero
	ops    []operation
}

// row is what is left of a combination of switches: its entries from the first that is not zero to the last
// that may not be.
type row struct {
	first  int
	values []uint8
}

func (r row) end() int { return r.first + len(r.values) }

// operation replaces rows i and j by s·i + t·j and u·i + v·j; with i = j it replaces row i by s·i. A row
// that is added, the annihilated multiple of another, begins as zero.
type operation struct {
	i, j       int32
	s, t, u, v uint8
}

// NewSystem brings the matrix with these columns into Howell form. An entry may occur several times; the
// values add up. Sizes beyond [MaxEntries] and K out of range are errors, and so is the end of the context.
func NewSystem(ctx context.Context, k, height int, columns [][]Entry) (*System, error) {
	switch {
	case k < MinStates || k > MaxStates:
		return nil, fmt.Errorf("zmod: modulo %d is out of range, from %d to %d", k, MinStates, MaxStates)
	case height > 0 && len(columns) > MaxEntries/height:
		return nil, fmt.Errorf("zmod: a %d×%d matrix has more than %d entries", height, len(columns), MaxEntries)
	}
	s := newSystem(newRing(k), height, len(columns))
	dense := make([]uint8, height)
	for i, list := range columns {
		first, end := height, 0
		for _, e := range list {
			dense[e.Row] = s.ring.add[dense[e.Row]][int(e.Value)%k]
			first, end = min(first, e.Row), max(end, e.Row+1)
		}
		if first < end {
			s.rows[i] = row{first, slices.Clone(dense[first:end])}
			clear(dense[first:end])
		}
	}
	return s, s.eliminate(ctx)
}

func newSystem(r *ring, height, width int) *System {
	s := &System{ring: r, height: height, width: width, rows: make([]row, width), pivots: make([]int, height)}
	for l := range s.pivots {
		s.pivots[l] = -1
	}
	return s
}

// eliminate goes through the columns of the form. All rows that begin at a column become one pivot and rows
// that begin later.
func (s *System) eliminate(ctx context.Context) error {
	begins := make([][]int, s.height)
	put := func(i int) {
		r := &s.rows[i]
		skip := 0
		for skip < len(r.values) && r.values[skip] == 0 {
			skip++
		}
		r.first, r.values = r.first+skip, r.values[skip:]
		if len(r.values) == 0 {
			s.zero = append(s.zero, i)
			return
		}
		begins[r.first] = append(begins[r.first], i)
	}
	for i := range s.rows {
		put(i)
	}
	for l := range s.height {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		list := begins[l]
		begins[l] = nil
		if len(list) == 0 {
			continue
		}
		pivot := slices.MinFunc(list, s.better)
		s.pivots[l] = pivot
		s.scale(pivot, s.ring.fix[s.rows[pivot].values[0]])
		for _, i := range list {
			if i != pivot {
				s.clear(pivot, i)
				put(i)
			}
		}
		if d := int(s.rows[pivot].values[0]); d != 1 {
			put(s.annihilate(pivot, s.ring.k/d))
		}
	}
	return nil
}

// better compares two rows that begin at the same column as pivots: the one that divides more comes first,
// then the shorter one.
func (s *System) better(i, j int) int {
	a, b := s.rows[i], s.rows[j]
	if d := s.ring.gcd[a.values[0]] - s.ring.gcd[b.values[0]]; d != 0 {
		return d
	}
	if d := len(a.values) - len(b.values); d != 0 {
		return d
	}
	return i - j
}

func (s *System) scale(i int, by uint8) {
	if by == 1 {
		return
	}
	s.ops = append(s.ops, operation{i: int32(i), j: int32(i), s: by})
	for n, x := range s.rows[i].values {
		s.rows[i].values[n] = s.ring.mul[by][x]
	}
}

// clear makes row i zero where it begins, which is where the pivot begins, by unimodular operations. The
// pivot's first entry becomes the greatest common divisor of both.
func (s *System) clear(pivot, i int) {
	p, r := &s.rows[pivot], &s.rows[i]
	a, b := int(p.values[0]), int(r.values[0])
	op := operation{i: int32(pivot), j: int32(i), s: 1, v: 1}
	if b%a == 0 {
		op.u = s.ring.reduce(-b / a)
	} else {
		g, x, y := bezout(a, b)
		op.s, op.t = s.ring.reduce(x), s.ring.reduce(y)
		op.u, op.v = s.ring.reduce(-b/g), s.ring.reduce(a/g)
	}
	s.ops = append(s.ops, op)
	r.extend(p.end())
	if op.s == 1 && op.t == 0 && op.v == 1 {
		s.ring.addMultiple(r.values[:len(p.values)], p.values, op.u)
		return
	}
	p.extend(r.end())
	for n := range p.values {
		x, y := p.values[n], r.values[n]
		p.values[n] = s.ring.add[s.ring.mul[op.s][x]][s.ring.mul[op.t][y]]
		r.values[n] = s.ring.add[s.ring.mul[op.u][x]][s.ring.mul[op.v][y]]
	}
}

// extend gives the row entries up to an end.
func (r *row) extend(end int) {
	if more := end - r.end(); more > 0 {
		r.values = append(r.values, make([]uint8, more)...)
	}
}

// annihilate adds the row c·pivot, which is zero where the pivot begins.
func (s *System) annihilate(pivot, c int) int {
	i := len(s.rows)
	p := s.rows[pivot]
	s.ops = append(s.ops, operation{i: int32(i), j: int32(pivot), s: 1, t: uint8(c), v: 1})
	added := row{p.first, make([]uint8, len(p.values))}
	s.ring.addMultiple(added.values, p.values, uint8(c))
	s.rows = append(s.rows, added)
	return i
}

// combination turns numbers of times that rows of the form are taken into numbers of times that switches
// are pressed. It overwrites them.
func (s *System) combination(times []uint8) []uint8 {
	mul, add := &s.ring.mul, &s.ring.add
	for n := len(s.ops) - 1; n >= 0; n-- {
		op := s.ops[n]
		if op.i == op.j {
			times[op.i] = mul[op.s][times[op.i]]
			continue
		}
		x, y := times[op.i], times[op.j]
		times[op.i] = add[mul[op.s][x]][mul[op.u][y]]
		times[op.j] = add[mul[op.t][x]][mul[op.v][y]]
	}
	return slices.Clip(times[:s.width])
}

// Solve finds x with A·x = b; or, if there is none, a witness with witness·A = 0 and witness·b ≠ 0.
func (s *System) Solve(b []uint8) (x, witness []uint8, ok bool) {
	rest := slices.Clone(b)
	times := make([]uint8, len(s.rows))
	for l := range rest {
		if rest[l] == 0 {
			continue
		}
		p := s.pivots[l]
		if p < 0 {
			return nil, s.witness(l, 1), false
		}
		r := s.rows[p]
		d := r.values[0]
		if rest[l]%d != 0 {
			return nil, s.witness(l, uint8(s.ring.k)/d), false
		}
		times[p] = rest[l] / d
		s.ring.addMultiple(rest[l:r.end()], r.values, s.ring.reduce(-int(times[p])))
	}
	return s.combination(times), nil, true
}

// witness is the vector that is zero after light l, has the given entry there, and meets every row in 0.
func (s *System) witness(l int, entry uint8) []uint8 {
	y := make([]uint8, s.height)
	y[l] = entry
	for i := l - 1; i >= 0; i-- {
		if s.pivots[i] < 0 {
			continue
		}
		r := s.rows[s.pivots[i]]
		sum := 0
		for n, x := range r.values[1:] {
			sum += int(x) * int(y[i+1+n])
		}
		y[i] = s.ring.reduce(-int(s.ring.reduce(sum)) / int(r.values[0]))
	}
	return y
}

// Rank is how many pivots the form has; for prime K, the rank of the matrix.
func (s *System) Rank() int {
	n := 0
	for _, p := range s.pivots {
		if p >= 0 {
			n++
		}
	}
	return n
}

// ImageOrder is how many b have a solution, and KernelOrder is how many solutions each of them has.
func (s *System) ImageOrder() *big.Int {
	n := big.NewInt(1)
	for _, p := range s.pivots {
		if p >= 0 {
			n.Mul(n, big.NewInt(int64(s.ring.k/int(s.rows[p].values[0]))))
		}
	}
	return n
}

// KernelOrder is how many x have A·x = 0.
func (s *System) KernelOrder() *big.Int {
	n := power(s.ring.k, s.width)
	return n.Quo(n, s.ImageOrder())
}
