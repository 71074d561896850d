package cosetleader

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"lightsout/gf2"
)

// meeting is meet in the middle on one part, whichever way its problem was given: a word of the coset
// is a set of columns that add up to the target.
//
// Sets of 1, 2, 3, … columns are tried until one adds up to the target (sums.go does it), and every size that is
// excluded raises the lower bound. Where columns have costs, a range of costs takes the place of a size.
type meeting struct {
	ctx     context.Context
	options Options // Workers and MaxMemory
	part    *part
	left    *int64 // sums that may still be formed
	tried   uint64 // sums formed

	lower func() int // of the cost of a set
	most  func() int // the greatest cost that matters
	raise func(lower int)

	columns []columnKey // of the part, once a search has begun
	target  uint64      // its key
}

// noLimit is a number of sums that is never reached.
const noLimit = 1 << 62

// begin gives the columns their keys.
func (m *meeting) begin() {
	key := newKeyer(m.part.k)
	m.target = key.of(m.part.target)
	for c := range m.part.m() {
		m.columns = append(m.columns, columnKey{key.of(m.part.col(c)), c})
	}
}

// search raises the lower bound until a set is found or nothing lighter than the best can be left.
// What is found is proved minimal: every smaller set is excluded.
//
// A size that is too costly to exclude is searched as far as the limit of sums allows, if a solution is
// likely there.
func (m *meeting) search() (found []int, err error) {
	m.begin()
	step := 0
	if m.part.cost != nil {
		step = 2*max(1, m.most()/32) - 1 // if columns are expensive, most sizes add no sets
	}
	for w := max(1, m.lower()); w <= m.most(); {
		m.raise(w)
		limit := min(w+step, m.most())
		h := newHalving(m.columns, m.part.cost, limit)
		expected := binomial(m.part.m(), limit) * math.Exp2(-float64(m.part.k)) // sets that add up to the target
		switch {
		case !h.fits(m.options.MaxMemory):
			return nil, ErrMemory
		case h.steps() > float64(*m.left) && expected < 0.5:
			return nil, ErrSums
		}
		found, complete := m.sets(h, nil)
		switch {
		case m.ctx.Err() != nil && (found == nil || m.part.cost != nil):
			return found, m.ctx.Err()
		case found != nil:
			return found, nil
		case !complete:
			return nil, ErrSums
		}
		m.raise(limit + 1)
		w = max(limit+1, m.lower())
	}
	return nil, nil
}

// list visits every set of cost up to limit that adds up to the target, once.
func (m *meeting) list(limit int, visit func(set []int)) error {
	m.begin()
	if m.part.leastCount() == 0 {
		visit(nil)
	}
	for w := 1; w <= limit; w++ {
		if m.part.cost != nil {
			w = limit
		}
		h := newHalving(m.columns, m.part.cost, w)
		if !h.fits(m.options.MaxMemory) {
			return ErrMemory
		}
		m.sets(h, visit)
		if err := m.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// sets visits every set that the halving is for and that adds up to the target, once. If visit is nil it finds the
// least instead, of those of the first round that has one if columns have no costs. complete tells that everything was
// searched.
func (m *meeting) sets(h halving, visit func(set []int)) (best []int, complete bool) {
	var stop atomic.Bool
	defer context.AfterFunc(m.ctx, func() { stop.Store(true) })()
	var found [roundSize][]int
	meet := func(job int, set []int) {
		switch {
		case !m.part.sumIsTarget(set):
		case visit != nil:
			visit(set)
		case found[job] == nil || m.part.compare(set, found[job]) < 0:
			found[job] = set
		}
	}
	merge := func() bool {
		for job, set := range found {
			if set != nil && (best == nil || m.part.compare(set, best) < 0) {
				best = set
			}
			found[job] = nil
		}
		return best != nil && m.part.cost == nil
	}
	budget := float64(*m.left)
	q := newSums(m.part, m.columns, h)
	q.once = visit != nil
	complete = q.run(m.target, m.options.Workers, &budget, &stop, meet, merge)
	*m.left = int64(budget)
	m.tried += q.tried
	return best, complete
}

// mitm searches a form from its checks. It suits codes of high rate, whose cosets have very light words.
//
// Cost: the number of sets of ⌈w/2⌉ columns, for words of weight w. Memory: some bytes for each set of
// ⌊w/2⌋ of them, divided by the number of tables that sums.go cuts them into.
func mitm(s *search) error {
	if s.f.total > maxWide {
		return fmt.Errorf("%w: mitm counts in 32 bits, and the costs add up to %d", ErrMethod, s.f.total)
	}
	left := int64(noLimit)
	m := &meeting{
		ctx: s.ctx, options: Options{Workers: s.workers, MaxMemory: s.memory}, part: s.f.byChecks(), left: &left,
		lower: func() int { return s.lower }, most: s.aim, raise: s.raise,
	}
	defer func() { s.words.Add(m.tried) }()
	offer := func(set []int) {
		word := gf2.VecOf(s.f.n(), set...)
		s.offer(word, s.f.weigh(word))
	}
	if s.listing() {
		return m.list(s.aim(), offer)
	}
	leeBrickell(s, leeBrickellLong)
	set, err := m.search()
	if set != nil {
		offer(set)
	}
	return err
}

// byChecks is a form as a part: the columns of its checks, and the syndrome of its word. Unlike the
// parts of a problem given by checks, it may have equal columns and zeros.
func (f *form) byChecks() *part {
	k := f.n() - f.k()
	p := &part{k: k, words: (k + 63) / 64}
	p.cols, p.target = make([]uint64, f.n()*p.words), make([]uint64, p.words)
	check := make([]int, f.n()) // the check that is column j's own; −1 at pivots
	isPivot := make([]bool, f.n())
	for _, c := range f.pivot {
		isPivot[c] = true
	}
	for j := range f.n() {
		p.column = append(p.column, j)
		check[j] = -1
		if i := len(p.pivot); !isPivot[j] {
			check[j] = i
			p.pivot = append(p.pivot, j)
			p.col(j)[i/64] |= 1 << (i % 64)
		}
	}
	toggle := func(column []uint64, word gf2.Vec) {
		for j := range word.Ones() {
			if i := check[j]; i >= 0 {
				column[i/64] ^= 1 << (i % 64)
			}
		}
	}
	for i, c := range f.pivot { // row i is a word of the code, so its columns add up to zero
		toggle(p.col(c), f.rows[i])
	}
	toggle(p.target, f.word)
	if f.total != f.n() {
		p.cost = slices.Clone(f.cost)
	}
	return p
}

// mitm searches one part of a problem that was given by checks.
func (s *dualSearch) mitm(i int) {
	f := &s.finds[i]
	m := &meeting{
		ctx: s.ctx, options: s.options, part: s.parts[i], left: &s.left,
		lower: func() int { return f.lower },
		most:  func() int { return len(f.set) - 1 },
		raise: func(lower int) { s.raise(i, lower) },
	}
	set, err := m.search()
	f.stopped = err
	if set != nil {
		s.better(i, set)
		s.raise(i, len(set))
	}
}
