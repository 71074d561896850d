package coset

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lightsout/gf2"
)

// Checks asks for the lightest word with a given syndrome: a set of cells, as cheap as can be, that
// meets check i in an odd number of cells just where bit i of Syndrome is set. It is the problem of
// Minimum seen from the other side, for codes with few checks and a great many words. With the
// left null space of a board as checks it asks for the fewest lights to change so that a puzzle
// becomes solvable.
type Checks struct {
	Rows     []gf2.Vec // all of one length, the number of cells; may be dependent
	Syndrome gf2.Vec   // one bit per row
	Costs    []int     // what a one costs, per cell, positive; nil means 1 each
}

// ErrNoWord says that no word has the syndrome: some checks add up to nothing, their bits do not.
var ErrNoWord = errors.New("coset: no word has this syndrome")

// Leader returns the lightest word with the syndrome; coding theory calls it the coset leader.
// Options.Method is ignored. Stopping early is as with Minimum.
//
// With r independent checks, r ≤ 28, and cells that cost the same, it is a breadth-first search over
// the 2^r syndromes (memory: 2^r bytes and the frontier); otherwise, up to 64 checks, it meets in the
// middle (mitm.go); beyond, the problem is turned round and given to Minimum.
func Leader(ctx context.Context, c Checks, o Options) (Result, error) {
	n, err := c.check()
	if err != nil {
		return Result{}, err
	}
	o = o.withDefaults()
	rows := make([]gf2.Vec, len(c.Rows))
	bit := make([]gf2.Vec, len(c.Rows))
	for i, row := range c.Rows {
		rows[i] = row.Clone()
		bit[i] = gf2.NewVec(1)
		bit[i].Set(0, c.Syndrome.Bit(i))
	}
	pivot := eliminate(rows, bit, nil)
	for _, b := range bit[len(pivot):] {
		if b.Bit(0) {
			return Result{}, ErrNoWord
		}
	}
	word := gf2.NewVec(n)
	for i, p := range pivot {
		word.Set(p, bit[i].Bit(0))
	}
	rows = rows[:len(pivot)]
	if len(rows) > 64 {
		o.Method = ""
		return Minimum(ctx, Problem{Word: word, Basis: rightNull(rows, pivot, n), Costs: c.Costs}, o)
	}

	m, cells := distinctColumns(rows, n, Problem{Costs: c.Costs})
	for i, b := range bit[:len(pivot)] {
		if b.Bit(0) {
			m.target |= 1 << i
		}
	}
	m.f.word = m.anyWord()
	m.f.given = m.f.word
	equal := true
	for _, cost := range m.f.cost {
		m.f.total += cost
		equal = equal && cost == 1
	}
	method := method{"mitm", m.search}
	if r := len(rows); equal && r <= 28 && int64(5)<<r <= max(o.MaxMemory, 1<<20) {
		method.name, method.search = "breadth", func(s *search) error { return breadth(s, m, r) }
	}
	s := newSearch(ctx, m.f, o)
	defer s.cancel()
	s.even = false // that is about a form's rows, and here they are not listed
	say := newTeller(o.Progress)
	defer say.close()
	s.tell = say.say
	s.told()
	s.proof.Method = method.name
	s.proof.Dimension = n - len(rows)
	found, err := s.run(method)
	if err != nil {
		return Result{}, err
	}
	s.told()
	out := Result{
		Word: gf2.NewVec(n), Weight: found.weight, Lower: found.lower, Proved: found.proved(),
		Stopped: found.stopped, Method: method.name, Proof: found.proof,
	}
	out.Proof.Cells = n
	for j := range found.best.Ones() {
		out.Word.Set(cells[j], true)
	}
	return out, nil
}

