package generate

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/census"
)

// limit is how many puzzles there are for sure if they are to be distinct: indices must be below it.
// It is nil if there is no limit.
func (g *Generator) limit() *big.Int {
	var limit *big.Int
	for i, l := range g.levels {
		reach, _ := l.reach()
		if reach == nil {
			return nil
		}
		if n := g.order.until(reach, i); n != nil && (limit == nil || n.Cmp(limit) < 0) {
			limit = n
		}
	}
	return limit
}

// check refuses a batch of the puzzles up to an index that goes beyond the limit, with the number that exists, if that
// can be told.
func (g *Generator) check(ctx context.Context, end *big.Int) error {
	limit, spec := g.limit(), g.board.Spec()
	if limit == nil || end.Cmp(limit) <= 0 {
		return nil
	}
	if g.options.leveled() {
		return g.refuseLevels(end)
	}
	alike := ""
	if g.options.Distinct == "symmetry" {
		alike = " up to symmetry"
	}
	exist := limit
	if _, all := g.levels[0].reach(); !all {
		exist = g.exist(ctx)
	}
	switch {
	case exist == nil:
		return refusef("only %v distinct puzzles of this kind are within reach on %s, and %v were asked for", limit, spec, end)
	case exist.Cmp(end) < 0:
		return refusef("only %v such puzzles exist on %s%s, and %v were asked for", exist, spec, alike, end)
	default:
		return refusef("%v such puzzles exist on %s%s, of which %v are within reach, and %v were asked for", exist, spec, alike, limit, end)
	}
}

// refuseLevels says which presses are too few puzzles for a ramp, or for as many of each, and which ones have enough.
func (g *Generator) refuseLevels(end *big.Int) error {
	batch, enough := "the ramp", "no part of the ramp has enough"
	if g.options.Even {
		batch, enough = "an even batch", "no range of presses has enough"
	}
	if a, b, ok := g.levelsWithin(end); ok {
		enough = fmt.Sprintf("presses %d-%d have enough", g.levels[a].presses.Low, g.levels[b].presses.High)
	}
	for i, l := range g.levels {
		asked := g.order.count(end, i)
		if limit, _ := l.reach(); limit.Cmp(asked) < 0 {
			return refusef("%s asks for %v distinct puzzles on %s whose fewest presses are %v, and %v are within reach; %s", batch, asked, g.board.Spec(), l.presses, limit, enough)
		}
	}
	return refusef("%s asks for more distinct puzzles on %s than are within reach; %s", batch, g.board.Spec(), enough)
}

// levelsWithin is the longest stretch of levels that has enough puzzles for a batch of that many.
func (g *Generator) levelsWithin(count *big.Int) (from, to int, ok bool) {
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
	b, ok := g.algebra.(*binary)
	switch {
	case !ok || o.Lit != nil || o.Unique || o.Symmetric != "":
		return nil
	case o.Distinct == "symmetry" && o.Presses == nil:
		return g.classes(b)
	case o.Distinct == "states" && o.Presses != nil && b.known.nullity <= maxQuickDepth:
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
func (g *Generator) classes(b *binary) *big.Int {
	lights := g.board.Lights()
	if g.alike.count() > maxClassesWork/(lights*lights) {
		return nil
	}
	invariants := b.invariants
	sum := new(big.Int)
	for _, motion := range g.alike.all {
		constraints := slices.Clone(invariants)
		for l, image := range motion {
			constraints = appendPair(constraints, g.board, l, int(image))
		}
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(1), uint(newCode(lights, constraints).dim())))
	}
	sum.Quo(sum, big.NewInt(int64(g.alike.count())))
	if !g.options.AllowSolved {
		sum.Sub(sum, big.NewInt(1))
	}
	return sum
}
