package fewest

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// split is for codes that are direct sums when restricted to some of the columns.
//
// Let the code restricted to two classes of columns be the direct sum of its restrictions to each:
// any word of one class can be combined with any word of the other, and both determine the rest.
// (On an n×n grid with n odd, rows and columns have parities, and this holds for the classes
// odd-even and even-odd, and again for even-even and odd-odd.) Let m be the sum of all the classes'
// own minima, and the excess of a word on a class what it costs there beyond the class's minimum. A
// word lighter than T has a total excess below T − m. So if all words with excess up to D1 on the
// first pair of classes have been tried, and all with excess up to D2 on the second pair, then
// every other word weighs at least m + (D1+1) + (D2+1).
//
// The words of a class are listed by walsh, as far as their excess turns out to matter, and sorted by
// excess. Then the levels of excess are tried, always the cheaper one of the two pairs of classes. A
// level is all pairs of listed words whose excesses add up to it, and a pair costs one addition and
// one count of the ones on the columns outside. Every level raises the lower bound by one.
//
// Among words of equal weight the first is preferred, in the order of levels, then of excess and
// coefficients in the classes.
//
// Cost: 2^r for classes of dimension r (half of k, usually), plus the pairs, which for random words
// of length n come to about the number of words of weight (m+T)/4 in the code of length n/2. Memory:
// 8 bytes per word listed.
func split(s *search) error {
	pairs, err := s.pairs()
	if s.stopped() {
		return s.ctx.Err() // and what was found may be incomplete
	}
	if err != nil {
		return err
	}
	sp := &splitting{s: s, pairs: pairs, seen: map[string]bool{}}
	if !s.listing() {
		leeBrickell(s, lightFor(pairs)) // the lighter the word to begin with, the fewer levels have to be tried
	}
	for _, p := range pairs {
		for _, h := range p.halves {
			if err := h.listSome(s); err != nil {
				return err
			}
			sp.minima += h.min
			s.raise(sp.minima) // whatever the other classes cost
		}
	}
	sp.report()
	for s.rounded(sp.lower()) <= s.aim() {
		if s.enough() {
			return ErrEnough
		}
		p, err := sp.nextPair()
		if err == nil {
			err = sp.level(p)
		}
		if err != nil {
			return err
		}
		sp.report()
	}
	return nil
}

// half is one class of a pair, and its light words.
type half struct {
	class   int
	f       *form
	min     int
	buckets [][]uint32 // the words listed, by excess: their coefficients, ascending
}

func areLarge(pairs []*pair) bool {
	return slices.ContainsFunc(pairs, func(p *pair) bool {
		return max(p.halves[0].f.k(), p.halves[1].f.k()) >= largeClass
	})
}

// lightFor is how many steps are spent on a light word first.
func lightFor(pairs []*pair) int {
	if areLarge(pairs) {
		return leeBrickellLong
	}
	return leeBrickellShort
}

// upTo is the excess up to which words are listed.
func (h *half) upTo() int { return len(h.buckets) - 1 }

// listSome lists a few hundred thousand words to begin with, or millions of a large class. It estimates the weight
// limit as if weights were normally distributed.
func (h *half) listSome(s *search) error {
	enough := 18
	if h.f.k() >= largeClass {
		enough = 22
	}
	squares := 0.0
	for _, c := range h.f.cost {
		squares += float64(c) * float64(c)
	}
	mean, deviation := float64(h.f.total)/2, math.Sqrt(squares)/2
	limit := h.f.total
	if k := h.f.k(); k > enough {
		tail := math.Exp2(float64(enough - k))
		limit = int(mean - deviation*math.Sqrt2*math.Erfcinv(2*tail))
	}
	for {
		if err := h.list(s, limit); err != nil {
			return err
		}
		if len(h.buckets) > 0 {
			return nil
		}
		limit += int(deviation) + 1
	}
}

// list finds every word of the class of weight up to limit.
func (h *half) list(s *search, limit int) error {
	byWeight, err := listLight(s, h, max(limit, 0))
	if err != nil {
		return err
	}
	h.buckets = nil
	if h.min = slices.IndexFunc(byWeight, func(words []uint32) bool { return len(words) > 0 }); h.min >= 0 {
		h.buckets = byWeight[h.min:]
	}
	for _, words := range h.buckets {
		slices.Sort(words)
	}
	return nil
}

// splitting is the state of the search over all pairs.
type splitting struct {
	s      *search
	pairs  []*pair
	minima int
	seen   map[string]bool // when listing: words already offered
}

// lower is the bound that the finished levels prove.
func (sp *splitting) lower() int {
	sum := sp.minima
	for _, p := range sp.pairs {
		sum += p.done + 1
	}
	return sum
}

func (sp *splitting) report() {
	sp.s.raise(sp.lower())
	if areLarge(sp.pairs) {
		sp.s.stage("trying pairs of light words", sp.lower()-sp.minima, sp.s.aim()-sp.minima)
	}
}

