package solve

import (
	"context"
	"fmt"

	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/matching"
)

// The row of the plan for boards whose switches flip at most two lights each. A light is then a node of a graph, a
// switch an edge, and an answer a set of edges that has odd degree at exactly the lights to change (package matching).
// A switch that flips one light, or a second one that does not matter, is an edge to the border.

const matchingMethod = "matching"

var byMatching = fewest.Reason{Method: matchingMethod, Proof: pairsJoined, Bound: "search (matching)"}

// whicheverChanged is the proof of the fewest presses of the nearest solvable puzzle.
const whicheverChanged = pairsJoined + ", whichever lights are changed at the start"

// inPairs is a problem as such a graph. It is nil if there is none, and then not says why.
type inPairs struct {
	graph *matching.Graph
	not   string
}

// joins is the graph of a problem.
func (pr *problem) joins(ctx context.Context) (*inPairs, error) {
	forced := pr.Method == matchingMethod
	switch {
	case pr.Method != "" && !forced:
		return &inPairs{not: notForced}, nil
	case pr.question > fewestPresses && forced:
		return nil, fmt.Errorf("%w: matching finds one answer", fewest.ErrMethod)
	case pr.question > fewestPresses:
		return &inPairs{not: "it finds one answer"}, nil
	case !forced && pr.MaxSteps > 0 && pr.matchingSteps() > float64(pr.MaxSteps):
		return &inPairs{not: "it takes more steps than are allowed"}, nil
	}
	edges, not := pr.edges(ctx, pr.reduce())
	if not == "" {
		graph, err := matching.New(pr.system.Lights(), edges)
		if err == nil {
			return &inPairs{graph: graph}, nil
		}
		not = err.Error() // the sum of the costs is too large
	}
	if forced {
		return nil, fmt.Errorf("%w: matching: %s", fewest.ErrMethod, not)
	}
	return &inPairs{not: not}, nil
}

// edges has one for each column, with its cost, or says why there are none.
func (pr *problem) edges(ctx context.Context, r *reduced) (edges []matching.Edge, not string) {
	n := pr.system.Switches()
	if r.columns != nil {
		n = len(r.columns)
	}
	if pr.MaxMemory > 0 && matching.Memory(pr.system.Lights(), n, pr.change.Size()) > float64(pr.MaxMemory) {
		return nil, "its tables would not fit"
	}
	var flips []int
	for c := range n {
		if r.columns == nil {
			flips = pr.system.AppendToggles(flips[:0], c)
		} else {
			flips = groupFlips(pr.system, flips[:0], r.columns[c])
		}
		if len(flips) > 2 {
			return nil, "a switch flips more than two lights"
		}
		if c%4096 == 0 && ctx.Err() != nil {
			return nil, "time is over"
		}
		e := matching.Edge{U: matching.Border, V: matching.Border, Cost: 1}
		if r.costs != nil {
			e.Cost = int64(r.costs[c])
		}
		if len(flips) > 0 {
			e.U = int32(flips[0])
		}
		if len(flips) > 1 {
			e.V = int32(flips[1])
		}
		edges = append(edges, e)
	}
	return edges, ""
}

func estimateMatching(p *planning) (float64, string) {
	if p.pairs.not != "" {
		return 0, p.pairs.not
	}
	return p.matchingSteps(), ""
}

func (pr *problem) matchingSteps() float64 {
	return matchingStep * float64(pr.system.Lights()+pr.system.Switches())
}

// matchingStep is how many nanoseconds it takes for each light and switch where half of the lights are to change,
// measured on grids and random graphs of 1,000 to 30,000 switches.
const matchingStep = 1000

func runMatching(ctx context.Context, p *planning) (found, bool, error) {
	join, sets, err := p.pairs.graph.Prove(ctx, p.change.Bits().Indices())
	if err != nil && ctx.Err() == nil {
		return found{}, false, err
	}
	k := p.answer(p.reduced.whole(join.Edges))
	k.Raise(p.reduced.cost(int(join.Lower)), byMatching)
	if err != nil {
		k.Offer(p.known.Best, p.known.Cost)
		k.Stop(context.Cause(ctx))
	}
	return found{Known: k, sets: &sets}, true, nil
}

// nearestInPairs finds, of all sets of lights as small as possible whose change makes the puzzle solvable, one that
// leaves the fewest presses: changing a light is an edge to the border that costs more than all switches. It reports
// false if switches flip more than two lights, or the context ends.
func (pr *problem) nearestInPairs(ctx context.Context) (lights gf2.Vec, ok bool) {
	edges, not := pr.edges(ctx, pr.reduce())
	if not != "" {
		return lights, false
	}
	dear := int64(1)
	for _, e := range edges {
		dear += e.Cost
	}
	columns, n := len(edges), pr.system.Lights()
	for l := range n {
		edges = append(edges, matching.Edge{U: int32(l), V: matching.Border, Cost: dear})
	}
	graph, err := matching.New(n, edges)
	if err != nil {
		return lights, false // the sum of the costs is too large
	}
	join, err := graph.Join(ctx, pr.change.Bits().Indices())
	if err != nil {
		return lights, false
	}
	lights = gf2.NewVec(n)
	for i := range join.Edges.Ones() {
		if i >= columns {
			lights.Set(i-columns, true)
		}
	}
	return lights, true
}

// OddSet is a set of lights with a weight. Two such sets are disjoint, or one is inside the other. Each has an odd
// number of the lights to change, where the border counts as one of them if the others are odd in number. So every
// answer presses a switch that flips one light inside and one outside. The sets for which a switch does that weigh at
// most its cost together, and so no answer costs less than all of them weigh.
type OddSet struct {
	// Halves is the weight, counted in halves.
	Halves int64 `json:"halves"`
	// Within is the smallest set around this one, by its place in the list, which is before this one's; -1 is none.
	Within int `json:"within"`
	// Lights are those of which this is the smallest set. Border: it is that of the border, which takes the place of
	// the second light of switches that flip only one.
	Lights []int `json:"lights"`
	Border bool  `json:"border,omitempty"`
}

// OddSets is the proof of a lower bound by matching. Required switches are pressed before.
func (r *Result) OddSets() []OddSet {
	if r.sets == nil {
		return nil
	}
	list := make([]OddSet, len(r.sets.Weight))
	for i, w := range r.sets.Weight {
		list[i] = OddSet{Halves: w, Within: int(r.sets.Within[i]), Lights: []int{}}
	}
	border := len(r.sets.Set) - 1
	for l, i := range r.sets.Set {
		switch {
		case i < 0:
		case l == border:
			list[i].Border = true
		default:
			list[i].Lights = append(list[i].Lights, l)
		}
	}
	return list
}
