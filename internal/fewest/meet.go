package fewest

import (
	"math"

	"lightsout/gf2"
)

// noLimit is a number of sums that is never reached.
const noLimit = 1 << 62

// meet is meet in the middle on one part, whichever way its problem was given: a word of the coset is a set of columns
// that add up to the target.
//
// It tries the sets of 1, 2, 3, … columns until one adds up to the target (see sums.go), and every size that it
// excludes raises the lower bound. So what it finds is proved minimal. left is how many sums it may still form. A size
// that takes more is searched as far as that allows, if a solution is likely there.
func (s *search) meet(p *checkPart, left *int64) error {
	keys, target := p.keyed()
	for w := max(1, s.known.Lower); w <= s.aim(); w = max(w+1, s.known.Lower) {
		if s.stopped() {
			return s.ctx.Err()
		}
		s.raise(w)
		h := newHalving(p.m(), w)
		likely := binomial(p.m(), w)*math.Exp2(-float64(p.k)) >= 0.5
		switch {
		case !h.fits(s.options.MaxMemory), s.options.room(s.ctx, h.bytes()) != nil:
			return ErrMemory
		case h.steps > float64(*left) && !likely:
			return ErrSums
		}
		q := newSums(keys, target, h)
		found, complete := q.search(s.ctx, p, s.options.Workers, left, nil)
		switch {
		case found != nil:
			s.offerSet(p, found)
			return nil
		case s.stopped():
			return s.ctx.Err()
		case !complete:
			return ErrSums
		}
		s.raise(w + 1)
	}
	return nil
}

// offerSet offers the word that a set of a part's columns is.
func (s *search) offerSet(p *checkPart, set []int) {
	word := gf2.NewVec(s.known.Best.Bits().Len())
	for _, c := range set {
		word.Set(p.column[c], true)
	}
	s.offer(word, len(set))
}

// listSets offers every set of up to limit columns that adds up to the target, once.
func (s *search) listSets(p *checkPart, limit int) error {
	limit = min(limit, p.m())
	largest := newHalving(p.m(), limit)
	if !largest.fits(s.options.MaxMemory) || s.options.room(s.ctx, largest.bytes()) != nil {
		return ErrMemory // before the smaller sets take their time for nothing
	}
	if p.leastCount() == 0 {
		s.offerSet(p, nil)
	}
	left := int64(noLimit)
	keys, target := p.keyed()
	for w := 1; w <= limit; w++ {
		q := newSums(keys, target, newHalving(p.m(), w))
		q.search(s.ctx, p, s.options.Workers, &left, func(set []int) { s.offerSet(p, set) })
		if s.stopped() {
			return s.ctx.Err()
		}
	}
	return nil
}

// mitm searches a form from its checks. It suits codes of high rate, whose cosets have very light words.
//
// Cost: the number of sets of ⌈w/2⌉ columns, for words of weight w. Memory: some bytes for each set of
// ⌊w/2⌋ of them, divided by the number of tables that sums.go cuts them into.
func mitm(s *search) error {
	if s.f.total > max(maxUnary, s.f.n()) {
		return unaryError("mitm", s.f.total)
	}
	if s.listing() {
		return s.listSets(s.f.byChecks(), s.aim())
	}
	leeBrickell(s, s.f.lightEffort(min(s.aim(), s.f.radius())))
	left := int64(noLimit)
	return s.meet(s.f.byChecks(), &left)
}

// byChecks is a form as a part: the columns of its checks, and the syndrome of its word. Unlike the
// parts of a problem given by checks, it may have equal columns and zeros. A column of cost c is c columns that change
// together, as c−1 further checks say; the first n are those of the form.
func (f *form) byChecks() *checkPart {
	k := f.total - f.k()
	p := &checkPart{k: k, words: (k + 63) / 64}
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
