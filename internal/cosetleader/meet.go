package cosetleader

import (
	"context"
	"math"
	"slices"

	"lightsout/gf2"
)

// meeting is meet in the middle on one part, whichever way its problem was given: a word of the coset
// is a set of columns that add up to the target.
//
// Sets of 1, 2, 3, … columns are tried until one adds up to the target (plans.go says how a size is searched,
// sums.go does it), and every size that is excluded raises the lower bound.
type meeting struct {
	ctx     context.Context
	options Options // Workers and MaxMemory
	part    *part
	left    *int64 // sums that may still be formed
	tried   uint64 // sums formed

	lower func() int // of the size of a set
	most  func() int // the greatest size that matters
	raise func(lower int)
}

// noLimit is a number of sums that is never reached.
const noLimit = 1 << 62

// search raises the lower bound until a set is found or nothing lighter than the best can be left.
// What is found is proved minimal: every smaller set is excluded.
//
// A size that is too costly to exclude is searched as far as the limit of sums allows, if a solution is
// likely there.
func (m *meeting) search() (found []int, err error) {
	plans := newPlanner(m.part)
	for w := max(1, m.lower()); w <= m.most(); w = max(w+1, m.lower()) {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		m.raise(w)
		list, work := plans.at(w)
		likely := binomial(m.part.m(), w)*math.Exp2(-float64(m.part.k)) >= 0.5
		switch {
		case slices.ContainsFunc(list, func(p plan) bool { return !p.fits(m.options.MaxMemory) }):
			return nil, ErrMemory
		case work > float64(*m.left) && !likely:
			return nil, ErrSums
		}
		for _, p := range list {
			found, complete := m.follow(p, nil)
			switch {
			case found != nil:
				return found, nil
			case m.ctx.Err() != nil:
				return nil, m.ctx.Err()
			case !complete:
				return nil, ErrSums
			}
		}
		m.raise(w + 1)
	}
	return nil, nil
}

// follow is [sums.search] by a plan.
func (m *meeting) follow(p plan, visit func(set []int)) (found []int, complete bool) {
	q := newSums(p.columns, p.halving)
	found, complete = q.search(m.ctx, m.part, p, m.options.Workers, m.left, visit)
	m.tried += q.tried
	return found, complete
}

// list visits every set of up to limit columns that adds up to the target, once.
func (m *meeting) list(limit int, visit func(set []int)) error {
	plans := newPlanner(m.part)
	limit = min(limit, m.part.m())
	if largest := plans.all(limit); !largest.fits(m.options.MaxMemory) {
		return ErrMemory // before the smaller sets take their time for nothing
	}
	if m.part.leastCount() == 0 {
		visit(nil)
	}
	for w := 1; w <= limit; w++ {
		m.follow(plans.all(w), visit)
		if err := m.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// maxUnary bounds the costs of a form for mitm, which writes them in unary.
const maxUnary = 1 << 10

// mitm searches a form from its checks. It suits codes of high rate, whose cosets have very light words.
//
// Cost: the number of sets of ⌈w/2⌉ columns, for words of weight w. Memory: some bytes for each set of
// ⌊w/2⌋ of them, divided by the number of tables that sums.go cuts them into.
func mitm(s *search) error {
	if s.f.total > max(maxUnary, s.f.n()) {
		return unaryError("mitm", s.f.total)
	}
	left := int64(noLimit)
	part := s.f.byChecks()
	m := &meeting{
		ctx: s.ctx, options: Options{Workers: s.workers, MaxMemory: s.memory}, part: part, left: &left,
		lower: func() int { return s.lower }, most: s.aim, raise: s.raise,
	}
	defer func() { s.words.Add(m.tried) }()
	offer := func(set []int) {
		word := gf2.NewVec(s.f.n())
		for _, c := range set {
			word.Set(part.column[c], true)
		}
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
// parts of a problem given by checks, it may have equal columns and zeros. A column of cost c is c columns that change
// together, as c−1 further checks say; the first n are those of the form.
func (f *form) byChecks() *part {
	k := f.total - f.k()
	p := &part{k: k, words: (k + 63) / 64}
	p.cols, p.target = make([]uint64, f.total*p.words), make([]uint64, p.words)
	check := make([]int, f.n()) // the check that is column j's own; −1 at pivots
	isPivot := make([]bool, f.n())
	for _, c := range f.pivot {
		isPivot[c] = true
	}
	checks := 0
	add := func(columns ...int) int { // a check of some columns
		i := checks
		checks++
		for _, c := range columns {
			p.col(c)[i/64] |= 1 << (i % 64)
		}
		return i
	}
	for j := range f.n() {
		p.column = append(p.column, j)
		check[j] = -1
		if !isPivot[j] {
			check[j] = add(j)
		}
	}
	for j, cost := range f.cost {
		for before := j; cost > 1; cost-- {
			add(before, len(p.column))
			before, p.column = len(p.column), append(p.column, j)
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
