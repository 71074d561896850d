package depth

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/gf2"
	"lightsout/internal/covering"
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
// The search may be among states that have symmetries of the board. Then a move changes all regions of an orbit.
// A value changes by the sum of their signs; and f(y + s₁ + … + s_m) is again a sum of products of some of the
// signs, with weights that depend on y, and the product of signs is the sign of the sum of the columns. There are
// fewer moves, and they reach further: on 19×19 the peak of 32 takes a second or less with any of the symmetries,
// and a minute without.
//
// Annealing, which draws moves and judges them one by one, ended at 162 presses on 19×19 with four times the
// work, where this finds 165.
type descent struct {
	regions *regionList
	ties    []tie
	random  *rand.Rand
	stop    func() bool
	work    int64

	from   []int // excesses to begin with, or nil
	excess []int
	total  int      // that of the excesses, which bounds the values
	values []uint64 // the transform, four values in each word, each plus zero
	lowest int      // peak since the start
	least  int64    // cost since the bend was set
	barred []int    // before which step a tie must not go down or up, in turn
	near   nearPeak

	best []int // the excesses with the lowest peak of all starts
	peak int
}

// tie is regions of equal size whose excesses change together.
type tie struct {
	regions []int
	terms   []term
}

// term stands for all subsets of a tie that the group maps to one of them: how many regions they have, the sum of
// that one's columns, and how many subsets there are.
type term struct {
	regions int
	column  uint64
	times   int64
}

// tiesOf are the orbits of the regions under a group of permutations, which keep their sizes. The group has at most
// maxTie elements; nil is one that changes nothing.
func (r *regionList) tiesOf(group [][]int) (list []tie) {
	seen := make([]bool, len(r.List))
	for i := range r.List {
		if seen[i] {
			continue
		}
		t := tie{regions: []int{i}}
		seen[i] = true
		for _, g := range group {
			if j := g[i]; !seen[j] {
				seen[j] = true
				t.regions = append(t.regions, j)
			}
		}
		if len(t.regions) > maxTie {
			panic("covering: a tie of too many regions")
		}
		// Subsets that the group maps to each other have the same pull, as the values have the symmetries too.
		times := make([]int64, 1<<len(t.regions))
		for set := 1; set < len(times); set++ {
			first := set
			for _, g := range group {
				image := 0
				for k, region := range t.regions {
					if set>>k&1 != 0 {
						image |= 1 << slices.Index(t.regions, g[region])
					}
				}
				first = min(first, image)
			}
			times[first]++
		}
		for set, n := range times {
			if n == 0 {
				continue
			}
			part := term{regions: bits.OnesCount(uint(set)), times: n}
			for k, region := range t.regions {
				if set>>k&1 != 0 {
					part.column ^= r.List[region].Column
				}
			}
			t.terms = append(t.terms, part)
		}
		list = append(list, t)
	}
	return list
}

// maxTie is the size of the largest tie; one of m regions has up to 2^m terms.
const maxTie = 4

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
	// patience is how many steps for each tie may pass without a lower peak before the search starts anew.
	patience = 100
)

// newDescent is a search among states that have the symmetries of a group, given as permutations of the regions; nil is
// none.
func newDescent(r *regionList, group [][]int, seed uint64) *descent {
	ties := r.tiesOf(group)
	most := 0
	for _, o := range ties {
		most = max(most, len(o.regions))
	}
	return &descent{
		regions: r,
		ties:    ties,
		random:  rand.New(rand.NewPCG(1, seed)),
		excess:  make([]int, len(r.List)),
		values:  make([]uint64, max(1, 1<<r.Dim/lanesPerWord)),
		barred:  make([]int, 2*len(ties)),
		near:    newNearPeak(r.Dim, most),
		peak:    math.MaxInt,
	}
}

