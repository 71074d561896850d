package generate

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"lightsout/census"
)

// Limit is how many puzzles there are for sure if they are to be distinct: indices must be below it.
// It is nil if there is no limit.
func (g *Generator) Limit() *big.Int {
	var limit *big.Int
	for i, l := range g.levels {
		if l.limit == nil {
			return nil
		}
		first := l.limit
		if n := g.options.Levels; n != 0 {
			r := g.ramp()
			start, size := r.start(uint64(i)), r.start(uint64(i)+1)-r.start(uint64(i))
			if size == 0 {
				continue
			}
			cycles, rest := new(big.Int).QuoRem(l.limit, new(big.Int).SetUint64(size), new(big.Int))
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
	if slices.ContainsFunc(g.levels, func(l level) bool {
		return l.uneven || l.selected == nil && (l.blocks != nil || isSliced(l.base.size()))
	}) {
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
		if l.limit.Cmp(wanted) < 0 {
			return refusef("the ramp asks for %v distinct puzzles on %s whose fewest presses are %v, and %v are within reach; %s", wanted, g.board.Spec(), l.presses, l.limit, reach)
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
			if run++; l.limit.Cmp(each) < 0 {
				run = 0
			}
			if run == length {
				return i - length + 1, i, true
			}
		}
	}
	return 0, 0, false
}

// patience bounds the counting of puzzles that are not within reach.
const patience = 10 * time.Second

// exist is how many puzzles there are, of kinds that can be counted though not all are within reach:
// nil if it is not known.
func (g *Generator) exist(ctx context.Context) *big.Int {
	o := g.options
	switch {
	case o.Lit != nil || o.Unique || o.Symmetric != "":
		return nil
	case o.Distinct == "symmetry" && o.Presses == nil:
		return g.classes()
	case o.Distinct == "states" && o.Presses != nil:
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		counts, err := census.Distribution(ctx, g.board, nil)
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
	if len(g.alike) > maxClassesWork/(lights*lights) {
		return nil
	}
	invariants := g.answers.linear.Invariants()
	sum := new(big.Int)
	for _, motion := range g.alike {
		constraints := slices.Clone(invariants)
		for l, image := range motion {
			constraints = appendPair(constraints, g.board, l, int(image))
		}
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(1), uint(newCode(lights, constraints).dim())))
	}
	sum.Quo(sum, big.NewInt(int64(len(g.alike))))
	if g.skipDark {
		sum.Sub(sum, big.NewInt(1))
	}
	return sum
}
