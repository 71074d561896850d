package lightest

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
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
// one count of the ones on the columns outside, or less by a sieve. Every level raises the lower bound
// by one.
//
// Where the classes are large, it first looks for words up to a goal, a weight below that of the lightest
// word known: as far as the lists at hand go, see reaches. If there is none, the goal rises.
//
// Among words of equal weight the first is preferred, in the order of levels, then of excess and
// coefficients in the classes; or that of a corner, where the last levels are done at once.
//
// Cost: 2^r for classes of dimension r (half of k, usually), divided by the number of symmetries if r
// exceeds 28, plus the pairs, which for random words of length n come to about the number of words of
// weight (m+T)/4 in the code of length n/2. Memory: 16 bytes per word listed.
func split(s *search) error {
	pairs, err := findPairs(s.f)
	if s.stopped() {
		return s.ctx.Err() // and what was found may be incomplete
	}
	if err != nil {
		return err
	}
	if s.f.guessed {
		s.record(func(proof *Proof) { proof.Labels = slices.Clone(s.f.class) })
	}
	sp := &splitting{s: s, pairs: pairs, seen: map[string]bool{}, goal: math.MaxInt}
	if sp.large() && !s.listing() {
		if err := sp.prepare(); err != nil {
			return err
		}
		defer func() {
			if s.stopped() {
				s.keeper.keep(s)
			}
		}()
	}
	for _, p := range pairs {
		for i, h := range p.halves {
			if i == 1 && p.swap != nil {
				h.copy(p.halves[0], p.swap)
			} else if err := h.listSome(s); err != nil {
				return err
			}
			sp.minima += h.min
			s.raise(sp.minima) // whatever the other classes cost
			s.record(func(proof *Proof) {
				proof.Minima = append(proof.Minima, h.min)
				proof.Classes = append(proof.Classes, h.class)
			})
		}
	}
	if !sp.crossing() {
		sp.crosses = nil
	}
	sp.report()
	for s.rounded(max(sp.lower(), sp.recorded)) <= s.aim() {
		p, c, err := sp.nextPair()
		switch {
		case err != nil:
		case c != nil:
			err = sp.corner(c)
		case p != nil:
			err = sp.level(p)
		}
		if err != nil {
			return err
		}
		sp.report()
	}
	return nil
}

// large reports whether some class has so many words that symmetries and the light words of all four
// classes are used.
func (sp *splitting) large() bool {
	return slices.ContainsFunc(sp.pairs, func(p *pair) bool {
		return max(p.halves[0].f.k(), p.halves[1].f.k()) > tuning.plainClass
	})
}

// prepare is worth it for a long search: a light word to begin with, since the fewer levels have to be
// tried the lighter it is; and what an earlier search has done.
func (sp *splitting) prepare() (err error) {
	s := sp.s
	if s.keeper, err = newKeeper(s.f, s.options); err != nil {
		return err
	}
	if k := s.keeper; k != nil && len(k.state.Best) > 0 {
		best := gf2.NewVec(s.f.n())
		copy(best.Words(), k.state.Best)
		s.offer(best, s.f.weigh(best))
		s.words.Store(k.state.Pairs)
		sp.goal = k.state.Goal
		if sp.allSaved() {
			for i, level := range k.state.Levels {
				if i < len(sp.pairs) {
					sp.pairs[i].done, sp.pairs[i].sure = level.Done, level.Sure
				}
			}
		}
		sp.proved = k.state.Lower
		s.raise(sp.proved)
		return nil
	}
	descend(s, tuning.descend)
	s.keeper.keep(s)
	return nil
}

// allSaved reports whether a list of every class was saved. Otherwise one that is made anew may be shorter than it was,
// and pairs across count on the words of a level that a longer list has left to earlier ones.
func (sp *splitting) allSaved() bool {
	for _, p := range sp.pairs {
		for i, h := range p.halves {
			if _, ok := sp.s.keeper.limit(h.class); !ok && (i == 0 || p.swap == nil) {
				return false
			}
		}
	}
	return true
}

