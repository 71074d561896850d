package covering

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// maxDescendDim is the largest nullity for which the search keeps a value for every quiet pattern.
const maxDescendDim = 20

// descent looks for excesses with a low peak by simulated annealing. They give a lower bound on the
// depth: a state that needs that many presses.
//
// The cost is the sum, over all quiet patterns, of the squares by which values exceed a target. A move
// changes the excess of one region or of two by 2, so it changes a value by 4 at most, and only values
// above target − 4 matter. They are few: such hot values are listed, and a move is judged by the list. All
// values are updated only when a move is made.
type descent struct {
	regions *regionList
	excess  []int
	values  []int16 // the transform
	target  int16
	hot     []hotValue
	random  *rand.Rand
	work    int64
	stop    func() bool

	best []int // the excesses with the lowest peak
	peak int
}

// hotValue is a value that a move can bring above the target.
type hotValue struct {
	pattern uint32
	value   int16
}

// mostMove is how far a move of two regions can change a value.
const mostMove = 4

func newDescent(r *regionList, seed uint64) *descent {
	d := &descent{regions: r, excess: make([]int, len(r.list)), values: make([]int16, 1<<r.dim), random: rand.New(rand.NewPCG(1, seed))}
	for i, g := range r.list {
		if g.size()%2 != 0 {
			d.add(i, 1-2*d.random.IntN(2))
		}
	}
	return d
}

// lowSigns[a] are the signs of patterns 0, …, 63 on a region whose column ends with the six bits a.
var lowSigns = func() (table [64][64]int16) {
	for a := range table {
		for c := range table[a] {
			table[a][c] = int16(sign(uint64(a), uint64(c)))
		}
	}
	return table
}()

// add changes an excess, and the values with it.
func (d *descent) add(i, by int) {
	d.excess[i] += by
	column := d.regions.list[i].column
	if len(d.values) < 64 {
		for c := range d.values {
			d.values[c] += int16(by * sign(column, uint64(c)))
		}
		return
	}
	signs := &lowSigns[column%64]
	for from := 0; from < len(d.values); from += 64 {
		some := d.values[from:][:64]
		if sign(column, uint64(from)) == 1 {
			for c, s := range signs {
				some[c] += int16(by) * s
			}
		} else {
			for c, s := range signs {
				some[c] -= int16(by) * s
			}
		}
	}
}

// aim sets the target and lists the hot values. It returns the cost.
func (d *descent) aim(target int) (cost int) {
	d.target = int16(target)
	d.hot = d.hot[:0]
	for c, v := range d.values {
		if v > d.target-mostMove {
			d.hot = append(d.hot, hotValue{uint32(c), v})
			if x := int(v - d.target); x > 0 {
				cost += x * x
			}
		}
	}
	return cost
}

// move is a change of one or two excesses by 2 or -2.
type move struct {
	region [2]int
	by     [2]int // the second is 0 if only one changes
}

// after is the cost after a move.
func (d *descent) after(m move) (cost int) {
	g := d.regions.list[m.region[0]].column
	h := d.regions.list[m.region[1]].column
	for _, v := range d.hot {
		c := uint64(v.pattern)
		if x := int(v.value-d.target) + m.by[0]*sign(g, c) + m.by[1]*sign(h, c); x > 0 {
			cost += x * x
		}
	}
	return cost
}

// pick draws a move that the sizes of the regions allow.
func (d *descent) pick() (m move, ok bool) {
	for t := range 1 + d.random.IntN(2) {
		i, by := d.random.IntN(len(d.excess)), 2-4*d.random.IntN(2)
		size := d.regions.list[i].size()
		if e := d.excess[i] + by; e > size || e < -size || t == 1 && i == m.region[0] {
			return m, false
		}
		m.region[t], m.by[t] = i, by
	}
	return m, true
}

// The annealing starts anew from several seeds, since it soon finds a low peak or never does. A round of
// starts has four times the work of the one before for each of them.
const (
	roundStarts = 8
	rounds      = 4
)

// descend looks for excesses with a low peak until it is at most lowest, the work is about spent or the
// context ends. Unless the context ends, the result does not depend on the number of cores.
func (r *regionList) descend(ctx context.Context, lowest int, work int64) (excess []int, peak int) {
	peak = math.MaxInt
	slice := work / roundStarts / (1<<(2*rounds) - 1) * 3
	for round := range rounds {
		if slice >= 1<<(r.dim+12) || round == rounds-1 {
			for _, d := range r.startAll(ctx, uint64(round*roundStarts), lowest, slice) {
				if d != nil && d.peak < peak {
					excess, peak = d.best, d.peak
				}
			}
		}
		if peak <= lowest || ctx.Err() != nil {
			break
		}
		slice *= 4
	}
	return excess, peak
}

// startAll runs a round. Once a start has reached the lowest peak, those after it are not needed.
func (r *regionList) startAll(ctx context.Context, seed uint64, lowest int, work int64) (all [roundStarts]*descent) {
	var reached atomic.Int64
	reached.Store(roundStarts)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range int64(roundStarts) {
		group.Go(func() error {
			if reached.Load() < i {
				return nil
			}
			d := newDescent(r, seed+uint64(i))
			d.stop = func() bool { return ctx.Err() != nil || reached.Load() < i }
			if d.run(lowest, work); d.peak <= lowest {
				for {
					if first := reached.Load(); first <= i || reached.CompareAndSwap(first, i) {
						break
					}
				}
			}
			all[i] = d
			return nil
		})
	}
	group.Wait()
	for i := range all {
		if int64(i) > reached.Load() {
			all[i] = nil
		}
	}
	return all
}

// run lowers the peak in steps of 2 until it is at most lowest, the work is spent or the search is stopped.
func (d *descent) run(lowest int, work int64) {
	for {
		d.peak = int(slices.Max(d.values))
		d.best = append(d.best[:0], d.excess...)
		if d.peak <= lowest || d.work >= work || !d.reach(d.peak-2, work) {
			return
		}
	}
}

// reach anneals from the current excesses until no value exceeds the target, and reheats when cold.
func (d *descent) reach(target int, work int64) bool {
	cost := d.aim(target)
	moves := 2000 * len(d.excess)
	for d.work < work {
		warm := math.Max(8, float64(cost)/100)
		for n := range moves {
			if cost == 0 {
				return true
			}
			if d.work += int64(len(d.hot)) + 16; d.work > work || n%64 == 0 && d.stop() {
				return false
			}
			m, ok := d.pick()
			if !ok {
				continue
			}
			heat := warm * (1 - float64(n)/float64(moves))
			after := d.after(m)
			if after <= cost || d.random.Float64() < math.Exp(float64(cost-after)/heat) {
				for t, i := range m.region {
					if m.by[t] != 0 {
						d.add(i, m.by[t])
					}
				}
				d.work += int64(len(d.values))
				cost = d.aim(target)
			}
		}
	}
	return false
}
