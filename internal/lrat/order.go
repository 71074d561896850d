package lrat

import (
	"context"

	"lightsout/cnf"
)

// Refute adds up equations that contradict each other: every variable occurs in an even number of them, but
// the number of true literals that they ask for is odd. It closes the proof.
func (p *Prover) Refute(ctx context.Context, equations []*Equation) error {
	h := newHalver(equations)
	p.total(ctx, h, h.all())
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case p.err != nil:
		return p.err
	}
	if !p.refuted {
		p.fail(errNoContradiction)
		return p.err
	}
	return p.out.Close()
}

// total adds up some of the equations, in halves.
func (p *Prover) total(ctx context.Context, h *halver, list []int) sum {
	if len(list) == 0 || p.err != nil || p.refuted || ctx.Err() != nil {
		return nil
	}
	if len(list) == 1 {
		return p.chain(h.equations[list[0]])
	}
	a, b := h.halve(list)
	sumA := p.total(ctx, h, a)
	sumB := p.total(ctx, h, b)
	if p.err != nil || p.refuted || ctx.Err() != nil {
		return nil
	}
	return p.add(sumA, sumB)
}

// halver splits sets of equations so that the halves share few variables: in the order of a breadth-first
// search from an equation at the rim.
type halver struct {
	equations []*Equation
	holding   map[cnf.Lit][]int // the equations of each variable
	inside    []bool
	reached   []bool
	expanded  map[cnf.Lit]int // by variable: the last search that went through it
	searches  int
}

func newHalver(equations []*Equation) *halver {
	h := &halver{
		equations: equations, holding: map[cnf.Lit][]int{}, expanded: map[cnf.Lit]int{},
		inside: make([]bool, len(equations)), reached: make([]bool, len(equations)),
	}
	for i, e := range equations {
		for _, l := range e.lits {
			v := cnf.Lit(l.Var())
			h.holding[v] = append(h.holding[v], i)
		}
	}
	return h
}

func (h *halver) all() []int {
	list := make([]int, len(h.equations))
	for i := range list {
		list[i] = i
	}
	return list
}

// halve sorts the list and splits it in the middle.
func (h *halver) halve(list []int) (a, b []int) {
	if len(list) > 2 {
		for _, i := range list {
			h.inside[i] = true
		}
		far := h.search(list, list[0])
		copy(list, h.search(list, far[len(far)-1]))
		for _, i := range list {
			h.inside[i] = false
		}
	}
	return list[:len(list)/2], list[len(list)/2:]
}

// search lists the equations in the order of a breadth-first search; what it does not reach follows.
func (h *halver) search(list []int, from int) []int {
	h.searches++
	order := make([]int, 0, len(list))
	visit := func(i int) {
		if h.inside[i] && !h.reached[i] {
			h.reached[i] = true
			order = append(order, i)
		}
	}
	next := 0
	walk := func() {
		for ; next < len(order); next++ {
			for _, l := range h.equations[order[next]].lits {
				v := cnf.Lit(l.Var())
				if h.expanded[v] == h.searches {
					continue
				}
				h.expanded[v] = h.searches
				for _, i := range h.holding[v] {
					visit(i)
				}
			}
		}
	}
	visit(from)
	walk()
	for _, i := range list {
		visit(i)
		walk()
	}
	for _, i := range order {
		h.reached[i] = false
	}
	return order
}
