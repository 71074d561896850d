package covering

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// maxWalkDim and walkMoves bound the walk; each move weighs all quiet patterns.
const (
	maxWalkDim = 16
	walkMoves  = 1 << 17
)

// walk looks for excesses with a low peak by one long annealing of single moves. [regionList.descend] does it
// better, and comes second: generators take their hardest puzzles from the state that is found, and what a
// seed means is frozen. So where a walk reaches the lowest peak, its state is the one.
type walk struct {
	regions *regionList
	signs   [][]int16 // of each region, by quiet pattern
	excess  []int
	values  []int16 // the transform
	random  *rand.Rand
	work    int64
}

func newWalk(r *regionList) *walk {
	w := &walk{regions: r, excess: make([]int, len(r.list)), values: make([]int16, 1<<r.dim), random: rand.New(rand.NewPCG(1, 1))}
	for i, g := range r.list {
		signs := make([]int16, len(w.values))
		for c := range signs {
			signs[c] = int16(sign(g.column, uint64(c)))
		}
		w.signs = append(w.signs, signs)
		if g.size()%2 != 0 {
			w.move(i, 1-2*w.random.IntN(2))
		}
	}
	return w
}

func (w *walk) move(i, by int) {
	w.excess[i] += by
	for c, s := range w.signs[i] {
		w.values[c] += int16(by) * s
	}
}

// over is the cost after a move: the sum of the squares by which values exceed the target.
func (w *walk) over(i, by int, target int16) int {
	step, sum := int16(by), 0
	signs := w.signs[i]
	for c, v := range w.values {
		if x := int(v + step*signs[c] - target); x > 0 {
			sum += x * x
		}
	}
	return sum
}

// run lowers the peak in steps of 2 until it reaches lowest, the work is spent or the context ends. It
// returns the excesses with the lowest peak.
func (w *walk) run(ctx context.Context, lowest int, work int64) (excess []int, peak int) {
	peak = int(slices.Max(w.values))
	excess = slices.Clone(w.excess)
	for peak > lowest && w.work < work {
		if !w.reach(ctx, peak-2, work) {
			break
		}
		peak = int(slices.Max(w.values))
		copy(excess, w.excess)
	}
	return excess, peak
}

// reach anneals from the current excesses until no value exceeds the target, and reheats when cold.
func (w *walk) reach(ctx context.Context, target int, work int64) bool {
	cost := w.over(0, 0, int16(target))
	moves := 2000 * len(w.excess)
	for w.work < work {
		warm := math.Max(8, float64(cost)/100)
		for n := range moves {
			if cost == 0 {
				return true
			}
			if w.work += int64(len(w.values)); w.work > work || n%64 == 0 && ctx.Err() != nil {
				return false
			}
			heat := warm * (1 - float64(n)/float64(moves))
			i, by := w.random.IntN(len(w.excess)), 2-4*w.random.IntN(2)
			if m := w.regions.list[i].size(); w.excess[i]+by > m || w.excess[i]+by < -m {
				continue
			}
			after := w.over(i, by, int16(target))
			if after <= cost || w.random.Float64() < math.Exp(float64(cost-after)/heat) {
				w.move(i, by)
				cost = after
			}
		}
	}
	return false
}