// nextPair picks the pair whose next level is cheapest. If no pair has its next level listed, all
// lists are extended as far as they can be needed: the missing levels, shared evenly.
func (sp *splitting) nextPair() (*pair, error) {
	for {
		var best *pair
		for _, p := range sp.pairs {
			if p.listed() && (best == nil || p.levelCost() < best.levelCost()) {
				best = p
			}
		}
		if best != nil {
			return best, nil
		}
		missing := sp.s.aim() - sp.lower() + 1
		share := (missing + len(sp.pairs) - 1) / len(sp.pairs)
		for _, p := range sp.pairs {
			for _, h := range p.halves {
				if h.upTo() >= p.done+share {
					continue
				}
				if err := h.list(sp.s, h.min+p.done+share); err != nil {
					return nil, err
				}
			}
		}
	}
}

// listed reports whether the words that the next level needs are there.
func (p *pair) listed() bool {
	return p.done+1 <= p.halves[0].upTo() && p.done+1 <= p.halves[1].upTo()
}

// levelCost is the number of pairs in the next level.
func (p *pair) levelCost() uint64 {
	d := p.done + 1
	sum := uint64(0)
	for e := range d + 1 {
		sum += uint64(len(p.halves[0].buckets[e])) * uint64(len(p.halves[1].buckets[d-e]))
	}
	return sum
}

// task is a piece of a level: a block of words of one bucket, which are to be tested against the other bucket.
type task struct {
	e      int // excess in halves[0]
	large  int // which half the block comes from
	from   int // number of the first word in its bucket
	block  []uint32
	stream []uint32
}

// tasks are the pieces of level d in order.
func (p *pair) tasks(d int) (list []task) {
	for e := range d + 1 {
		block, stream, large := p.halves[0].buckets[e], p.halves[1].buckets[d-e], 0
		if len(block) < len(stream) {
			block, stream, large = stream, block, 1
		}
		for from := 0; from < len(block) && len(stream) > 0; from += blockWords {
			list = append(list, task{e, large, from, block[from:min(from+blockWords, len(block))], stream})
		}
	}
	return list
}

// spot is a pair of words by its place in the order of a level.
type spot struct {
	weight  int
	e, i, j int // excess in halves[0], numbers in the two buckets
	u, v    uint32
}

func (a spot) before(b spot) bool {
	return slices.Compare([]int{a.weight, a.e, a.i, a.j}, []int{b.weight, b.e, b.i, b.j}) < 0
}

// level tries every pair of words whose excesses add up to one more than is done.
func (sp *splitting) level(p *pair) error {
	d := p.done + 1
	cost := p.levelCost()
	workers := sp.s.options.Workers
	if cost < 1<<14 {
		workers = 1
	}
	best := spot{weight: sp.s.aim() + 1}
	var bound atomic.Int64 // pairs up to this weight matter
	bound.Store(int64(sp.s.aim()))
	var mu sync.Mutex
	meet := func(at spot) {
		mu.Lock()
		defer mu.Unlock()
		if sp.s.listing() {
			sp.offerOnce(p, at)
		} else if at.before(best) {
			best = at
			bound.Store(int64(at.weight))
		}
	}
	crew := make([]*tester, workers)
	for w := range crew {
		crew[w] = p.newTester(meet, &bound)
	}
	tasks := p.tasks(d)
	inParallel(sp.s.ctx, workers, len(tasks), func(w, i int) { crew[w].test(sp.s, tasks[i], d) })
	if !sp.s.listing() && best.weight <= sp.s.aim() {
		sp.s.offer(p.join(best.u, best.v), best.weight)
	}
	if err := sp.s.ctx.Err(); err != nil {
		return err
	}
	p.done = d
	return nil
}

// offerOnce offers a word unless another pair of classes has already found it.
func (sp *splitting) offerOnce(p *pair, at spot) {
	word := p.join(at.u, at.v)
	key := word.String()
	if !sp.seen[key] {
		sp.seen[key] = true
		sp.s.offer(word, at.weight)
	}
}

// tester is one worker's memory.
type tester struct {
	p      *pair
	meet   func(spot)
	bound  *atomic.Int64
	block  []uint64
	stream []uint64
}

func (p *pair) newTester(meet func(spot), bound *atomic.Int64) *tester {
	words := len(p.tables[0].word)
	block, stream := make([]uint64, blockWords*words), make([]uint64, words)
	return &tester{p, meet, bound, block, stream}
}

func (w *tester) test(s *search, t task, d int) {
	p := w.p
	inside := p.halves[0].min + p.halves[1].min + d
	large, small := p.tables[t.large], p.tables[1-t.large]
	words := len(large.word)
	rows := w.block[:len(t.block)*words]
	for j, x := range t.block {
		large.at(x, rows[j*words:][:words])
	}
	for i, x := range t.stream {
		if i%1024 == 0 && s.stopped() {
			return
		}
		small.at(x, w.stream)
		for j := 0; j < len(t.block); j++ {
			j += near(w.stream, rows[j*words:], int(w.bound.Load())-inside)
			if j == len(t.block) {
				break
			}
			weight := inside + distance(w.stream, rows[j*words:][:words])
			at := spot{weight: weight, e: t.e, i: t.from + j, j: i, u: t.block[j], v: x}
			if t.large == 1 {
				at.i, at.j, at.u, at.v = at.j, at.i, at.v, at.u
			}
			w.meet(at)
		}
	}
}
