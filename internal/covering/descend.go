package covering

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// maxDescendDim is the largest nullity for which the search keeps a value for every quiet pattern.
const maxDescendDim = 24

// descent looks for excesses with a low peak by tabu search. They give a lower bound on the depth: a state
// that needs that many presses.
//
// A move changes the excess of a region by 2, so every value by 2 or −2. Let y be the height of a value: how
// far it is, in steps of 2, above a bend that lies a little below the lowest peak so far. The cost is the sum
// of f(y) = y⁴ over all values above the bend. A move changes the cost of a value from f(y) to
//
//	f(y±1) = (f(y+1) + f(y−1))/2 ± (f(y+1) − f(y−1))/2
//
// where ± is the sign of the region at that quiet pattern times that of the move. So a move changes the cost
// by a constant, plus or minus the transform of (f(y+1) − f(y−1))/2 at the region's column: its pull. Hence all
// moves can be judged at once. Each step makes the best one, even if the cost rises. The way back is then
// barred for a few steps, unless it leads to a lower cost than ever before.
//
// Annealing, which draws moves and judges them one by one, ended at 162 presses on 19×19 with four times the
// work, where this finds 165.
type descent struct {
	regions *regionList
	random  *rand.Rand
	stop    func() bool
	work    int64

	excess []int
	total  int      // of the absolute excesses, which bounds the values
	values []uint64 // the transform, four values in each word, each plus zero
	lowest int      // peak since the start
	least  int64    // cost since the bend was set
	barred []int    // before which step a region must not go down or up, in turn
	near   nearPeak

	best []int // the excesses with the lowest peak of all starts
	peak int
}

const (
	// Values are kept in lanes of 16 bits. They are within ±(zero − 1), so that the top bit of a lane is free.
	lanesPerWord = 4
	zero         = 1 << 14
	eachLane     = 1 | 1<<16 | 1<<32 | 1<<48
	topBits      = eachLane << 15

	// bend is the height of the lowest peak above the bend.
	bend = 3
	// A way back is open again after tenure steps at least, and less than twice as many.
	tenure = 6
	// patience is how many steps for each region may pass without a lower peak before the search starts anew.
	patience = 100
)

func newDescent(r *regionList, seed uint64) *descent {
	return &descent{
		regions: r,
		random:  rand.New(rand.NewPCG(1, seed)),
		excess:  make([]int, len(r.list)),
		values:  make([]uint64, max(1, 1<<r.dim/lanesPerWord)),
		barred:  make([]int, 2*len(r.list)),
		near:    newNearPeak(r.dim),
		peak:    math.MaxInt,
	}
}

// start presses half of every region, rounded up or down at random.
func (d *descent) start() {
	const zeros = zero * eachLane
	for w := range d.values {
		d.values[w] = zeros
	}
	clear(d.barred)
	d.total = 0
	for i, g := range d.regions.list {
		d.excess[i] = 0
		if g.size()%2 != 0 {
			d.excess[i] = 1 - 2*d.random.IntN(2)
			d.values[g.column/lanesPerWord] += uint64(d.excess[i]) << (16 * (g.column % lanesPerWord))
			d.total++
		}
	}
	// The transform: butterflies within words, then of words. No lane leaves its range here either.
	for w, word := range d.values {
		var lanes [lanesPerWord]int
		for c := range lanes {
			lanes[c] = int(word>>(16*c)&(1<<16-1)) - zero
		}
		hadamard(lanes[:])
		word = zeros
		for c, v := range lanes {
			word += uint64(v) << (16 * c)
		}
		d.values[w] = word
	}
	for h := 1; h < len(d.values); h *= 2 {
		for from := 0; from < len(d.values); from += 2 * h {
			for w := from; w < from+h; w++ {
				a, b := d.values[w], d.values[w+h]
				d.values[w], d.values[w+h] = a+b-zeros, a-b+zeros
			}
		}
	}
	peak := 0
	for _, word := range d.values {
		for ; word != 0; word >>= 16 {
			peak = max(peak, int(word&(1<<16-1)))
		}
	}
	d.work += int64(d.regions.dim * len(d.values))
	d.reach(peak - zero)
}

// reach notes a peak lower than any since the start, and moves the bend.
func (d *descent) reach(peak int) {
	d.lowest = peak
	d.least = math.MaxInt64
	d.shift(0, 0)
	if peak < d.peak {
		d.peak = peak
		d.best = append(d.best[:0], d.excess...)
	}
}

