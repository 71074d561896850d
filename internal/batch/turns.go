package batch

import (
	"math"
	"math/bits"
	"slices"
	"sort"
)

// Turns says which level, or which list of boards, each puzzle of a batch is of. Every round has the same shares, so
// that it takes no counting to know how many puzzles of a level came before.
type Turns struct {
	starts []uint64 // level l has the places starts[l] to starts[l+1]-1 of a round
	// order is the place that each puzzle of a round takes; nil: from the first to the last.
	order func(round uint64) []uint32
}

// Single is one level.
func Single() Turns { return Turns{starts: []uint64{0, math.MaxUint64}} }

// Shares has so many puzzles of each level in a round. order is the place that each puzzle of a round takes, the places
// of a level following those of the level before; nil is from the first to the last.
func Shares(shares []uint64, order func(round uint64) []uint32) Turns {
	t := Turns{starts: make([]uint64, 1, len(shares)+1), order: order}
	for l, share := range shares {
		t.starts = append(t.starts, t.starts[l]+share)
	}
	return t
}

// InOrder makes the places of each level in an order ascend.
func (t *Turns) InOrder(order []uint32) []uint32 {
	one := 0
	for one < len(t.starts) && t.starts[one] == uint64(one) {
		one++
	}
	if one == len(t.starts) { // one place each
		return order
	}
	next := slices.Clone(t.starts)
	for i, place := range order {
		l := t.at(uint64(place))
		order[i] = uint32(next[l])
		next[l]++
	}
	return order
}

// Levels is how many levels there are.
func (t *Turns) Levels() int { return len(t.starts) - 1 }

// Length is how many puzzles a round has.
func (t *Turns) Length() uint64 { return t.starts[t.Levels()] }

// Share is how many puzzles of a level a round has.
func (t *Turns) Share(level int) uint64 { return t.starts[level+1] - t.starts[level] }

// at is the level of a place.
func (t *Turns) at(place uint64) int {
	return sort.Search(t.Levels(), func(l int) bool { return t.starts[l+1] > place })
}

// Place is the level of puzzle i, and its number among the puzzles of that level.
func (t *Turns) Place(i uint64) (level int, number uint64) {
	round, place := i/t.Length(), i%t.Length()
	if t.order != nil {
		place = uint64(t.order(round)[place])
	}
	level = t.at(place)
	return level, round*t.Share(level) + place - t.starts[level]
}

// Counts is how many of the first n puzzles are of each level.
func (t *Turns) Counts(n uint64) []uint64 {
	counts := make([]uint64, t.Levels())
	rounds, rest := n/t.Length(), n%t.Length()
	for l := range counts {
		counts[l] = rounds * t.Share(l)
		if t.order == nil {
			counts[l] += min(t.Share(l), max(rest, t.starts[l])-t.starts[l])
		}
	}
	if t.order != nil {
		for _, place := range t.order(rounds)[:rest] {
			counts[t.at(uint64(place))]++
		}
	}
	return counts
}

// Ramp spreads levels evenly over a number of puzzles, from the first to the last. The shares of levels differ by at
// most one. If there are fewer puzzles than levels some are skipped, but never the first nor, if there are two puzzles,
// the last.
//
//	length ≥ levels   puzzle p has level ⌊p·levels/length⌋
//	length < levels   puzzle p has level ⌊p·(levels-1)/(length-1)⌋
func Ramp(levels int, length uint64) Turns {
	t, rise, run := Turns{starts: make([]uint64, levels+1)}, uint64(levels), length
	if 1 < length && length < rise {
		rise, run = rise-1, run-1
	}
	for l := range levels { // the first puzzle of that level or a higher one
		hi, lo := bits.Mul64(uint64(l), run)
		lo, carry := bits.Add64(lo, rise-1, 0)
		t.starts[l], _ = bits.Div64(hi+carry, lo, rise)
		t.starts[l] = min(t.starts[l], length)
	}
	t.starts[levels] = length
	return t
}

// Within is the ramp with no more puzzles of a level than there are: what those are short of is spread evenly over the
// others. It also returns the levels that are short; the ramp itself if all together are.
func (t Turns) Within(most []uint64) (filled Turns, short []int) {
	shares, left, spread := make([]uint64, t.Levels()), t.Length(), t
	open := make([]int, t.Levels()) // those that are not known to be short; left is their puzzles
	for l := range open {
		open[l] = l
	}
	for {
		var fit []int
		for n, l := range open {
			if shares[l] = spread.Share(n); shares[l] <= most[l] {
				fit = append(fit, l)
				continue
			}
			shares[l] = most[l]
			left -= most[l]
			short = append(short, l)
		}
		switch {
		case len(fit) == len(open):
			slices.Sort(short)
			return Shares(shares, nil), short
		case len(fit) == 0:
			return t, short
		}
		open, spread = fit, Ramp(len(fit), left)
	}
}
