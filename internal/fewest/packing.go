package fewest

import (
	"context"
	"errors"
	"slices"
)

var (
	errCounts  = errors.New("it counts presses, for one answer")
	errQuickly = errors.New("the search takes no longer")
)

func packingSteps(_ context.Context, d *Decision) (float64, error) {
	switch p := d.problem; {
	case p.Graph == nil:
		return 0, errNoGraph
	case p.Costs != nil || d.options.Ask == All:
		return float64(p.Graph.Lights), errCounts
	case d.tooLarge != nil:
		return float64(p.Graph.Lights), d.tooLarge
	case d.expected() <= packedFrom:
		return float64(p.Graph.Lights), errQuickly
	}
	return float64(d.problem.Graph.Lights), nil
}

// runPacking counts lights without a column in common. If that bound is good, or the search will hardly end, a light
// word is looked for at once: it may need no search.
func runPacking(ctx context.Context, d *Decision) (bool, error) {
	d.found.Raise(d.packed(ctx), Reason{Method: Packing, Proof: Packed, Bound: Packed})
	if d.problem.dimension() > lightFrom || d.found.Lower > d.problem.Floor {
		light := d.lighten(ctx)
		if light.Cost > d.found.Lower && (light.Proved() || light.Cost <= d.options.Enough) {
			d.found.Known = light
			return true, nil
		}
		d.found.Best, d.found.Cost = light.Best, light.Cost // the search, and what stops it, begin there
	}
	return d.found.Proved(), nil
}

// packed is a number of lights that must change and have no column in common, so that each needs one of its own: as
// many as there are if each is taken, in order, that has no column in common with those before. It is 0 if the
// context ends.
func (d *Decision) packed(ctx context.Context) (count int) {
	g := d.problem.Graph
	lists, err := g.Lists(ctx)
	if err != nil {
		return 0
	}
	around := lists.Transposed(g.Lights)
	taken := make([]bool, g.Columns)
	for l := range d.problem.Change.Ones() {
		if slices.ContainsFunc(around.Of(l), func(c int32) bool { return taken[c] }) {
			continue
		}
		count++
		for _, c := range around.Of(l) {
			taken[c] = true
		}
	}
	return count
}
