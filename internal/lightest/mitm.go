package lightest

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// mitm meets in the middle: a word of the coset is a set of columns whose syndromes add up to that
// of the coset, and such a set of cost w consists of two sets of cost about w/2 each.
//
// For h = 0, 1, … all sets of cost up to h are put in a table by their syndromes. A set of cost up
// to 2h+1, in the order of its columns, begins with columns of cost at most h; with the next column
// these cost more than h, so the rest is in the table. So all first parts are tried in turn, and
// the missing syndrome is looked up. If all columns cost 1, sets of cost 2h are done first, with
// first parts of h columns. Each h raises the lower bound by two.
//
// It suits codes of high rate with up to 64 checks, whose cosets have very light words.
//
// Among words of equal weight the first in order of first parts is preferred, after what descend found.
//
// Cost: the number of sets of h+1 columns for words of weight 2h+1. Memory: 24 bytes per set of h.
func mitm(s *search) error {
	m, err := newSyndromes(s.f)
	if err != nil {
		return err
	}
	if s.listing() {
		m.h = s.aim() / 2
		m.even = m.unit() && s.aim()%2 == 0
		return m.meet(s, s.aim())
	}
	descend(s, descendLong)
	return m.search(s)
}

// search raises h until nothing lighter can be left.
func (m *syndromes) search(s *search) error {
	step := max(1, s.weight/32) // if columns are expensive, most values of h add no sets
	if m.unit() {
		step = 1
	}
	for m.h = 0; s.lower <= s.aim(); m.h += step {
		for _, m.even = range []bool{true, false} {
			limit := 2 * m.h
			if !m.even {
				limit++
			} else if !m.unit() {
				continue
			}
			limit = min(limit, s.aim())
			if limit < s.lower {
				continue
			}
			if err := m.meet(s, limit); err != nil {
				return err
			}
			s.raise(limit + 1)
		}
	}
	return nil
}

// syndromes is a form seen from its checks.
type syndromes struct {
	f      *form
	of     []uint64 // per column
	target uint64   // of the coset
	h      int
	even   bool // the first part of a set stops at h; enough for 2h if all columns cost 1
	table  *syndromeTable
	filled int // the table holds the sets of cost up to this
	least  int // the cost of the cheapest column
}

// unit reports whether all columns cost 1.
func (m *syndromes) unit() bool { return m.f.total == len(m.of) }

func newSyndromes(f *form) (*syndromes, error) {
	checks := f.n() - f.k()
	if checks > 64 {
		return nil, fmt.Errorf("%w: mitm cannot handle a part with %d checks", ErrMethod, checks)
	}
	m := &syndromes{f: f, of: make([]uint64, f.n())}
	isPivot := make([]bool, f.n())
	for _, c := range f.pivot {
		isPivot[c] = true
	}
	check := 0
	for j := range f.n() {
		if !isPivot[j] {
			m.of[j] = 1 << check
			check++
		}
	}
	for i, c := range f.pivot { // row i is a word of the code, so its syndromes add up to zero
		for j := range f.rows[i].Ones() {
			if j != c {
				m.of[c] ^= m.of[j]
			}
		}
	}
	for j := range f.word.Ones() {
		m.target ^= m.of[j]
	}
	return m, nil
}

// sets is the number of sets of columns of cost up to h.
func (m *syndromes) sets(h int) float64 {
	ways := make([]float64, h+1)
	ways[0] = 1
	for _, c := range m.f.cost {
		for v := h; v >= c; v-- {
			ways[v] += ways[v-c]
		}
	}
	sum := 0.0
	for _, w := range ways {
		sum += w
	}
	return sum
}

// meet finds the sets of cost up to limit, at most 2h+1.
func (m *syndromes) meet(s *search, limit int) error {
	m.least = slices.Min(m.f.cost)
	n := m.sets(m.h)
	if n*tableBytes > float64(s.memory) {
		return ErrMemory
	}
	if m.table == nil || m.filled != m.h {
		m.table, m.filled = newSyndromeTable(int(n)), m.h
		m.each(s, 0, 0, 0, nil, func(syndrome uint64, cost int, _ []int) {
			m.table.put(syndrome, cost)
		})
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	firsts := m.stream(s, limit)
	if err := s.ctx.Err(); err != nil || len(firsts) == 0 {
		return err
	}
	return m.complete(s, firsts)
}

// each calls f with every set of columns from j on that, added to a set given, costs at most h in
// all; the given set itself first.
func (m *syndromes) each(s *search, j int, syndrome uint64, cost int, set []int, f func(syndrome uint64, cost int, set []int)) {
	f(syndrome, cost, set)
	if cost+m.least > m.h {
		return // no column is cheap enough
	}
	for ; j < len(m.of); j++ {
		if c := cost + m.f.cost[j]; c <= m.h {
			if len(set) < 2 && s.stopped() {
				return
			}
			m.each(s, j+1, syndrome^m.of[j], c, append(set, j), f)
		}
	}
}

// firstPart is the beginning of a set whose rest is known to be in the table.
type firstPart struct {
	set    []int
	cost   int
	lacks  uint64 // the syndrome of the rest
	total  int    // with the cheapest rest
	within int    // what the rest may cost
}

// stream tries all first parts. When looking for one lightest word it returns a part that leads to
// it.
func (m *syndromes) stream(s *search, limit int) []firstPart {
	found := make([][]firstPart, len(m.of)+1) // by first column, so that the order is fixed
	var bound atomic.Int64
	bound.Store(int64(limit))
	var next atomic.Int64
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() {
			tried := uint64(0)
			for {
				first := int(next.Add(1)) - 1
				if first > len(m.of) || s.stopped() {
					break
				}
				own := math.MaxInt
				try := func(syndrome uint64, cost int, set []int, rest int) {
					tried++
					lim := min(int(bound.Load()), own-1)
					c, ok := m.table.get(m.target^syndrome, min(rest, lim-cost))
					if !ok {
						return
					}
					part := firstPart{append([]int(nil), set...), cost, m.target ^ syndrome, cost + c, rest}
					if s.listing() {
						found[first] = append(found[first], part)
						return
					}
					own = part.total
					found[first] = []firstPart{part}
					for b := bound.Load(); int64(own) < b; b = bound.Load() {
						if bound.CompareAndSwap(b, int64(own)) {
							break
						}
					}
				}
				m.parts(s, first, limit, try)
			}
			s.words.Add(tried)
		})
	}
	group.Wait()
	var all []firstPart
	for _, parts := range found {
		for _, p := range parts {
			if s.listing() {
				all = append(all, p)
			} else if len(all) == 0 || p.total < all[0].total {
				all = []firstPart{p}
			}
		}
	}
	return all
}

