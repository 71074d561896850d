package generate

import (
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
	if err != nil || !g.distinct() || end == 0 {
		return err
	}
	types, high := alike.Identity(g.board.Switches()), ranges[len(ranges)-1].High
	if g.alike != nil {
		types = g.alike.Types
	}
	sets := types.Sets(high, g.board.States())
	if sets == nil {
		return nil
	}
	low := 0
	if !g.options.AllowSolved {
		low = 1
	}
	shares, few := []uint64{}, []string{}
	if g.options.Levels == "even" {
		t := evenly(len(ranges), g.options.Seed)
		shares = t.counts(end)
	}
	narrowed := g.options.Lit != nil || g.options.Unique || g.options.Symmetric != ""
	sum := new(big.Int)
	for i, r := range ranges {
		most := new(big.Int)
		for w := max(low, r.Low); w <= r.High; w++ {
			most.Add(most, sets[w])
		}
		sum.Add(sum, most)
		if len(shares) == 0 || narrowed || most.Cmp(new(big.Int).SetUint64(shares[i])) >= 0 {
			continue
		}
		switch exact, err := g.apart(ctx, r.High); { // else there may be none, and the level is left out
		case err != nil:
			return err
		case exact:
			few = append(few, fmt.Sprintf("%v of %v", most, r))
		}
	}
	if len(few) > 0 {
		return g.tooFew(end, slices.Max(shares), few)
	}
	if g.facts.states != nil && g.facts.states.Cmp(sum) < 0 {
		sum = g.facts.states
	}
	if sum.Cmp(new(big.Int).SetUint64(end)) < 0 && (g.options.leveled() || g.alike != nil) {
		bound := "at most"
		if g.unique() && !narrowed {
			bound = "only"
		}
		return refusef("%s %v such puzzles exist on %s%s, and %d were asked for", bound, sum, g.board.Spec(),
			g.upToSymmetry(), end)
	}
	return nil
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
