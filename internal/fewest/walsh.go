package fewest

import (
	"context"
	"math"
	"math/bits"
	"sync/atomic"
)

// walsh weighs all words by Walsh–Hadamard transforms.
//
// Column j adds its cost c_j to a word if ⟨column_j, x⟩ + word_j is 1, so a word weighs
// (Σc − Σ ±c)/2, and the heaviest signed sum is the lightest word. Of the k coefficients the first
// few are the place in a table, the next four the lane of a vector of 16, and the rest ("outer")
// are fixed in turn:
//
//	x = [ outer … | lane (4) | place (up to 10) ]
//
// For fixed outer coefficients each column's signs are tallied at its place, one vector addition
// each; butterflies over the places then turn the tallies into 2^14 signed sums at once. All four
// lane coefficients are done by the tally itself, so no butterfly crosses a vector. The last
// butterfly is skipped: a+b or a−b exceeds a threshold exactly if a+|b| does.
//
// Among words of equal weight the smallest x is preferred.
//
// Cost: 2^k·(places' logarithm)/16 vector operations, plus 2^(k−14)·n for the tallies. Memory: 64 KiB
// per worker.
func walsh(s *search) error {
	if _, err := walshSteps(s); err != nil {
		return err
	}
	t := newTally(s.f)
	var global atomic.Int64 // the least weight any worker has found
	global.Store(int64(s.most()))
	crew := make([]*enumerator, s.options.Workers)
	for w := range crew {
		crew[w] = newEnumerator(s, t, &global)
	}
	t.eachBlock(s.ctx, crew, nil)
	best := crew[0].best
	for _, e := range crew[1:] {
		if b := e.best; b.weight < best.weight || b.weight == best.weight && b.x < best.x {
			best = b
		}
	}
	if !s.listing() && best.x>>t.k == 0 {
		s.prefer(t.f.at(best.x), best.weight)
	}
	return nil
}

func walshSteps(s *search) (float64, error) {
	switch {
	case s.f.k() > maxWalsh:
		return 0, tooManyCoefficients("walsh", s.f.k())
	case s.f.total > math.MaxInt16:
		return 0, sixteenBits("walsh", s.f.total)
	}
	return tableSteps + math.Exp2(float64(s.f.k()-1)), nil
}

const (
	lanes     = 16
	laneBits  = 4
	maxPlaces = 10 // logarithm; the table of 2^10 vectors of 32 bytes fits a first-level cache
)

// vector holds the signed sums for the 16 settings of the lane coefficients.
type vector [lanes]int16

// tallied is one column, prepared for the tally. The assembly relies on its layout.
type tallied struct {
	outer uint64 // its outer coefficients
	place uint32 // its place in the table
	lane  uint16 // its lane coefficients, plus 16 if the word has a one here
	_     uint16
	cost  int64 // the assembly reads its low half
}

// kernels are the three loops that take all the time, with one implementation in Go and one, for
// amd64 with AVX2, in assembly.
type kernelSet struct {
	// tally adds each column's signed costs to the vector at its place, for the outer
	// coefficients x. The table has been cleared.
	tally func(table []vector, columns []tallied, x uint64)
	// transform does the butterflies over all places but the last coefficient.
	transform func(table []vector)
	// sieve stands for the last butterfly: bits 2i and 2i+1 of hits[p] are set if lane i of
	// a+|b| exceeds the threshold, with a at place p and b at place p + half the table. It reports
	// whether any bit is set.
	sieve func(table []vector, threshold int16, hits []uint32) bool
}

// tally holds a form prepared for transforms.
type tally struct {
	f      *form
	k      int
	places int // logarithm
	total  int
	cols   []tallied
}