// start takes the excesses to begin with, if there are any, but only once. Else it presses half of every region, rounded
// up or down at random.
func (d *descent) start() {
	const zeros = zero * eachLane
	for w := range d.values {
		d.values[w] = zeros
	}
	clear(d.barred)
	for _, o := range d.ties {
		excess := 0
		if d.regions.List[o.regions[0]].Size()%2 != 0 {
			excess = 1 - 2*d.random.IntN(2)
		}
		for _, i := range o.regions {
			d.excess[i] = excess
		}
	}
	if d.from != nil {
		copy(d.excess, d.from)
		d.from = nil
	}
	d.total = total(d.excess)
	for i, excess := range d.excess {
		column := d.regions.List[i].Column
		d.values[column/lanesPerWord] += uint64(excess) << (16 * (column % lanesPerWord))
	}
	// The transform: butterflies within words, then of words. No lane leaves its range here either.
	for w, word := range d.values {
		var lanes [lanesPerWord]int
		for c := range lanes {
			lanes[c] = int(word>>(16*c)&(1<<16-1)) - zero
		}
		covering.Hadamard(lanes[:])
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
	d.work += int64(d.regions.Dim * len(d.values))
	d.reach(peak - zero)
}

// total is the sum of the absolute excesses.
func total(excess []int) (sum int) {
	for _, e := range excess {
		sum += max(e, -e)
	}
	return sum
}

// reach notes a peak lower than any since the start, and moves the bend.
func (d *descent) reach(peak int) {
	d.lowest = peak
	d.least = math.MaxInt64
	d.shift()
	if peak < d.peak {
		d.peak = peak
		d.best = append(d.best[:0], d.excess...)
	}
}

// add changes the excesses of a tie and the values with them, and lists those near the lowest peak. As no lane
// leaves its range, one addition changes four of them, whatever their signs.
func (d *descent) add(o tie, by int) {
	changes := make([]change, len(o.regions))
	for n, i := range o.regions {
		d.total -= max(d.excess[i], -d.excess[i])
		d.excess[i] += by
		d.total += max(d.excess[i], -d.excess[i])
		column := d.regions.List[i].Column
		lanes := uint64(0)
		for c := range uint64(lanesPerWord) {
			lanes += uint64(by*covering.Sign(column, c)) << (16 * c)
		}
		changes[n] = change{column / lanesPerWord, [2]uint64{lanes, -lanes}}
	}
	d.shift(changes...)
}

// change is what is added to a word of values, by the sign that the rest of the column has there.
type change struct {
	column uint64
	lanes  [2]uint64
}

// shift adds the changes to all words of values.
func (d *descent) shift(changes ...change) {
	floor := d.lowest - 2*bend + 2*d.near.bottom
	above := uint64(1<<15-zero-floor) * eachLane // brings lanes of floor and more to the top bit
	d.near.clear()
	for w, word := range d.values {
		for _, c := range changes {
			word += c.lanes[covering.Parity(c.column, uint64(w))]
		}
		d.values[w] = word
		for high := (word + above) & topBits; high != 0; high &= high - 1 {
			lane := bits.TrailingZeros64(high) / 16
			value := int(word>>(16*lane)&(1<<16-1)) - zero
			d.near.add((value-floor)/2, uint32(w*lanesPerWord+lane))
		}
	}
	d.work += int64(len(d.values) * max(1, len(changes)))
}

// nearPeak lists the quiet patterns whose values a move may bring above the bend, by height, and finds the pulls.
type nearPeak struct {
	bottom  int        // the lowest height that is listed, 0 or less
	heights [][]uint32 // from the bottom up
	// patterns has, for each bit of a column, a bit for each pattern listed, set where the pattern has that bit; heights
	// begin with new words. So the sum of those that a column names tells where their product is odd.
	patterns gf2.SumTable
	bits     []uint64 // of which the table is made
	bytes    int      // of a column
	// weights and sums are by the size m of a tie and the number s of regions of a term: how much the product of s
	// signs contributes to 2^m·f(y + s₁ + … + s_m), for the bits of each word, and the sum over all patterns.
	weights [maxTie + 1][maxTie + 1][]int64
	sums    [maxTie + 1][maxTie + 1]int64
	words   int
}

func newNearPeak(dim, largestTie int) nearPeak {
	return nearPeak{bottom: min(0, 1-largestTie), bytes: (dim + 7) / 8}
}

// weight is what the product of the first s of m signs contributes to 2^m·f(height + the sum of all m): the sum, over
// all signs, of f times the product.
func weight(height, m, s int) (sum int64) {
	for negative := range uint(1) << m {
		product := 1 - 2*(bits.OnesCount(negative&(1<<s-1))%2)
		sum += int64(product) * power(height+m-2*bits.OnesCount(negative))
	}
	return sum
}

func (n *nearPeak) clear() {
	for y := range n.heights {
		n.heights[y] = n.heights[y][:0]
	}
}

// mostNear bounds the patterns of a height, and so the memory. Only where few regions have an odd size are there
// more; then the first ones stand for all.
const mostNear = 1 << 15

// add lists a pattern so many heights above the bottom.
func (n *nearPeak) add(above int, pattern uint32) {
	for len(n.heights) <= above {
		n.heights = append(n.heights, nil)
	}
	if len(n.heights[above]) < mostNear {
		n.heights[above] = append(n.heights[above], pattern)
	}
}

// highest is the greatest height, one below the bottom if there is none.
func (n *nearPeak) highest() int {
	for y := len(n.heights) - 1; y >= 0; y-- {
		if len(n.heights[y]) > 0 {
			return y + n.bottom
		}
	}
	return n.bottom - 1
}

// power is f: the cost of a value.
func power(height int) int64 {
	y := int64(max(height, 0))
	return y * y * y * y
}

// cost is that of all values.
func (n *nearPeak) cost() (sum int64) {
	for y, patterns := range n.heights {
		sum += int64(len(patterns)) * power(y+n.bottom)
	}
	return sum
}

// tabulate makes the table of patterns, and the weights for ties up to the largest size.
func (n *nearPeak) tabulate() {
	for m := 1; m <= 1-n.bottom; m++ {
		for s := range m + 1 {
			weights := n.weights[m][s][:0]
			n.sums[m][s] = 0
			for y, patterns := range n.heights {
				w := weight(y+n.bottom, m, s)
				n.sums[m][s] += int64(len(patterns)) * w
				for range (len(patterns) + 63) / 64 {
					weights = append(weights, w)
				}
			}
			n.weights[m][s], n.words = weights, len(weights)
		}
	}
	n.bits = slices.Grow(n.bits[:0], 8*n.bytes*n.words)[:8*n.bytes*n.words]
	for b := range n.bytes {
		w := 8 * b * n.words
		for _, patterns := range n.heights {
			for some := range slices.Chunk(patterns, 64) {
				for j, word := range columnsOfByte(some, 8*b) {
					n.bits[w+j*n.words] = word
				}
				w++
			}
		}
	}
	n.patterns.Fill(n.bits, n.words)
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

// pull is the transform of the weights of m and s at a column.
func (n *nearPeak) pull(column uint64, m, s int) int64 {
	odd := int64(0)
	var rows [(maxDescendDim + 7) / 8][]uint64
	for b := range n.bytes {
		rows[b] = n.patterns.Sum(b, uint8(column>>(8*b)))
	}
	for w, weight := range n.weights[m][s] {
		word := rows[0][w]
		for _, row := range rows[1:n.bytes] {
			word ^= row[w]
		}
		odd += weight * int64(bits.OnesCount64(word))
	}
	return n.sums[m][s] - 2*odd
}

// judge is what the cost would be, times 2^m for a tie of m regions, if they went up, and down.
func (n *nearPeak) judge(o tie) (up, down int64) {
	m := len(o.regions)
	even, odd := n.sums[m][0], int64(0)
	for _, t := range o.terms {
		pull := t.times * n.pull(t.column, m, t.regions)
		if t.regions%2 == 0 {
			even += pull
		} else {
			odd += pull
		}
	}
	return even + odd, even - odd
}

// choose finds the best move that is not barred: a tie, and 2 or -2.
func (d *descent) choose(step int) (number, by int, ok bool) {
	cost := d.near.cost()
	d.least = min(d.least, cost)
	d.near.tabulate()
	best := int64(math.MaxInt64)
	for i, o := range d.ties {
		up, down := d.near.judge(o)
		d.work += int64(d.near.words * len(o.terms))
		m := len(o.regions)
		size, excess := d.regions.List[o.regions[0]].Size(), d.excess[o.regions[0]]
		for k, then := range [2]int64{down, up} {
			by := 4*k - 2
			if e := excess + by; e > size || e < -size || e*by > 0 && d.total+2*m >= zero {
				continue
			}
			then <<= maxTie - m // all times 2^maxTie
			if then < best && (d.barred[2*i+k] <= step || then>>maxTie < d.least) {
				number, best = 2*i+k, then
			}
		}
	}
	d.work += int64(d.near.words * 256 * d.near.bytes)
	return number / 2, number%2*4 - 2, best < math.MaxInt64
}

// run makes steps until the peak is at most lowest, the work is spent or the search is stopped.
func (d *descent) run(lowest int, work int64) {
	for d.work < work && !d.stop() {
		d.start()
		for step, last := 0, 0; d.peak > lowest && step-last < patience*len(d.ties); step++ {
			if d.work >= work || step%64 == 0 && d.stop() {
				return
			}
			if i, by, ok := d.choose(step); ok {
				d.barred[2*i+(2-by)/4] = step + tenure + d.random.IntN(tenure)
				d.add(d.ties[i], by)
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
// context ends. Search i is among the states with the symmetries of group i, in turn; nil, or no groups at all, asks
// for none, and the first such search begins with the given excesses, if they are not nil. Once a search has reached
// the lowest peak, those after it are not needed. So, unless the context ends, the result does not depend on the number
// of cores. The excesses are nil if the values do not fit their lanes, or if the context ends before the first start.
func (r *regionList) descend(ctx context.Context, lowest int, work int64, from []int, groups ...[][]int) (excess []int, peak int) {
	if len(groups) == 0 {
		groups = [][][]int{nil}
	}
	if total(from) >= zero-2 {
		from = nil // its values would not fit their lanes
	}
	if r.Odd() >= zero-2 {
		return nil, math.MaxInt
	}
	type result struct {
		excess []int
		peak   int
	}
	enough := int64(enoughSteps*len(r.List)+1) << r.Dim / lanesPerWord
	all := make([]result, min(max(work/enough, leastDescents), mostDescents))
	var reached atomic.Int64
	reached.Store(int64(len(all)))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() error {
			d := newDescent(r, groups[i%len(groups)], uint64(i))
			if groups[i%len(groups)] == nil && i < len(groups) {
				d.from = from
			}
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