// distinctColumns sees the cells from the checks. Of cells that meet the same checks only the cheapest
// can be in a lightest word, and of those the first will do; cells that meet none are in no lightest
// word. It returns the cells that are left, too.
func distinctColumns(rows []gf2.Vec, n int, price Problem) (*syndromes, []int) {
	m := &syndromes{f: &form{}}
	columns := make([]uint64, n)
	for i, row := range rows {
		for j := range row.Ones() {
			columns[j] |= 1 << i
		}
	}
	var cells []int
	first := map[uint64]int{}
	for j, column := range columns {
		at, ok := first[column]
		switch {
		case column == 0:
		case !ok:
			first[column] = len(cells)
			cells = append(cells, j)
			m.of = append(m.of, column)
			m.f.cost = append(m.f.cost, price.costOf(j))
		case price.costOf(j) < m.f.cost[at]:
			cells[at], m.f.cost[at] = j, price.costOf(j)
		}
	}
	return m, cells
}

// anyWord is a word with the target for its syndrome. The checks being reduced, each has a column
// that meets it alone.
func (m *syndromes) anyWord() gf2.Vec {
	word := gf2.NewVec(len(m.of))
	for j, column := range m.of {
		if column&(column-1) == 0 && column&m.target != 0 {
			word.Set(j, true)
		}
	}
	return word
}

// check returns the number of cells.
func (c Checks) check() (int, error) {
	if c.Syndrome.Len() != len(c.Rows) {
		return 0, fmt.Errorf("coset: a syndrome of %d bits for %d checks", c.Syndrome.Len(), len(c.Rows))
	}
	n := len(c.Costs)
	if len(c.Rows) > 0 {
		n = c.Rows[0].Len()
	}
	return n, Problem{Word: gf2.NewVec(n), Basis: c.Rows, Costs: c.Costs}.check()
}

// rightNull is a basis of the words that meet every check evenly; the checks are reduced.
func rightNull(rows []gf2.Vec, pivot []int, n int) []gf2.Vec {
	isPivot := make([]bool, n)
	for _, p := range pivot {
		isPivot[p] = true
	}
	var basis []gf2.Vec
	for j := range n {
		if isPivot[j] {
			continue
		}
		b := gf2.VecOf(n, j)
		for i, p := range pivot {
			b.Set(p, rows[i].Bit(j))
		}
		basis = append(basis, b)
	}
	return basis
}

// breadth searches the syndromes from nothing outwards: those of d columns are those of d−1 with one
// more column added. How far a syndrome is from the target is how far their sum is from nothing, so
// the search ends halfway: when a syndrome at distance d leaves one known for the rest.
//
// Cost: (syndromes nearer than half the answer)·(columns).
func breadth(s *search, m *syndromes, checks int) error {
	const unknown = math.MaxUint8
	distance := make([]uint8, 1<<checks)
	for i := range distance {
		distance[i] = unknown
	}
	distance[0] = 0
	frontier := []uint32{0}
	// No more columns than checks are ever needed, so the distances fit.
	for d := 1; ; d++ {
		s.raise(2*d - 1)
		var next []uint32
		for i, at := range frontier {
			if i%1024 == 0 && s.stopped() {
				return s.ctx.Err()
			}
			for _, column := range m.of {
				if to := at ^ uint32(column); distance[to] == unknown {
					distance[to] = uint8(d)
					next = append(next, to)
				}
			}
		}
		s.words.Add(uint64(len(frontier)) * uint64(len(m.of)))
		frontier = next
		best, middle := uint8(unknown), uint64(0)
		for _, at := range frontier {
			if rest := distance[m.target^uint64(at)]; rest < best {
				best, middle = rest, uint64(at)
			}
		}
		if best != unknown {
			word := gf2.NewVec(len(m.of))
			m.descend(word, distance, middle)
			m.descend(word, distance, m.target^middle)
			s.settle(word, word.Weight())
			return nil
		}
	}
}

// descend flips in word the columns on a shortest way from a syndrome to nothing.
func (m *syndromes) descend(word gf2.Vec, distance []uint8, at uint64) {
	for at != 0 {
		for j, column := range m.of {
			if distance[at^column] == distance[at]-1 {
				word.Flip(j)
				at ^= column
				break
			}
		}
	}
}
