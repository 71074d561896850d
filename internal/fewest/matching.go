package fewest

import (
	"context"
	"fmt"

	"lightsout/gf2"
	"lightsout/internal/matching"
)

// Where every column flips at most two lights, a light is a node of a graph, a column an edge, and a word of the
// coset a set of edges that has odd degree at exactly the lights to change (package matching). A column that flips
// one light is an edge to the border.

func matchingSteps(ctx context.Context, d *Decision) (steps float64, err error) {
	if d.problem.Graph == nil {
		return 0, errNoGraph
	}
	steps = matchingStep * float64(d.problem.Graph.vertices())
	switch o := d.options; {
	case o.Ask == All:
		return steps, fmt.Errorf("%w: matching finds one answer", ErrMethod)
	case o.Method == "" && o.MaxSteps > 0 && steps > float64(o.MaxSteps):
		return steps, errLimit
	}
	edges, err := d.problem.edges(ctx, d.options.MaxMemory)
	if err == nil {
		d.pairs, err = pairsOf(d.problem.Graph, edges)
	}
	return steps, err
}

// edges has one for each column, with its cost, or says why there are none.
func (p Problem) edges(ctx context.Context, memory int64) (edges []matching.Edge, err error) {
	g := p.Graph
	if matching.Memory(g.Lights, g.Columns, p.Change.Weight()) > float64(memory) {
		return nil, errTables
	}
	var flips []int
	for c := range g.Columns {
		if c%4096 == 0 && ctx.Err() != nil {
			return nil, errTime
		}
		if flips = g.Flips(flips[:0], c); len(flips) > 2 {
			return nil, errThree
		}
		e := matching.Edge{U: matching.Border, V: matching.Border, Cost: int64(p.costOf(c))}
		if len(flips) > 0 {
			e.U = int32(flips[0])
		}
		if len(flips) > 1 {
			e.V = int32(flips[1])
		}
		edges = append(edges, e)
	}
	return edges, nil
}

var errThree = fmt.Errorf("%w: a switch flips more than two lights", ErrMethod)

// pairsOf is the graph of edges, unless the sum of their costs is too large.
func pairsOf(g *Graph, edges []matching.Edge) (*matching.Graph, error) {
	pairs, err := matching.New(g.Lights, edges)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrMethod, err)
	}
	return pairs, err
}

func runMatching(ctx context.Context, d *Decision) (bool, error) {
	join, sets, err := d.pairs.Prove(ctx, d.problem.Change.Indices())
	if err != nil && ctx.Err() == nil {
		return false, err
	}
	d.offer(join.Edges)
	d.found.Raise(int(join.Lower), Reason{Method: Matching, Proof: PairsJoined, Bound: "search (matching)"})
	d.found.Sets = &sets
	d.found.Stop(err)
	return true, nil
}

// NearestInPairs finds, of all sets of lights as small as possible that the columns can flip together with the
// Change, one that leaves the cheapest word: flipping a light is an edge to the border that costs more than all
// columns. It reports false if columns flip more than two lights, or the context ends.
func NearestInPairs(ctx context.Context, p Problem, o Options) (lights gf2.Vec, ok bool) {
	g := p.Graph
	edges, err := p.edges(ctx, o.withDefaults().MaxMemory)
	if err != nil {
		return lights, false
	}
	dear := int64(1)
	for _, e := range edges {
		dear += e.Cost
	}
	for l := range g.Lights {
		edges = append(edges, matching.Edge{U: int32(l), V: matching.Border, Cost: dear})
	}
	pairs, err := pairsOf(g, edges)
	if err != nil {
		return lights, false
	}
	join, err := pairs.Join(ctx, p.Change.Indices())
	if err != nil {
		return lights, false
	}
	lights = gf2.NewVec(g.Lights)
	for i := range join.Edges.Ones() {
		if i >= g.Columns {
			lights.Set(i-g.Columns, true)
		}
	}
	return lights, true
}
