package treewidth

import (
	"context"
	"math"
	"sync"
)

// Program is what finds the lightest words of one code. It is safe for concurrent use.
type Program struct {
	switches int
	program

	width   int     // at most 2^width states at a node
	steps   float64 // how many sums of costs it takes
	alive   float64 // states that later nodes need
	peak    float64 // at most as many are alive at once
	choices float64 // words of 64 bits to remember what was chosen
	kept    float64 // states of nodes from which others choose

	searches sync.Pool // memory for searches
}

// program is the nodes of a plan, children before their parents, and the columns of all of them.
type program struct {
	nodes   []node
	columns []uint32
}

// QuickProgram makes a plan for the code of the words whose columns add up to zero: of the words that flip every light an
// even number of times. It returns nil if the graph is too wide, or if the context ends. It takes time linear in the
// size of the graph.
func (m *Matrix) QuickProgram(ctx context.Context) *Program {
	best := m.plan(ctx, m.byDegree(ctx))
	if best == nil && m.first < maxTrees { // a sweep may be narrow: that of a 30×30 grid is
		best = m.plan(ctx, m.byTree(m.sweeps(1, treeSteps)))
	}
	return best
}

// Program looks longer for a good one than [Matrix.QuickProgram] does, because many words of one code are asked for.
func (m *Matrix) Program(ctx context.Context) *Program {
	best := m.plan(ctx, m.byDegree(ctx))
	for _, sweeps := range []int{1, 3} { // a path, and sweeps from three corners that meet in the middle
		few := best != nil && best.steps < fewSteps*float64(m.first+1)
		if few || m.first > maxTrees || ctx.Err() != nil {
			break
		}
		if p := m.plan(ctx, m.byTree(m.sweeps(sweeps, treeSteps))); best == nil || p != nil && p.steps < best.steps {
			best = p
		}
	}
	return best
}

func (m *Matrix) plan(ctx context.Context, order []int32) *Program {
	if order == nil {
		return nil
	}
	if b := m.build(ctx, order); b != nil {
		return b.restrict()
	}
	return nil
}

// Steps is how many steps a search takes, of a few nanoseconds each.
func (p *Program) Steps() float64 { return p.steps }

// Memory is how many bytes a search takes: for a lightest word, or for all words within a limit.
func (p *Program) Memory(costs []int, all bool) float64 {
	size := 8.0
	if small(p.switches, costs) {
		size = 4
	}
	if all {
		return size*(p.kept+p.peak) + float64(48*len(p.nodes))
	}
	return 2*size*p.peak + 8*p.choices
}

// Width is the logarithm of the most states at one place.
func (p *Program) Width() int { return p.width }

func states[N uint8 | int](log N) float64 { return math.Exp2(float64(log)) }
