package solve

import (
	"context"
	"slices"

	"lightsout/internal/rows"
)

// The rows of the plan that are bounds beside the search.

// runPacking counts lights without a switch in common. If that bound is good, or the search will hardly end, a light
// answer is looked for at once: it may need no search.
func runPacking(ctx context.Context, p *planning) (found, bool, error) {
	p.known.Raise(p.packed(ctx), byPacking)
	if p.linear.Nullity() > lightFrom || p.known.Lower > p.fewestFlips(0) {
		_, o := p.searchOf()
		light := p.reduced.known(ctx, p.search.Lighten(ctx, o.Enough))
		if light.Cost > p.known.Lower && (light.Proved() || light.Cost <= p.reduced.cost(o.Enough)) {
			return found{Known: light}, true, nil
		}
		p.known.Best, p.known.Cost = light.Best, light.Cost // the search, and what stops it, begin there
	}
	return found{Known: p.known}, p.known.Proved(), nil
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