func newTally(f *form) *tally {
	t := &tally{f: f, k: f.k(), total: f.total}
	// A table of at least two places keeps the last butterfly; spare coefficients stay zero.
	t.places = min(maxPlaces, max(1, t.k-laneBits))
	for j, c := range f.columns() {
		col := tallied{
			outer: c >> (t.places + laneBits),
			place: uint32(c & (1<<t.places - 1)),
			lane:  uint16(c >> t.places & (lanes - 1)),
			cost:  int64(f.cost[j]),
		}
		if f.word.Bit(j) {
			col.lane |= lanes
		}
		t.cols = append(t.cols, col)
	}
	return t
}

// blocks is how many settings of the outer coefficients there are.
func (t *tally) blocks() uint64 { return 1 << max(0, t.k-t.places-laneBits) }

// turns is how often a worker has its turn.
func (t *tally) turns() int { return int((t.blocks() + blocksPerTurn - 1) / blocksPerTurn) }

// eachBlock lets workers weigh all blocks. They take turns in order, so that what has been done is always nearly a
// prefix, and the preferred word is the same for any number of workers. done, if not nil, is told of every turn.
func (t *tally) eachBlock(ctx context.Context, crew []*enumerator, done func(turn int)) {
	inParallel(ctx, len(crew), t.turns(), func(w, turn int) {
		from := uint64(turn) * blocksPerTurn
		for b := from; b < min(from+blocksPerTurn, t.blocks()); b++ {
			crew[w].block(b)
		}
		if done != nil {
			done(turn)
		}
	})
}

// candidate is a word by its coefficients.
type candidate struct {
	weight int
	x      uint64
}

// enumerator is one worker's table.
type enumerator struct {
	s      *search
	t      *tally
	table  []vector
	hits   []uint32
	best   candidate
	global *atomic.Int64
	found  func(x uint64, weight int) // when listing
}

func newEnumerator(s *search, t *tally, global *atomic.Int64) *enumerator {
	e := &enumerator{s: s, t: t, global: global}
	e.table = make([]vector, 1<<t.places)
	e.hits = make([]uint32, 1<<(t.places-1))
	e.best = candidate{weight: math.MaxInt, x: math.MaxUint64}
	if s.listing() {
		e.found = func(x uint64, weight int) { s.offer(t.f.at(x), weight) }
	}
	return e
}

// block weighs the words whose outer coefficients are x.
func (e *enumerator) block(x uint64) {
	clear(e.table)
	kernels.tally(e.table, e.t.cols, x)
	kernels.transform(e.table)
	// A word of weight w has the signed sum total − 2w. When looking for one lightest word, this
	// worker found its own best at a smaller x, but the best of another may be at a larger one.
	within := int(e.global.Load())
	if e.found == nil && e.best.weight <= within {
		within = e.best.weight - 1
	}
	threshold := e.t.total - 2*within - 1
	if within < 0 || !kernels.sieve(e.table, int16(max(threshold, -e.t.total-1)), e.hits) {
		return
	}
	half := len(e.table) / 2
	for p, mask := range e.hits {
		for mask != 0 {
			l := bits.TrailingZeros32(mask) / 2
			mask &^= 3 << (2 * l)
			a, b := int(e.table[p][l]), int(e.table[p+half][l])
			e.weighed(x, l, p, (e.t.total-a-b)/2, within)
			e.weighed(x, l, p+half, (e.t.total-a+b)/2, within)
		}
	}
}

// weighed handles one word of a block that may be light enough.
func (e *enumerator) weighed(outer uint64, lane, place, weight, within int) {
	x := (outer<<laneBits|uint64(lane))<<e.t.places | uint64(place)
	if weight > within || x>>e.t.k != 0 {
		return
	}
	if e.found != nil {
		e.found(x, weight)
		return
	}
	if weight < e.best.weight || weight == e.best.weight && x < e.best.x {
		e.best = candidate{weight, x}
	}
	for {
		g := e.global.Load()
		if int64(weight) >= g {
			return
		}
		if e.global.CompareAndSwap(g, int64(weight)) {
			e.s.offer(e.t.f.at(x), weight)
			return
		}
	}
}