// half is one class of a pair, and its light words up to symmetry.
type half struct {
	class   int
	columns []int // of the whole form
	f       *form
	group   []affine // the symmetries of the pair on coefficients, without the identity
	high    int      // so many of the highest coefficients have images that depend on these only
	min     int
	upto    int              // words are listed up to this excess
	words   []uint64         // coefficients, by excess and then by value; the least of each orbit
	starts  []int            // where each excess begins, and the end
	orbits  map[int][]uint64 // by excess, the words with all their images
}

// bucket is the words of excess e, one of each orbit.
func (h *half) bucket(e int) []uint64 { return h.words[h.starts[e]:h.starts[e+1]] }

// full is all words of excess e.
func (h *half) full(e int) []uint64 {
	if h.group == nil {
		return h.bucket(e)
	}
	list, ok := h.orbits[e]
	if !ok {
		for _, x := range h.bucket(e) {
			list = h.images(list, x)
		}
		slices.Sort(list)
		list = slices.Compact(list)
		h.orbits[e] = list
	}
	return list
}

// fullSize is about the number of words in full(e).
func (h *half) fullSize(e int) int { return len(h.bucket(e)) * (1 + len(h.group)) }

// copy takes the words of the other half of a pair, which a symmetry maps to this one.
func (h *half) copy(other *half, swap affine) {
	found := make([]light, 0, len(other.words))
	for e := range other.upto + 1 {
		for _, x := range other.bucket(e) {
			found = append(found, light{int32(other.min + e), swap.of(x)})
		}
	}
	h.sort(found, other.min+other.upto)
}

