package cosetleader

import (
	"context"
	"math"
	"slices"
)

// Relaxation bounds from below how many presses an answer needs, by linear programming and by packing.
//
// Let xᵢ be 1 if switch i is pressed. A light that must change has an odd number of pressed switches around
// it, so their sum is at least 1; around any other light the number is even, so no xᵢ there exceeds the sum
// of the others. These are the odd-set inequalities of R. G. Jeroslow, On defining sets of vertices of the
// hypercube by linear inequalities, 1975, as far as they matter while few switches are pressed. The least
// Σxᵢ with 0 ≤ xᵢ ≤ 1 that satisfies them is a lower bound.
//
// The optimum itself is not needed: by duality, weights of the inequalities give a bound whatever
// they are, and good weights come from a primal-dual gradient method. The bound itself is computed from
// them in integers, so that no rounding can make it wrong.
type Relaxation struct {
	Switches int
	Lights   [][]int32 // the switches that flip each light
	Change   []bool    // of each light: it must change
}

const (
	relaxRounds     = 1 << 12 // of the gradient method
	maxRelaxEntries = 1 << 18 // of Lights, to keep a round short
	relaxOften      = 1 << 6  // rounds between two bounds
	relaxUnit       = 1 << 20 // weights are multiples of 1/relaxUnit when the bound is computed
)

// Lower is a number of presses that no answer is below. It ends early, with the best bound so far, when
// the context does, and proves nothing about boards that are too large.
func (p Relaxation) Lower(ctx context.Context) int {
	entries := 0
	for _, light := range p.Lights {
		entries += len(light)
	}
	if entries == 0 || entries > maxRelaxEntries {
		return 0
	}
	return newDual(p, entries).improve(ctx)
}

// Packing is a number of lights that must change and have no switch in common, so that each needs a press of
// its own: as many as there are if each is taken, in order, that has no switch in common with those before.
func (p Relaxation) Packing() int {
	count := 0
	taken := make([]bool, p.Switches)
	for l, light := range p.Lights {
		if p.Change[l] && !slices.ContainsFunc(light, func(s int32) bool { return taken[s] }) {
			count++
			for _, s := range light {
				taken[s] = true
			}
		}
	}
	return count
}

// improve moves the weights for a while and returns the best bound they gave.
func (d *dual) improve(ctx context.Context) int {
	best := 0
	for round := 1; round <= relaxRounds && ctx.Err() == nil; round++ {
		d.step()
		if round%relaxOften == 0 {
			best = max(best, d.bound())
		}
	}
	return best
}

// dual is the state of the gradient method: A. Chambolle and T. Pock, A first-order primal-dual algorithm,
// 2011, with the step sizes of T. Pock and A. Chambolle, Diagonal preconditioning, 2011.
type dual struct {
	p    Relaxation
	x    []float64 // of each switch
	over []float64 // 2·(new x) − (old x)
	load []float64 // of each switch: what the weights add up to there
	rate []float64 // of each switch: its step
	// The weights: one of each light that must change, else one of each switch around it. starts says
	// where those of a light begin.
	weight []float64
	starts []int
	whole  []int64 // of each switch, when the bound is computed
}

func newDual(p Relaxation, entries int) *dual {
	d := &dual{p: p, x: make([]float64, p.Switches), over: make([]float64, p.Switches), load: make([]float64, p.Switches),
		rate: make([]float64, p.Switches), weight: make([]float64, entries), whole: make([]int64, p.Switches)}
	at := 0
	for l, light := range p.Lights {
		d.starts = append(d.starts, at)
		at += len(light)
		for _, s := range light {
			if p.Change[l] {
				d.rate[s]++
			} else {
				d.rate[s] += float64(len(light))
			}
		}
	}
	for s := range d.rate {
		d.rate[s] = 1 / math.Max(1, d.rate[s])
	}
	return d
}

// step moves the presses against their price and the weights towards what the presses violate.
func (d *dual) step() {
	for s, x := range d.x {
		next := min(1, max(0, x-d.rate[s]*(1-d.load[s])))
		d.x[s], d.over[s] = next, 2*next-x
	}
	clear(d.load)
	for l, light := range d.p.Lights {
		if len(light) == 0 {
			continue
		}
		sum, rate := 0.0, 1/float64(len(light))
		for _, s := range light {
			sum += d.over[s]
		}
		weights := d.weight[d.starts[l]:][:len(light)]
		if d.p.Change[l] {
			weights[0] = max(0, weights[0]+rate*(1-sum))
			for _, s := range light {
				d.load[s] += weights[0]
			}
			continue
		}
		total := 0.0
		for i, s := range light {
			weights[i] = max(0, weights[i]-rate*(sum-2*d.over[s]))
			total += weights[i]
		}
		for i, s := range light {
			d.load[s] += total - 2*weights[i]
		}
	}
}

// bound is what the weights prove: Σxᵢ is at least the sum of the weights of lights that must change, less
// what the load of a switch exceeds its price by.
func (d *dual) bound() int {
	clear(d.whole)
	sum := int64(0)
	for l, light := range d.p.Lights {
		if len(light) == 0 {
			continue
		}
		weights := d.weight[d.starts[l]:][:len(light)]
		if d.p.Change[l] {
			w := int64(weights[0] * relaxUnit)
			sum += w
			for _, s := range light {
				d.whole[s] += w
			}
			continue
		}
		total := int64(0)
		for _, w := range weights {
			total += int64(w * relaxUnit)
		}
		for i, s := range light {
			d.whole[s] += total - 2*int64(weights[i]*relaxUnit)
		}
	}
	for _, load := range d.whole {
		sum += min(0, relaxUnit-load)
	}
	return int((sum + relaxUnit - 1) / relaxUnit)
}
