package covering

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// maxDescendDim is the largest nullity for which all quiet patterns are weighed at every step.
const maxDescendDim = 16

// descent looks for excesses with a low peak by simulated annealing. They give a lower bound on the
// depth: a state that needs that many presses.
type descent struct {
	regions *regionList
	signs   [][]int16 // of each region, by quiet pattern
	excess  []int
	values  []int16 // the transform
	random  *rand.Rand
	work    int64
}

func newDescent(r *regionList) *descent {
	d := &descent{regions: r, excess: make([]int, len(r.list)), values: make([]int16, 1<<r.dim), random: rand.New(rand.NewPCG(1, 1))}
	for i, g := range r.list {
		signs := make([]int16, len(d.values))
		for c := range signs {
			signs[c] = int16(sign(g.column, uint64(c)))
		}
		d.signs = append(d.signs, signs)
		if g.size()%2 != 0 {
			d.move(i, 1-2*d.random.IntN(2))
		}
	}
	return d
}

func (d *descent) move(i, by int) {
	d.excess[i] += by
	for c, s := range d.signs[i] {
		d.values[c] += int16(by) * s
	}
}

// over is the cost after a move: the sum of the squares by which values exceed the target.
func (d *descent) over(i, by int, target int16) int {
	step, sum := int16(by), 0
	signs := d.signs[i]
	for c, v := range d.values {
		if x := int(v + step*signs[c] - target); x > 0 {
			sum += x * x
		}
	}
	return sum
}

// run lowers the peak in steps of 2 until it reaches lowest, the work is spent or the context ends. It
// returns the excesses with the lowest peak.
func (d *descent) run(ctx context.Context, lowest int, work int64) (excess []int, peak int) {
	peak = int(slices.Max(d.values))
	excess = slices.Clone(d.excess)
	for peak > lowest && d.work < work {
		if !d.reach(ctx, peak-2, work) {
			break
		}
		peak = int(slices.Max(d.values))
		copy(excess, d.excess)
	}
	return excess, peak
}

// reach anneals from the current excesses until no value exceeds the target, and reheats when cold.
func (d *descent) reach(ctx context.Context, target int, work int64) bool {
	cost := d.over(0, 0, int16(target))
	moves := 2000 * len(d.excess)
	for d.work < work {
		warm := math.Max(8, float64(cost)/100)
		for n := range moves {
			if cost == 0 {
				return true
			}
			if d.work += int64(len(d.values)); d.work > work || n%64 == 0 && ctx.Err() != nil {
				return false
			}
			heat := warm * (1 - float64(n)/float64(moves))
			i, by := d.random.IntN(len(d.excess)), 2-4*d.random.IntN(2)
			if m := d.regions.list[i].size(); d.excess[i]+by > m || d.excess[i]+by < -m {
				continue
			}
			after := d.over(i, by, int16(target))
			if after <= cost || d.random.Float64() < math.Exp(float64(cost-after)/heat) {
				d.move(i, by)
				cost = after
			}
		}
	}
	return false
}