// listSome lists a few hundred thousand words to begin with; more of a large class, but no more than a sixteenth of the
// memory takes. It estimates the weight limit as if weights were normally distributed. If some were listed before, it
// goes on with those.
func (h *half) listSome(s *search) error {
	enough := tuning.plainListed
	if h.f.k() > tuning.plainClass {
		enough = max(tuning.listed, h.f.k()-16)
		enough = min(enough, bits.Len64(uint64(s.memory)/16/16*uint64(1+len(h.group)))-1)
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
	if saved, ok := s.keeper.limit(h.class); ok {
		limit = saved
	}
	for {
		if err := h.list(s, limit); err != nil {
			return err
		}
		if len(h.words) > 0 {
			return nil
		}
		limit += int(deviation) + 1
	}
}

// list finds every word of the class of weight up to limit.
func (h *half) list(s *search, limit int) error {
	found, limit, err := listLight(s, h, limit)
	if err != nil {
		return err
	}
	h.sort(found, limit)
	return nil
}

// sort takes the words of weight up to limit, of which found has at least one of each orbit.
func (h *half) sort(found []light, limit int) {
	h.min, h.orbits = math.MaxInt, map[int][]uint64{}
	for _, w := range found {
		h.min = min(h.min, int(w.weight))
	}
	if len(found) == 0 {
		return
	}
	h.upto = limit - h.min
	buckets := make([][]uint64, h.upto+1)
	for _, w := range found {
		if e := int(w.weight) - h.min; e <= h.upto {
			buckets[e] = append(buckets[e], h.representative(w.x))
		}
	}
	h.words, h.starts = h.words[:0], make([]int, 1, h.upto+2)
	for _, b := range buckets {
		slices.Sort(b)
		h.words = append(h.words, slices.Compact(b)...)
		h.starts = append(h.starts, len(h.words))
	}
}

// splitting is the state of the search over all pairs.
type splitting struct {
	s       *search
	pairs   []*pair
	minima  int
	goal    int                // words up to this weight are looked for, and found or excluded with their levels
	proved  int                // the best lower bound so far; a higher goal may begin with fewer levels
	seen    map[string]bool    // when listing: words already offered
	crosses map[[2]*half]*pair // by the two classes; nil if not used
	sieves  map[[2]int]*sieve

	last     lastCorner
	recorded int // the bound that the proof adds up to, less than proved when a saved search goes on
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
	if sp.lower() >= sp.proved {
		sp.proved, sp.recorded = sp.lower(), sp.lower()
		sp.s.raise(sp.proved)
		sp.s.record(func(proof *Proof) {
			proof.Excess = proof.Excess[:0]
			for _, p := range sp.pairs {
				proof.Excess = append(proof.Excess, p.done)
			}
		})
	}
	if k := sp.s.keeper; k != nil {
		k.state.Goal, k.state.Lower = sp.goal, sp.proved
		k.state.Levels = k.state.Levels[:0]
		for _, p := range sp.pairs {
			k.state.Levels = append(k.state.Levels, savedLevel{p.done, p.sure})
		}
		k.keep(sp.s)
	}
}

// nextPair picks the pair whose next level is cheapest, or a corner, which does all that are left. If what is listed
// does not suffice for the goal, the goal is lowered to what it suffices for; if that is reached, or nothing, all lists
// are extended as far as they can be needed for a higher one: the missing levels, shared evenly.
func (sp *splitting) nextPair() (*pair, *corner, error) {
	for {
		if sp.s.rounded(sp.lower()) <= sp.weight() {
			if c := sp.cornered(); c != nil {
				return nil, c, nil
			}
			if p, _ := sp.cheapest(sp.next(), sp.slack()); p != nil {
				return p, nil, nil
			}
		}
		if sp.large() && !sp.s.listing() {
			goal, least := sp.s.aim(), sp.s.rounded(sp.proved)
			for goal >= least && !sp.reaches(goal) {
				goal--
			}
			if goal >= least {
				sp.aimAt(goal)
				continue
			}
			sp.aimAt(min(sp.s.aim(), sp.minima+(least-sp.minima)*17/16+1))
		}
		missing := sp.weight() - sp.lower() + 1
		share := (missing + len(sp.pairs) - 1) / len(sp.pairs)
		for _, p := range sp.pairs {
			for i, h := range p.halves {
				upto := p.done + share
				if sp.crosses != nil {
					upto = min(upto, sp.slack()/3+1)
				}
				if h.upto >= upto {
					continue
				}
				if i == 1 && p.swap != nil {
					h.copy(p.halves[0], p.swap)
				} else if err := h.list(sp.s, h.min+upto); err != nil {
					return nil, nil, err
				}
			}
		}
	}
}

// aimAt sets the goal. A level that was done for a lower one may have passed over words up to this one, unless
// all its pairs were weighed.
func (sp *splitting) aimAt(goal int) {
	if goal > sp.goal {
		for _, p := range sp.pairs {
			p.done = p.sure
		}
	}
	sp.goal = goal
}

// reaches reports whether all words up to a goal can be found with what is listed, in less time than it takes
// to list the classes again.
//
// On 131×131 the lists at the beginning have 2 to 4 million orbits and go to excesses of 126 and 88 on the
// pairs. That is not enough for a word of 7872 presses, one less than was known, but with pairs across it is
// for one of 7827, by 2·10¹⁰ pairs; and every ten presses more about double the pairs.
func (sp *splitting) reaches(goal int) bool {
	left := uint64(0)
	next := sp.next()
	for i, p := range sp.pairs {
		if goal > sp.goal {
			next[i] = p.sure + 1
		}
		for _, h := range p.halves {
			left += 1 << h.f.k() / uint64(1+len(h.group)) / 16 // a pair takes as long as some 16 words
		}
	}
	for {
		lower := sp.minima
		for _, d := range next {
			lower += d
		}
		if sp.s.rounded(lower) > goal {
			return true
		}
		if _, cost := sp.cheapestCorner(next, goal-sp.minima); cost <= left {
			return true
		}
		p, cost := sp.cheapest(next, goal-sp.minima)
		if p == nil || cost > left {
			return false
		}
		left -= cost
		next[slices.Index(sp.pairs, p)]++
	}
}

// next is the first level of each pair that is not done.
func (sp *splitting) next() []int {
	list := make([]int, len(sp.pairs))
	for i, p := range sp.pairs {
		list[i] = p.done + 1
	}
	return list
}

// cheapest is the pair whose next level has the fewest pairs of words, and how many; nil if none has its words
// listed.
func (sp *splitting) cheapest(next []int, slack int) (best *pair, least uint64) {
	for i, p := range sp.pairs {
		if !sp.listed(p, next[i], slack) {
			continue
		}
		if cost := p.levelCost(next[i]); best == nil || cost < least {
			best, least = p, cost
		}
	}
	return best, least
}

// weight is the greatest weight whose words are looked for at present.
func (sp *splitting) weight() int {
	w := min(sp.goal, sp.s.aim())
	if sp.s.rounded(w) > w {
		w--
	}
	return w
}

// slack is the excess that a word may have on all classes together and still be looked for.
func (sp *splitting) slack() int { return sp.weight() - sp.minima }

// listed reports whether the words that level d needs are there.
func (sp *splitting) listed(p *pair, d, slack int) bool {
	return d <= p.halves[0].upto && d <= p.halves[1].upto || sp.crossable(p, d, slack)
}

// buckets are the words of both halves for level d with excess e in halves[0]. With symmetries, one of
// them is only one word of each orbit: that of the half with more excess. If a symmetry exchanges the
// halves, only the pairs with more excess in halves[0] are needed.
func (p *pair) buckets(d, e int) (u, v []uint64) {
	a, b := p.halves[0], p.halves[1]
	switch {
	case e > a.upto || d-e > b.upto || p.swap != nil && e < d-e:
		return nil, nil
	case e >= d-e:
		return a.bucket(e), b.full(d - e)
	default:
		return a.full(e), b.bucket(d - e)
	}
}

// levelCost is about the number of pairs of listed words in level d.
func (p *pair) levelCost(d int) uint64 {
	a, b := p.halves[0], p.halves[1]
	sum := uint64(0)
	for e := max(0, d-b.upto); e <= min(d, a.upto); e++ {
		switch {
		case p.swap != nil && e < d-e:
		case e >= d-e:
			sum += uint64(len(a.bucket(e))) * uint64(b.fullSize(d-e))
		default:
			sum += uint64(a.fullSize(e)) * uint64(len(b.bucket(d-e)))
		}
	}
	return sum
}

const (
	blockWords  = 256  // of the smaller bucket, summed up once and tested against many
	streamWords = 4096 // of the larger, one after another
)

// task is a piece of a level: some words of one bucket against some of the other.
type task struct {
	e          int // excess in halves[0]
	small      int // which half the block comes from
	block      []uint64
	stream     []uint64
	blockFrom  int // number of the first word in its bucket
	streamFrom int
}

// pieces cuts the pairs of two lists into tasks, in order.
func pieces(e int, u, v []uint64, yield func(task) bool) {
	t := task{e: e, small: 1}
	if len(u) < len(v) {
		u, v, t.small = v, u, 0
	}
	for i := 0; i < len(u); i += streamWords {
		for j := 0; j < len(v); j += blockWords {
			t.stream, t.streamFrom = u[i:min(i+streamWords, len(u))], i
			t.block, t.blockFrom = v[j:min(j+blockWords, len(v))], j
			if !yield(t) {
				return
			}
		}
	}
}

// spot is a pair of words by its place in the order of a level.
type spot struct {
	weight  int
	e, i, j int // excess in halves[0], numbers in the two buckets
	u, v    uint64
	p       *pair
}

func (a spot) before(b spot) bool {
	return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.e, b.e), cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j)) < 0
}

