package treewidth

import (
	"context"
	"math"
)

// Plan is a program that finds the lightest words of one code. It is safe for concurrent use.
type Plan struct {
	switches int
	nodes    []node // children right before their parents
	columns  []uint32

	width   int     // at most 2^width states at a node
	steps   float64 // how many sums of costs it takes
	peak    float64 // states alive at once
	choices float64 // bits to remember what was chosen
	kept    float64 // states of nodes from which others choose
}

// New makes a plan for the code of the words that flip every light an even number of times. Switch s flips
// the lights index[start[s]:start[s+1]], none of them twice. It returns nil if the graph is too wide, or
// if the context ends.
func New(ctx context.Context, lights int, start []int, index []int32) *Plan {
	g := newGraph(lights, start, index)
	best := g.plan(ctx, g.byLevels(ctx)) // on graphs that are no strips it soon gives up
	if best != nil && best.steps < quick*float64(len(start)) {
		return best
	}
	if p := g.plan(ctx, g.byDegree(ctx)); p != nil && (best == nil || p.steps < best.steps) {
		best = p
	}
	return best
}

// quick is a number of steps per switch at which looking for another order takes longer than the steps.
const quick = 1 << 8

func (g *graph) plan(ctx context.Context, order []int32) *Plan {
	if order == nil {
		return nil
	}
	if b := g.build(ctx, order); b != nil {
		return b.restrict()
	}
	return nil
}

// Steps is how many steps a search takes, of a few nanoseconds each.
func (p *Plan) Steps() float64 { return p.steps }

// Memory is how many bytes a search takes: for a lightest word, without making any table twice, or for all words within
// a limit.
func (p *Plan) Memory(costs []int, all bool) float64 {
	if all {
		return p.size(costs)*(p.kept+p.peak) + float64(48*len(p.nodes))
	}
	return 2*p.size(costs)*p.peak + p.choices/8
}

// size is how many bytes a state's cost takes.
func (p *Plan) size(costs []int) float64 {
	if small(p.switches, costs) {
		return 4
	}
	return 8
}

// Width is the logarithm of the most states at one place.
func (p *Plan) Width() int { return p.width }

func states[N uint8 | int](log N) float64 { return math.Exp2(float64(log)) }
