package generate

import "math/bits"

// schedule says which level, or which of several boards, each puzzle of a batch is of.
type schedule interface {
	// place is the level of puzzle i, and its number among the puzzles of that level.
	place(i uint64) (level int, number uint64)
	// counts is how many of the first n puzzles are of each level.
	counts(n uint64) []uint64
}

// single is one level.
type single struct{}

func (single) place(i uint64) (int, uint64) { return 0, i }
func (single) counts(n uint64) []uint64     { return []uint64{n} }

// rounds has the same pattern of levels, or of boards, in every round. So their shares are exact after every round, and
// it takes no counting to know how many puzzles of a level came before.
type rounds struct {
	shares  []uint64 // of each level in a round
	pattern []uint32 // the level of each puzzle of a round
	before  []uint32 // how many puzzles of the same level come before it in the round
}

func (r rounds) place(i uint64) (int, uint64) {
	round, at := i/uint64(len(r.pattern)), i%uint64(len(r.pattern))
	level := r.pattern[at]
	return int(level), round*r.shares[level] + uint64(r.before[at])
}

func (r rounds) counts(n uint64) []uint64 {
	counts := make([]uint64, len(r.shares))
	for level, share := range r.shares {
		counts[level] = n / uint64(len(r.pattern)) * share
	}
	for _, level := range r.pattern[:n%uint64(len(r.pattern))] {
		counts[level]++
	}
	return counts
}

// evenly has blocks of as many puzzles as there are levels: one of each level, in an order that the seed shuffles for
// each block.
type evenly struct{ levels, seed uint64 }

func (e evenly) place(i uint64) (int, uint64) {
	block := i / e.levels
	return e.shuffled(block)[i%e.levels], block
}

func (e evenly) shuffled(block uint64) []int {
	random := newStream(e.seed, toEven, block, 0)
	return shuffledOrder(int(e.levels), &random)
}

func (e evenly) counts(n uint64) []uint64 {
	blocks := n / e.levels
	counts := make([]uint64, e.levels)
	for at, level := range e.shuffled(blocks) {
		if counts[level] = blocks; uint64(at) < n%e.levels {
			counts[level]++
		}
	}
	return counts
}

// ramp spreads levels evenly over a number of puzzles, from the first to the last, and then starts over. The shares of
// levels differ by at most one. If there are fewer puzzles than levels some are skipped, but never the first nor, if
// there are two puzzles, the last.
//
//	length ≥ levels   puzzle p has level ⌊p·levels/length⌋
//	length < levels   puzzle p has level ⌊p·(levels-1)/(length-1)⌋
type ramp struct{ levels, length uint64 }

// slope is how much the level rises, over how many puzzles.
func (r ramp) slope() (rise, run uint64) {
	if 1 < r.length && r.length < r.levels {
		return r.levels - 1, r.length - 1
	}
	return r.levels, r.length
}

// start is the first puzzle of that level or a higher one; length if there is none.
func (r ramp) start(level uint64) uint64 {
	if level >= r.levels {
		return r.length
	}
	rise, run := r.slope()
	hi, lo := bits.Mul64(level, run)
	lo, carry := bits.Add64(lo, rise-1, 0)
	p, _ := bits.Div64(hi+carry, lo, rise)
	return p
}

func (r ramp) place(i uint64) (int, uint64) {
	cycle, at := i/r.length, i%r.length
	rise, run := r.slope()
	hi, lo := bits.Mul64(at, rise)
	level, _ := bits.Div64(hi, lo, run)
	start := r.start(level)
	return int(level), cycle*(r.start(level+1)-start) + at - start
}

func (r ramp) counts(n uint64) []uint64 {
	counts := make([]uint64, r.levels)
	cycles, rest := n/r.length, n%r.length
	for level := range r.levels {
		start := r.start(level)
		size := r.start(level+1) - start
		counts[level] = cycles*size + min(size, max(rest, start)-start)
	}
	return counts
}