// add changes an excess and the values with it, and lists those near the lowest peak. As no lane leaves its
// range, one addition changes four of them, whatever their signs.
func (d *descent) add(i, by int) {
	d.total -= max(d.excess[i], -d.excess[i])
	d.excess[i] += by
	d.total += max(d.excess[i], -d.excess[i])
	column := d.regions.list[i].column
	change := uint64(0)
	for c := range uint64(lanesPerWord) {
		change += uint64(by*sign(column, c)) << (16 * c)
	}
	d.shift(column/lanesPerWord, change)
}

// shift adds the change to all words of values, with the sign that the rest of the column has there.
func (d *descent) shift(column, change uint64) {
	floor := d.lowest - 2*bend
	above := uint64(1<<15-zero-floor) * eachLane // brings lanes of floor and more to the top bit
	d.near.clear()
	changes := [2]uint64{change, -change}
	for w, word := range d.values {
		word += changes[parity(column, uint64(w))]
		d.values[w] = word
		for high := (word + above) & topBits; high != 0; high &= high - 1 {
			lane := bits.TrailingZeros64(high) / 16
			value := int(word>>(16*lane)&(1<<16-1)) - zero
			d.near.add((value-floor)/2, uint32(w*lanesPerWord+lane))
		}
	}
	d.work += int64(len(d.values))
}

// nearPeak lists the quiet patterns whose values are not below the bend, by height, and finds the pulls.
type nearPeak struct {
	heights [][]uint32
	// byColumn has a row of words for each byte of a column and each value of that byte: a bit for each
	// pattern listed, set where their product is odd. Heights begin with new words.
	byColumn [][256][]uint64
	weights  []int64 // of the bits of each word: f(y+1) − f(y−1)
}

func newNearPeak(dim int) nearPeak {
	return nearPeak{byColumn: make([][256][]uint64, (dim+7)/8)}
}

func (n *nearPeak) clear() {
	for y := range n.heights {
		n.heights[y] = n.heights[y][:0]
	}
}

// mostNear bounds the patterns of a height, and so the memory. Only where few regions have an odd size are there
// more; then the first ones stand for all.
const mostNear = 1 << 15

func (n *nearPeak) add(height int, pattern uint32) {
	for len(n.heights) <= height {
		n.heights = append(n.heights, nil)
	}
	if len(n.heights[height]) < mostNear {
		n.heights[height] = append(n.heights[height], pattern)
	}
}

// highest is the greatest height, -1 if there is none.
func (n *nearPeak) highest() int {
	for y := len(n.heights) - 1; y >= 0; y-- {
		if len(n.heights[y]) > 0 {
			return y
		}
	}
	return -1
}

// power is f: the cost of a value.
func power(height int) int64 {
	y := int64(max(height, 0))
	return y * y * y * y
}

// costs are the cost, and twice the part of its change that all moves have in common; all is the sum of
// f(y+1) − f(y−1).
func (n *nearPeak) costs() (cost, common, all int64) {
	for y, patterns := range n.heights {
		some := int64(len(patterns))
		cost += some * power(y)
		common += some * (power(y+1) + power(y-1) - 2*power(y))
		all += some * (power(y+1) - power(y-1))
	}
	return cost, common, all
}

// tabulate makes the rows of byColumn.
func (n *nearPeak) tabulate() {
	n.weights = n.weights[:0]
	for y, patterns := range n.heights {
		for range (len(patterns) + 63) / 64 {
			n.weights = append(n.weights, power(y+1)-power(y-1))
		}
	}
	for b := range n.byColumn {
		rows := &n.byColumn[b]
		for x := range rows {
			rows[x] = slices.Grow(rows[x][:0], len(n.weights))[:len(n.weights)]
		}
		w := 0
		for _, patterns := range n.heights {
			for some := range slices.Chunk(patterns, 64) {
				for j, word := range columnsOfByte(some, 8*b) {
					rows[1<<j][w] = word
				}
				w++
			}
		}
		clear(rows[0])
		for x := range rows {
			if rest := x & (x - 1); rest != 0 {
				last := rows[x^rest]
				for w, word := range rows[rest] {
					rows[x][w] = word ^ last[w]
				}
			}
		}
	}
}