// parts calls try with the first parts that begin with the column first−1 (with none, for 0).
func (m *syndromes) parts(s *search, first, limit int, try func(syndrome uint64, cost int, set []int, rest int)) {
	visit := func(syndrome uint64, cost int, set []int) {
		if m.even && cost == m.h {
			try(syndrome, cost, set, limit-cost)
			return
		}
		if cost <= limit {
			try(syndrome, cost, set, 0) // nothing may follow
		}
		if m.even {
			return
		}
		for j := set[len(set)-1] + 1; j < len(m.of); j++ {
			if c := cost + m.f.cost[j]; c > m.h && c <= limit {
				try(syndrome^m.of[j], c, append(set, j), limit-c)
			}
		}
	}
	switch {
	case first == 0:
		try(0, 0, nil, 0)
	case m.f.cost[first-1] > m.h && m.even: // h is 0: only the empty set
	case m.f.cost[first-1] > m.h:
		if c := m.f.cost[first-1]; c <= limit {
			try(m.of[first-1], c, []int{first - 1}, limit-c)
		}
	default:
		m.each(s, first, m.of[first-1], m.f.cost[first-1], []int{first - 1}, visit)
	}
}

// complete finds the rests, in one walk over all sets of the table, and offers the words.
func (m *syndromes) complete(s *search, firsts []firstPart) error {
	byLack := map[uint64][]firstPart{}
	for _, p := range firsts {
		byLack[p.lacks] = append(byLack[p.lacks], p)
	}
	m.each(s, 0, 0, 0, nil, func(syndrome uint64, cost int, set []int) {
		for _, p := range byLack[syndrome] {
			switch {
			case !s.listing():
				if p.cost+cost == p.total {
					m.offer(s, p.set, set)
				}
			case cost <= p.within && (len(set) == 0 || len(p.set) > 0 && p.set[len(p.set)-1] < set[0]):
				m.offer(s, p.set, set) // in order, so found only once
			}
		}
	})
	return s.ctx.Err()
}

func (m *syndromes) offer(s *search, sets ...[]int) {
	word := gf2.NewVec(m.f.n())
	for _, set := range sets {
		for _, j := range set {
			word.Flip(j)
		}
	}
	s.offer(word, m.f.weigh(word))
}

// syndromeTable maps syndromes to the least cost of a set; open addressing.
type syndromeTable struct {
	keys  []uint64
	costs []int32 // −1 where empty
	shift int
}

// tableBytes is the memory per entry, with the table at least half and at most a quarter full.
const tableBytes = 4 * 12

func newSyndromeTable(n int) *syndromeTable {
	size := bits.Len(uint(2 * n))
	t := &syndromeTable{keys: make([]uint64, 1<<size), costs: make([]int32, 1<<size), shift: 64 - size}
	for i := range t.costs {
		t.costs[i] = -1
	}
	return t
}

// slot is where the key is or would be. The multiplier is 2^64 over the golden ratio.
func (t *syndromeTable) slot(key uint64) int {
	at := int(key * 0x9e3779b97f4a7c15 >> t.shift)
	for t.costs[at] >= 0 && t.keys[at] != key {
		at = (at + 1) & (len(t.keys) - 1)
	}
	return at
}

func (t *syndromeTable) put(key uint64, cost int) {
	at := t.slot(key)
	if t.costs[at] < 0 || int(t.costs[at]) > cost {
		t.keys[at], t.costs[at] = key, int32(cost)
	}
}

// get returns the least cost if it is within a limit.
func (t *syndromeTable) get(key uint64, within int) (int, bool) {
	if within < 0 {
		return 0, false
	}
	cost := int(t.costs[t.slot(key)])
	return cost, cost >= 0 && cost <= within
}
