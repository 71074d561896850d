package solve

import (
	"context"
	"slices"

	"lightsout/board"
	"lightsout/internal/rows"
)

// The rows of the plan that are bounds beside the search.

// runPacking counts lights without a switch in common. If that bound is good, or the search will hardly end, a light
// answer is looked for at once: it may need no search.
func runPacking(ctx context.Context, p *planning) (Result, bool, error) {
	p.known = bound{p.packed(ctx), packingMethod, packedLights}
	if p.linear.Nullity() > lightFrom || p.known.lower > p.fewestFlips(0) {
		_, o := p.searchOf()
		light := p.search.Lighten(ctx, o.Enough)
		p.presses = p.reduced.whole(light.Word) // the search, and what stops it, begin there
		if p.reduced.cost(light.Weight) > p.known.lower && (light.Proved || light.Weight <= o.Enough) {
			return p.lightest(ctx, light), true, nil
		}
	}
	return p.known.proves(p.presses), p.known.lower >= p.presses.Weight(), nil
}

// bound is a number of presses that no answer is below, and what that rests on.
type bound struct {
	lower      int
	method, by string
}

// proves is the result that an answer is as light as the bound. It does not tell what a search did meanwhile, which
// depends on the clock.
func (b bound) proves(presses board.State) Result {
	return Result{Presses: presses, LowerBound: b.lower, Bound: b.by, Method: b.method}
}

// packed is a number of lights that must change and have no switch in common, so that each needs a press of its own: as
// many as there are if each is taken, in order, that has no switch in common with those before. It is 0 if some switches
// are not free, if the context ends, or if the board is too large to list the switches around its lights.
func (pr *problem) packed(ctx context.Context) (count int) {
	if pr.restricted() {
		return 0
	}
	around, err := rows.Of(pr.system)
	if err != nil || ctx.Err() != nil {
		return 0
	}
	taken := make([]bool, pr.system.Switches())
	for l := range pr.change.All() {
		if slices.ContainsFunc(around.Light(l), func(x int32) bool { return taken[x] }) {
			continue
		}
		count++
		for _, x := range around.Light(l) {
			taken[x] = true
		}
	}
	return count
}
