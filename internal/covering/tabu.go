package covering

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// maxTabuDim is the largest nullity for which the search keeps a value for every quiet pattern.
const maxTabuDim = 20

const (
	// threshold is how far below the least maximum so far values begin to cost, in steps of 2.
	threshold = 3
	// The way back is open again after tenure steps at least, and less than twice as many.
	tenure = 6
	// patience is how many steps for each region may pass without a smaller maximum before the search starts anew.
	patience = 100
)

// tabu looks for excesses whose transform has a small maximum, by tabu search (F. Glover, Tabu search, part I,
// 1989). They are those of a state that needs many presses.
//
// A move changes the excess of a region by 2, so every value of the transform by 2 or −2. Let y be how far a value
// is above the threshold, in steps of 2. The cost is the sum of f(y) = y⁴ over all values above it. A move changes
// the cost of a value from f(y) to
//
//	f(y±1) = (f(y+1) + f(y−1))/2 ± (f(y+1) − f(y−1))/2
//
// where ± is the sign of the region at that quiet pattern times that of the move. So one transform, of
// f(y+1) − f(y−1), judges all moves. Each step makes the best one, even if the cost rises, and bars the way back for
// a few steps unless it leads to a lower cost than ever before.
type tabu struct {
	regions *Regions
	random  *rand.Rand
	excess  []int
	values  []int    // the transform
	pull    []int    // the transform of f(y+1) − f(y−1)
	barred  [][2]int // of each region: before which step it must not go down, or up
}

// tabu searches until the maximum is at most enough, the work is spent or the context ends. It returns the excesses
// with the least maximum.
func (r *Regions) tabu(ctx context.Context, enough int, work int64) (best []int, least int) {
	t := &tabu{regions: r, random: rand.New(rand.NewPCG(1, 1))}
	t.excess, t.pull, t.barred = make([]int, len(r.List)), make([]int, 1<<r.Dim), make([][2]int, len(r.List))
	least = math.MaxInt
	step := int64(r.Dim+4) << r.Dim // the work of one
	for work > 0 {
		t.start()
		lowest, cheapest := slices.Max(t.values), math.MaxInt
		for n, last := 0, 0; ; n++ {
			if top := slices.Max(t.values); n == 0 || top < lowest {
				lowest, cheapest, last = top, math.MaxInt, n
				if top < least {
					best, least = slices.Clone(t.excess), top
				}
			}
			if work -= step; work <= 0 || least <= enough || n%16 == 0 && ctx.Err() != nil {
				return best, least
			}
			if n-last > patience*len(t.excess) {
				break
			}
			cheapest = t.step(n, lowest, cheapest)
		}
	}
	return best, least
}

// start presses half of every region, rounded up or down at random.
func (t *tabu) start() {
	for i, g := range t.regions.List {
		t.excess[i] = g.size() % 2 * (1 - 2*t.random.IntN(2))
	}
	t.values = t.regions.transform(t.excess)
	clear(t.barred)
}

// step makes the best move and returns the least cost so far, that before the move included.
func (t *tabu) step(n, lowest, cheapest int) int {
	cost, sum := 0, 0
	floor := lowest - 2*threshold
	for c, v := range t.values {
		y := (v - floor) / 2
		if v < floor {
			y = -1
		}
		up, down := power(y+1), power(y-1)
		cost += power(y)
		sum += up + down
		t.pull[c] = up - down
	}
	hadamard(t.pull)
	cheapest = min(cheapest, cost)
	best, at, by := math.MaxInt, -1, 0
	for i, g := range t.regions.List {
		for k, direction := range [2]int{-1, 1} {
			e := t.excess[i] + 2*direction
			if e > g.size() || e < -g.size() {
				continue
			}
			then := (sum + direction*t.pull[g.Column]) / 2
			if then < best && (t.barred[i][k] <= n || then < cheapest) {
				best, at, by = then, i, 2*direction
			}
		}
	}
	if at < 0 {
		return cheapest // everything is barred for the moment
	}
	t.barred[at][(2-by)/4] = n + tenure + t.random.IntN(tenure)
	t.excess[at] += by
	column := t.regions.List[at].Column
	for c := range t.values {
		t.values[c] += by * sign(column, uint64(c))
	}
	return cheapest
}

// power is f: the cost of a value.
func power(y int) int {
	y = max(y, 0)
	return y * y * y * y
}