// excess is one level of excess of one pair at work.
type excess struct {
	sp    *splitting
	best  spot
	bound atomic.Int64 // pairs up to this weight matter
	mu    sync.Mutex
}

func (l *excess) meet(at spot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sp.s.listing() {
		l.sp.meetListing(at)
	} else if at.before(l.best) {
		l.best = at
		l.bound.Store(int64(at.weight))
	}
}

// level tries every pair of words whose excesses add up to one more than is done.
func (sp *splitting) level(p *pair) error {
	d := p.done + 1
	plain := max(d-p.halves[0].upto, d-p.halves[1].upto) <= 0 && sp.sievesFor(p, d) == nil
	sure := p.sure == p.done && (plain || sp.goal >= sp.s.aim())
	if err := sp.try(p, d); err != nil {
		return err
	}
	p.done = d
	if sure {
		p.sure = d
	}
	if sp.large() {
		sp.s.stage("trying pairs of light words", sp.lower()-sp.minima, sp.slack())
	}
	return nil
}

// try tries the words of level d.
func (sp *splitting) try(p *pair, d int) error {
	return sp.trying(func(l *excess) (cost uint64) {
		sieves := sp.sievesFor(p, d)
		for e := range d + 1 {
			u, v := p.buckets(d, e)
			pairs := uint64(len(u)) * uint64(len(v))
			if pairs == 0 {
				continue
			}
			cost += pairs
			if sieves != nil && pairs >= tuning.sieveFrom {
				l.sift(p, d, e, u, v, sieves)
			} else {
				l.test(p, d, e, u, v)
			}
			if sp.s.stopped() {
				break
			}
		}
		return cost + l.cross(p, d, d)
	})
}

