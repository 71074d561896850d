package generate

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/internal/alike"
)

// What exists is counted before anything is searched for. Lightest answers to distinct puzzles are distinct sets of
// presses, and those to puzzles that are not alike are not alike. So the sets of so many presses, counted up to symmetry
// by Burnside's lemma, bound the puzzles; exactly, where no other answer is as light. Sets of lights bound them as well.

// checkCounts refuses a batch of the first so many puzzles if the counts show that there are not so many.
func (g *generator) checkCounts(ctx context.Context, end uint64) error {
	ranges, err := g.ranges(ctx)
	if err != nil || !g.distinct() || end == 0 || g.unsolvable() { // no presses bound these
		return err
	}
	sum, most := new(big.Int), g.bounds(ranges)
	if most == nil {
		return nil
	}
	for _, n := range most {
		sum.Add(sum, n)
	}
	narrowed := g.options.Lit != nil || g.options.Unique || g.options.Symmetric != ""
	if g.options.Levels == "even" && !narrowed {
		levels := evenly(len(ranges), g.options.Seed)
		shares := levels.Counts(end)
		if few, err := g.fewer(ctx, ranges, most, shares); err != nil || len(few) > 0 {
			return cmp.Or(err, g.tooFew(end, slices.Max(shares), few))
		}
	}
	if g.facts.states != nil && g.facts.states.Cmp(sum) < 0 {
		sum = g.facts.states
	}
	if sum.Cmp(new(big.Int).SetUint64(end)) >= 0 || !g.options.leveled() && g.alike == nil {
		return nil
	}
	bound := "at most"
	if g.unique() && !narrowed {
		bound = "only"
	}
	return g.refuseCount(end, bound, sum, "such puzzles exist")
}

// refuseCount refuses a batch of the first so many puzzles, since there are fewer.
func (g *generator) refuseCount(end uint64, bound string, n *big.Int, what string) error {
	if n.IsUint64() && n.Uint64() == 1 {
		what = strings.NewReplacer("puzzles", "puzzle", "exist", "exists", "are", "is").Replace(what)
	}
	return refusef("%s %v %s on %s%s, and %d were asked for", bound, n, what, g.board.Spec(), g.upToSymmetry(), end)
}

// fewer names the ranges that have fewer puzzles than their share for sure; of others there may be none, and they are
// left out.
func (g *generator) fewer(ctx context.Context, ranges []Range, most []*big.Int, shares []uint64) (
	few []string, err error) {
	for i, r := range ranges {
		if most[i].Cmp(new(big.Int).SetUint64(shares[i])) >= 0 {
			continue
		}
		exact, err := g.apart(ctx, r.High)
		if err != nil {
			return nil, err
		}
		if exact {
			few = append(few, fmt.Sprintf("%v of %v", most[i], r))
		}
	}
	return few, nil
}

// bounds is how many sets of presses each range has, up to the symmetries that count; nil if they are not soon counted.
func (g *generator) bounds(ranges []Range) (most []*big.Int) {
	types := alike.Identity(g.board.Switches())
	if g.alike != nil {
		types = g.alike.Types
	}
	sets := types.Sets(ranges[len(ranges)-1].High, g.board.States())
	if sets == nil {
		return nil
	}
	if !g.options.AllowSolved {
		sets[0].SetInt64(0)
	}
	for _, r := range ranges {
		sum := new(big.Int)
		for _, n := range sets[r.Low : r.High+1] {
			sum.Add(sum, n)
		}
		most = append(most, sum)
	}
	return most
}

func (g *generator) upToSymmetry() string {
	if g.alike != nil {
		return " up to symmetry"
	}
	return ""
}

func (g *generator) tooFew(end, share uint64, few []string) error {
	return refusef("%d puzzles take %d distinct ones of each number of presses, and %s has too few: within reach "+
		"are only %s presses", end, share, g.board.Spec(), strings.Join(few, ", "))
}