// columnsOfByte returns bits shift, …, shift+7 of up to 64 patterns: bit k of word j is bit shift+j of pattern k.
// Blocks of eight by eight bits are transposed at once. One by one this would take half of the search's time.
func columnsOfByte(patterns []uint32, shift int) (words [8]uint64) {
	for at := 0; at < len(patterns); at += 8 {
		block := uint64(0)
		for k, c := range patterns[at:min(at+8, len(patterns))] {
			block |= uint64(c>>shift&255) << (8 * k)
		}
		swap := (block ^ block>>7) & 0x00aa00aa00aa00aa
		block ^= swap ^ swap<<7
		swap = (block ^ block>>14) & 0x0000cccc0000cccc
		block ^= swap ^ swap<<14
		swap = (block ^ block>>28) & 0x00000000f0f0f0f0
		block ^= swap ^ swap<<28
		for j := range words {
			words[j] |= block >> (8 * j) & 255 << at
		}
	}
	return words
}

// pull is twice the pull of a region: the transform of f(y+1) − f(y−1) at its column; all is the sum of these.
func (n *nearPeak) pull(column uint64, all int64) int64 {
	odd := int64(0)
	var rows [(maxDescendDim + 7) / 8][]uint64
	for b := range n.byColumn {
		rows[b] = n.byColumn[b][column>>(8*b)&255]
	}
	for w, weight := range n.weights {
		word := rows[0][w]
		for _, row := range rows[1:len(n.byColumn)] {
			word ^= row[w]
		}
		odd += weight * int64(bits.OnesCount64(word))
	}
	return all - 2*odd
}

// choose finds the best move that is not barred: a region, and 2 or -2.
func (d *descent) choose(step int) (region, by int, ok bool) {
	cost, common, all := d.near.costs()
	d.least = min(d.least, cost)
	d.near.tabulate()
	d.work += int64(len(d.near.weights)) * int64(256*len(d.near.byColumn)+len(d.excess))
	best := int64(math.MaxInt64)
	for i, g := range d.regions.list {
		pull := d.near.pull(g.column, all)
		for up := range 2 {
			by := 4*up - 2
			if e := d.excess[i] + by; e > g.size() || e < -g.size() || e*by > 0 && d.total+2 >= zero {
				continue
			}
			change := common + int64(2*up-1)*pull
			if change < best && (d.barred[2*i+up] <= step || cost+change/2 < d.least) {
				region, best = 2*i+up, change
			}
		}
	}
	return region / 2, region%2*4 - 2, best < math.MaxInt64
}

// run makes steps until the peak is at most lowest, the work is spent or the search is stopped.
func (d *descent) run(lowest int, work int64) {
	for d.work < work && !d.stop() {
		d.start()
		for step, last := 0, 0; d.peak > lowest && step-last < patience*len(d.excess); step++ {
			if d.work >= work || step%64 == 0 && d.stop() {
				return
			}
			if i, by, ok := d.choose(step); ok {
				d.barred[2*i+(2-by)/4] = step + tenure + d.random.IntN(tenure)
				d.add(i, by)
			}
			if peak := d.lowest + 2*(d.near.highest()-bend); peak < d.lowest {
				d.reach(peak)
				last = step
			}
		}
		if d.peak <= lowest {
			return
		}
	}
}

// mostDescents is how many searches share the work, from different seeds. There are fewer of them where there
// are many quiet patterns, so that each can make some steps for every region.
const (
	mostDescents  = 8
	leastDescents = 2
	enoughSteps   = 16 // for every region
)

// descend looks for excesses with a low peak until it is at most lowest, the work is about spent or the
// context ends. Once a search has reached the lowest peak, those after it are not needed. So, unless the
// context ends, the result does not depend on the number of cores. The excesses are nil if the values do not fit
// their lanes, or if the context ends before the first start.
func (r *regionList) descend(ctx context.Context, lowest int, work int64) (excess []int, peak int) {
	if r.odd() >= zero-2 {
		return nil, math.MaxInt
	}
	type result struct {
		excess []int
		peak   int
	}
	enough := int64(enoughSteps*len(r.list)+1) << r.dim / lanesPerWord
	all := make([]result, min(max(work/enough, leastDescents), mostDescents))
	var reached atomic.Int64
	reached.Store(int64(len(all)))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() error {
			d := newDescent(r, uint64(i))
			d.stop = func() bool { return ctx.Err() != nil || reached.Load() < int64(i) }
			if d.run(lowest, work/int64(len(all))); d.peak <= lowest {
				for {
					if first := reached.Load(); first <= int64(i) || reached.CompareAndSwap(first, int64(i)) {
						break
					}
				}
			}
			all[i] = result{d.best, d.peak}
			return nil
		})
	}
	_ = group.Wait() // no search fails
	peak = math.MaxInt
	for i, a := range all {
		if int64(i) <= reached.Load() && a.peak < peak {
			excess, peak = a.excess, a.peak
		}
	}
	return excess, peak
}
