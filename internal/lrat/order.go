package lrat

import (
	"context"
	"slices"
)

// Refute adds up equations that contradict each other: every variable occurs in an even number of them, but
// the number of true literals that they ask for is odd. It closes the proof.
func (p *Prover) Refute(ctx context.Context, equations []*Equation) error {
	rim := breadthFirst(equations)
	slices.Reverse(rim)
	p.total(ctx, breadthFirst(rim))
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case p.err != nil:
		return p.err
	case !p.refuted:
		return errNoContradiction
	}
	return p.out.Close()
}

// total adds up equations, in halves.
func (p *Prover) total(ctx context.Context, list []*Equation) sum {
	if len(list) == 0 || p.err != nil || p.refuted || ctx.Err() != nil {
		return nil
	}
	if len(list) == 1 {
		return p.chain(list[0])
	}
	a := p.total(ctx, list[:len(list)/2])
	b := p.total(ctx, list[len(list)/2:])
	if p.err != nil || p.refuted || ctx.Err() != nil {
		return nil
	}
	return p.add(a, b)
}

// breadthFirst lists equations in the order of a breadth-first search from the first of them, so that any that follow
// each other share few variables with the others; what it does not reach follows.
func breadthFirst(equations []*Equation) []*Equation {
	holding := map[int][]*Equation{} // the equations of each variable, until the search gets there
	for _, e := range equations {
		for _, l := range e.lits {
			holding[l.Var()] = append(holding[l.Var()], e)
		}
	}
	order, reached := make([]*Equation, 0, len(equations)), map[*Equation]bool{}
	visit := func(e *Equation) {
		if !reached[e] {
			reached[e] = true
			order = append(order, e)
		}
	}
	next := 0
	for _, e := range equations {
		for visit(e); next < len(order); next++ {
			for _, l := range order[next].lits {
				for _, other := range holding[l.Var()] {
					visit(other)
				}
				delete(holding, l.Var())
			}
		}
	}
	return order
}
