package generate

import (
	"math/big"
	"math/bits"
)

// schedule says which level each puzzle of a batch is of.
type schedule interface {
	// place is the level of puzzle i, and its number among the puzzles of that level.
	place(i uint64) (level int, number uint64)
	// count is how many of the first n puzzles are of a level.
	count(n *big.Int, level int) *big.Int
	// until is how many puzzles there are before the one that would be number limit of a level.
	until(limit *big.Int, level int) *big.Int
}

// schedule is that of the options, for so many levels.
func (o Options) schedule(levels int) schedule {
	switch {
	case o.Levels != 0:
		return ramp{uint64(levels), o.Levels}
	case o.Even:
		return evenly{uint64(levels), o.Seed}
	}
	return single{}
}

// single is one level.
type single struct{}

func (single) place(i uint64) (int, uint64)         { return 0, i }
func (single) count(n *big.Int, _ int) *big.Int     { return n }
func (single) until(limit *big.Int, _ int) *big.Int { return limit }

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

func (e evenly) count(n *big.Int, level int) *big.Int {
	blocks, rest := new(big.Int).QuoRem(n, new(big.Int).SetUint64(e.levels), new(big.Int))
	for _, l := range e.shuffled(blocks.Uint64())[:rest.Uint64()] {
		if l == level {
			return blocks.Add(blocks, big.NewInt(1))
		}
	}
	return blocks
}

func (e evenly) until(limit *big.Int, _ int) *big.Int {
	return new(big.Int).Mul(limit, new(big.Int).SetUint64(e.levels)) // in the next block it may be the first
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

// level is the level of puzzle p < length.
func (r ramp) level(p uint64) uint64 {
	rise, run := r.slope()
	hi, lo := bits.Mul64(p, rise)
	level, _ := bits.Div64(hi, lo, run)
	return level
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

// part is where a level begins, and how many puzzles it has.
func (r ramp) part(level int) (start, size uint64) {
	start = r.start(uint64(level))
	return start, r.start(uint64(level)+1) - start
}

func (r ramp) place(i uint64) (int, uint64) {
	cycle, at := i/r.length, i%r.length
	k := int(r.level(at))
	start, size := r.part(k)
	return k, cycle*size + at - start
}

func (r ramp) count(n *big.Int, level int) *big.Int {
	start, size := r.part(level)
	cycles, rest := new(big.Int).QuoRem(n, new(big.Int).SetUint64(r.length), new(big.Int))
	cycles.Mul(cycles, new(big.Int).SetUint64(size))
	if rest.Uint64() > start {
		cycles.Add(cycles, new(big.Int).SetUint64(min(rest.Uint64()-start, size)))
	}
	return cycles
}

func (r ramp) until(limit *big.Int, level int) *big.Int {
	start, size := r.part(level)
	if size == 0 {
		return nil
	}
	cycles, rest := new(big.Int).QuoRem(limit, new(big.Int).SetUint64(size), new(big.Int))
	cycles.Mul(cycles, new(big.Int).SetUint64(r.length))
	return cycles.Add(cycles, rest).Add(cycles, new(big.Int).SetUint64(start))
}
