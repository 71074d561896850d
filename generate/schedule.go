package generate

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sort"
	"strconv"

	"lightsout/internal/sample"
)

// turns says which level, or which list of boards, each puzzle of a batch is of. Every round has the same shares, so
// that it takes no counting to know how many puzzles of a level came before.
type turns struct {
	starts []uint64 // level l has the places starts[l] to starts[l+1]-1 of a round
	// order is the place that each puzzle of a round takes; nil: from the first to the last.
	order func(round uint64) []uint32
}

// share is which puzzles have an answer, level 0, and which have none. The seed shuffles each round.
func (o Options) share() (turns, error) {
	thousandths := math.Round(1000 * o.Unsolvable)
	switch value := strconv.FormatFloat(o.Unsolvable, 'g', -1, 64); {
	case !(0 <= o.Unsolvable && o.Unsolvable <= 1) || math.Abs(1000*o.Unsolvable-thousandths) > 1e-6:
		return turns{}, fieldf("unsolvable", value, "write a share from 0 to 1 with up to three digits, as in 0.1")
	case thousandths == 0:
		return single(), nil
	case o.Engine != "" && !o.uniform():
		return turns{}, fieldf("engine", o.Engine, "only nullspace has a share of unsolvable puzzles")
	}
	share := big.NewRat(int64(thousandths), 1000) // in lowest terms
	length := share.Denom().Uint64()
	t := turns{starts: []uint64{0, length - share.Num().Uint64(), length}}
	starts := t.starts
	t.order = func(round uint64) []uint32 {
		random := sample.NewStream(o.Seed, toShare, round, 0)
		order, next := sample.Shuffled(int(length), &random), slices.Clone(starts)
		for i, place := range order { // those of a level come in its order
			l := 0
			if uint64(place) >= starts[1] {
				l = 1
			}
			order[i] = uint32(next[l])
			next[l]++
		}
		return order
	}
	return t, nil
}

// single is one level.
func single() turns { return turns{starts: []uint64{0, math.MaxUint64}} }

func (t *turns) levels() int            { return len(t.starts) - 1 }
func (t *turns) length() uint64         { return t.starts[t.levels()] }
func (t *turns) share(level int) uint64 { return t.starts[level+1] - t.starts[level] }

// at is the level of a place.
func (t *turns) at(place uint64) int {
	return sort.Search(t.levels(), func(l int) bool { return t.starts[l+1] > place })
}

// place is the level of puzzle i, and its number among the puzzles of that level.
func (t *turns) place(i uint64) (level int, number uint64) {
	round, place := i/t.length(), i%t.length()
	if t.order != nil {
		place = uint64(t.order(round)[place])
	}
	level = t.at(place)
	return level, round*t.share(level) + place - t.starts[level]
}

// counts is how many of the first n puzzles are of each level.
func (t *turns) counts(n uint64) []uint64 {
	counts := make([]uint64, t.levels())
	rounds, rest := n/t.length(), n%t.length()
	for l := range counts {
		counts[l] = rounds * t.share(l)
		if t.order == nil {
			counts[l] += min(t.share(l), max(rest, t.starts[l])-t.starts[l])
		}
	}
	if t.order != nil {
		for _, place := range t.order(rounds)[:rest] {
			counts[t.at(uint64(place))]++
		}
	}
	return counts
}

// evenly has one puzzle of each level in a round, in an order that the seed shuffles for each round.
func evenly(levels int, seed uint64) turns {
	t := turns{starts: make([]uint64, levels+1)}
	for l := range t.starts {
		t.starts[l] = uint64(l)
	}
	t.order = func(round uint64) []uint32 {
		random := sample.NewStream(seed, toEven, round, 0)
		return sample.Shuffled(levels, &random)
	}
	return t
}

// ramp spreads levels evenly over a number of puzzles, from the first to the last. The shares of levels differ by at
// most one. If there are fewer puzzles than levels some are skipped, but never the first nor, if there are two puzzles,
// the last.
//
//	length ≥ levels   puzzle p has level ⌊p·levels/length⌋
//	length < levels   puzzle p has level ⌊p·(levels-1)/(length-1)⌋
func ramp(levels int, length uint64) turns {
	t, rise, run := turns{starts: make([]uint64, levels+1)}, uint64(levels), length
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

// within is the ramp with no more puzzles of a level than there are: what those are short of is spread evenly over the
// others. It also returns the levels that are short; the ramp itself if all together are.
func (t turns) within(most []uint64) (filled turns, short []int) {
	shares := make([]uint64, t.levels())
	open, left := 0, t.length() // levels that are not short, and puzzles of theirs
	for l := range shares {
		shares[l] = t.share(l)
		open++
	}
	isShort := make([]bool, len(shares))
	for again := true; again; {
		again = false
		for l, share := range shares {
			if !isShort[l] && share > most[l] {
				isShort[l], again = true, true
				shares[l] = most[l]
				short = append(short, l)
				left -= most[l]
				open--
			}
		}
		if again && open == 0 {
			return t, short
		}
		if !again {
			break
		}
		spread, n := ramp(open, left), 0
		for l := range shares {
			if !isShort[l] {
				shares[l] = spread.share(n)
				n++
			}
		}
	}
	filled = turns{starts: make([]uint64, 1, len(t.starts))}
	for l, share := range shares {
		filled.starts = append(filled.starts, filled.starts[l]+share)
	}
	sort.Ints(short)
	return filled, short
}