// trying offers the best word that some way of trying meets, which returns how many pairs that took.
func (sp *splitting) trying(way func(l *excess) (cost uint64)) error {
	l := &excess{sp: sp, best: spot{weight: sp.s.aim() + 1}}
	l.bound.Store(int64(sp.s.aim()))
	cost := way(l)
	if !sp.s.listing() && l.best.weight <= sp.s.aim() {
		sp.s.offer(l.best.p.join(l.best.u, l.best.v), l.best.weight)
	}
	if err := sp.s.ctx.Err(); err != nil {
		return err
	}
	sp.s.words.Add(cost)
	if k := sp.s.keeper; k != nil {
		k.state.Pairs += cost
	}
	return nil
}

// test tries the pairs of two lists, of excess e and d−e, one by one.
func (l *excess) test(p *pair, d, e int, u, v []uint64) {
	workers := l.sp.s.workers
	if uint64(len(u))*uint64(len(v)) < 1<<14 {
		workers = 1
	}
	queue := make(chan task, 2*workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			w := p.newTester(l)
			for t := range queue {
				if !l.sp.s.stopped() {
					w.test(t, d)
				}
			}
		})
	}
	pieces(e, u, v, func(t task) bool {
		queue <- t
		return !l.sp.s.stopped()
	})
	close(queue)
	group.Wait()
}

// meetListing offers a word and its images, unless another pair of classes has already found them.
func (sp *splitting) meetListing(at spot) {
	word := at.p.join(at.u, at.v)
	offer := func(word gf2.Vec) {
		key := word.String()
		if !sp.seen[key] {
			sp.seen[key] = true
			sp.s.offer(word, at.weight)
		}
	}
	offer(word)
	if sp.large() {
		for _, g := range sp.s.f.symmetry {
			offer(permuted(word, g))
		}
	}
}

// tester is one worker's memory.
type tester struct {
	p      *pair
	l      *excess
	block  []uint64
	stream []uint64
}

func (p *pair) newTester(l *excess) *tester {
	words := p.tables[0].words
	return &tester{p: p, l: l, block: make([]uint64, blockWords*words), stream: make([]uint64, words)}
}

func (w *tester) test(t task, d int) {
	p := w.p
	inside := p.halves[0].min + p.halves[1].min + d
	small, large := p.tables[t.small], p.tables[1-t.small]
	words := small.words
	rows := w.block[:len(t.block)*words]
	for j, x := range t.block {
		small.at(x, rows[j*words:][:words])
	}
	for i, x := range t.stream {
		large.at(x, w.stream)
		for j := 0; j < len(t.block); j++ {
			j += near(w.stream, rows[j*words:], int(w.l.bound.Load())-inside)
			if j == len(t.block) {
				break
			}
			at := spot{e: t.e, i: t.streamFrom + i, j: t.blockFrom + j, u: x, v: t.block[j], p: p}
			if t.small == 0 {
				at.i, at.j, at.u, at.v = at.j, at.i, at.v, at.u
			}
			at.weight = inside + distance(w.stream, rows[j*words:][:words])
			w.meet(at)
		}
	}
}

// meet passes a pair on. On a cross the two words may contradict each other, and then the word they make
// weighs something else.
func (w *tester) meet(at spot) {
	if w.p.crossed {
		at.weight = w.l.sp.s.f.weigh(w.p.join(at.u, at.v))
		if at.weight > int(w.l.bound.Load()) {
			return
		}
	}
	w.l.meet(at)
}
