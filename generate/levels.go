package generate

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/census"
)

// ramp spreads levels evenly over a number of puzzles, from the first to the last: their shares differ
// by at most one. If there are fewer puzzles than levels some are skipped, but never the first nor, if
// there are two puzzles, the last.
//
//	length ≥ levels   puzzle p has level ⌊p·levels/length⌋
//	length < levels   puzzle p has level ⌊p·(levels-1)/(length-1)⌋
type ramp struct{ levels, length uint64 }

func (g *Generator) ramp() ramp { return ramp{uint64(len(g.levels)), g.options.Levels} }

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
	n := times(p, rise)
	level, _ := bits.Div64(n.hi, n.lo, run)
	return level
}

// start is the first puzzle of that level or a higher one; length if there is none.
func (r ramp) start(level uint64) uint64 {
	if level >= r.levels {
		return r.length
	}
	rise, run := r.slope()
	n := times(level, run).plus(rise - 1)
	p, _ := bits.Div64(n.hi, n.lo, rise)
	return p
}

// place is the level of puzzle i, and its number among the puzzles of that level: after its last
// puzzle the ramp starts over.
func (g *Generator) place(i uint64) (*level, uint64) {
	if g.options.Levels == 0 {
		return &g.levels[0], i
	}
	r := g.ramp()
	cycle, at := i/r.length, i%r.length
	k := r.level(at)
	start, end := r.start(k), r.start(k+1)
	return &g.levels[k], cycle*(end-start) + at - start
}

// ranges are the presses of each level; a single range without a ramp. No puzzle needs more than
// most.
func (g *Generator) ranges(most int) []Range {
	o := g.options
	whole := Range{0, most}
	if o.Presses != nil {
		whole = Range{o.Presses.Low, min(o.Presses.High, most)}
	}
	if o.Levels == 0 {
		return []Range{whole}
	}
	if !o.AllowSolved {
		whole.Low = max(1, whole.Low)
	}
	var ranges []Range
	for n := whole.Low; n <= whole.High; n++ {
		ranges = append(ranges, Range{n, n})
	}
	return ranges
}

// Limit is how many puzzles there are for sure if they are to be distinct: indices must be below it.
// It is nil if there is no limit.
func (g *Generator) Limit() *big.Int {
	var limit *big.Int
	for i, l := range g.levels {
		first, _ := l.reach()
		if first == nil {
			return nil
		}
		if n := g.options.Levels; n != 0 {
			r := g.ramp()
			start, size := r.start(uint64(i)), r.start(uint64(i)+1)-r.start(uint64(i))
			if size == 0 {
				continue
			}
			cycles, rest := new(big.Int).QuoRem(first, new(big.Int).SetUint64(size), new(big.Int))
			first = cycles.Mul(cycles, new(big.Int).SetUint64(n))
			first.Add(first, rest).Add(first, new(big.Int).SetUint64(start))
		}
		if limit == nil || first.Cmp(limit) < 0 {
			limit = first
		}
	}
	return limit
}

// Check refuses a batch of count puzzles from an index on that goes beyond Limit, with the number
// that exists, if that can be told.
func (g *Generator) Check(ctx context.Context, from, count uint64) error {
	limit := g.Limit()
	end := new(big.Int).Add(new(big.Int).SetUint64(from), new(big.Int).SetUint64(count))
	if limit == nil || end.Cmp(limit) <= 0 {
		return nil
	}
	if g.options.Levels != 0 {
		return g.refuseRamp(end)
	}
	alike := ""
	if g.options.Distinct == "symmetry" {
		alike = " up to symmetry"
	}
	exist := limit
	if slices.ContainsFunc(g.levels, func(l level) bool { _, all := l.reach(); return !all }) {
		exist = g.exist(ctx)
	}
	switch {
	case exist == nil:
		return refusef("only %v distinct puzzles of this kind are within reach on %s, and %v were asked for", limit, g.board.Spec(), end)
	case exist.Cmp(end) < 0:
		return refusef("only %v such puzzles exist on %s%s, and %v were asked for", exist, g.board.Spec(), alike, end)
	default:
		return refusef("%v such puzzles exist on %s%s, of which %v are within reach, and %v were asked for", exist, g.board.Spec(), alike, limit, end)
	}
}

// refuseRamp says which presses are too few puzzles for the ramp, and which ones have enough.
func (g *Generator) refuseRamp(end *big.Int) error {
	reach := "no part of the ramp has enough"
	if a, b, ok := g.rampWithin(end); ok {
		reach = fmt.Sprintf("presses %d-%d have enough", g.levels[a].presses.Low, g.levels[b].presses.High)
	}
	r := g.ramp()
	cycles, rest := new(big.Int).QuoRem(end, new(big.Int).SetUint64(r.length), new(big.Int))
	for i, l := range g.levels {
		start, next := r.start(uint64(i)), r.start(uint64(i)+1)
		wanted := new(big.Int).Mul(cycles, new(big.Int).SetUint64(next-start))
		if rest.Uint64() > start {
			wanted.Add(wanted, new(big.Int).SetUint64(min(rest.Uint64(), next)-start))
		}
		if limit, _ := l.reach(); limit.Cmp(wanted) < 0 {
			return refusef("the ramp asks for %v distinct puzzles on %s whose fewest presses are %v, and %v are within reach; %s", wanted, g.board.Spec(), l.presses, limit, reach)
		}
	}
	return refusef("the ramp asks for more distinct puzzles on %s than are within reach; %s", g.board.Spec(), reach)
}

// rampWithin is the longest stretch of levels that has enough puzzles for a ramp of that many.
func (g *Generator) rampWithin(count *big.Int) (from, to int, ok bool) {
	for length := len(g.levels); length > 0; length-- {
		each := new(big.Int).Add(count, big.NewInt(int64(length-1)))
		each.Quo(each, big.NewInt(int64(length)))
		run := 0 // levels in a row that have enough
		for i, l := range g.levels {
			limit, _ := l.reach()
			if run++; limit.Cmp(each) < 0 {
				run = 0
			}
			if run == length {
				return i - length + 1, i, true
			}
		}
	}
	return 0, 0, false
}

// exist is how many puzzles there are, of kinds that can be counted though not all are within reach:
// nil if it is not known.
func (g *Generator) exist(ctx context.Context) *big.Int {
	o := g.options
	switch {
	case o.Lit != nil || o.Unique || o.Symmetric != "" || g.colours != nil:
		return nil
	case o.Distinct == "symmetry" && o.Presses == nil:
		return g.classes()
	case o.Distinct == "states" && o.Presses != nil && len(g.answers.quiet) <= maxQuickDepth:
		counts, err := census.Distribution(ctx, g.board, func(done, all int) {
			g.progress("counting such puzzles: %d of %d parts done", done, all)
		})
		if err != nil {
			return nil
		}
		sum := new(big.Int)
		for presses, n := range counts {
			if o.Presses.holds(presses) {
				sum.Add(sum, n)
			}
		}
		return sum
	}
	return nil
}

// maxClassesWork bounds the counting of classes: symmetries times the square of lights.
const maxClassesWork = 1 << 30

// classes is how many solvable states there are up to symmetry, by Burnside's lemma: the average
// over the symmetries of how many states look the same after one. It is nil if that takes long.
func (g *Generator) classes() *big.Int {
	lights := g.board.Lights()
	if g.alike.count() > maxClassesWork/(lights*lights) {
		return nil
	}
	sum := new(big.Int)
	for _, motion := range g.alike.all {
		constraints := slices.Clone(g.invariants)
		for l, image := range motion {
			constraints = appendPair(constraints, g.board, l, int(image))
		}
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(1), uint(newCode(lights, constraints).dim())))
	}
	sum.Quo(sum, big.NewInt(int64(g.alike.count())))
	if g.notDark() {
		sum.Sub(sum, big.NewInt(1))
	}
	return sum
}
