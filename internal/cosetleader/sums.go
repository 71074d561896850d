package cosetleader

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// sums looks for sets of w columns that add up to a target, all of them or until one is found, by
// meeting in the middle: sums of b = ⌊w/2⌋ columns are put in a table, sums of a = w−b columns are
// looked up in it.
//
// Where columns have costs, w is what a set may cost at most. In the order of its columns, a set begins
// with columns that cost less than a; with the next one they cost a or more, so the rest costs at most b.
// The table then holds every set of cost up to b, and first parts end with the column that reaches a.
//
// A single table would be too large, so the sums are divided into 2^cut classes by their first bits,
// and a table for one class fits the cache. Keys are sorted, so the columns that complete a sum of a
// given class are adjacent, and a class costs little more than the sums in it (the idea of
// R. Schroeppel and A. Shamir for sums of integers, SIAM J. Comput. 10, 1981).
//
//	key:  [ cut bits | filter bits | … ]   the first bits of a key are random bits of the column
//
// Cost: C(m,a) lookups and 2^cut·C(m,a−1) steps between them.
//
// Keys stand for sums only as far as they cannot deceive. Different sums may have one key if there are more
// than 64 checks, and a board can be made so that they do. So a key never excludes anything but by being
// different; sets of equal keys are all kept, unless their sums themselves are equal; and whoever receives a
// set adds its columns up.
type sums struct {
	halving
	part *part
	keys []uint64 // ascending; equal ones may occur
	col  []int    // the part's column of each key
	cost []int    // of each key; nil if all are 1
	once bool     // report a set only as its first columns and the rest, not every way to halve it

	start []int32 // where the keys of each class begin
	tried uint64  // first parts looked up
}

// columnKey is a column with the key by which it is looked up.
type columnKey struct {
	key uint64
	col int
}

// halving is how sets of some columns are halved, and what that takes.
type halving struct {
	w, a, b        int
	of             []int   // the cost of each column of the part; nil if all are 1
	least, dearest int     // of these columns
	table          float64 // sets for the table, of all classes together
	firsts         float64 // first parts
	above, below   float64 // first parts, and sets of the table, without their last columns
	cut            int
	packed         int // bits of a column's place in a table entry
	wide           int // words of a set of places, where an entry has no room for them; else 0
}

// newHalving halves sets of w of the columns; of cost up to w, if the part's columns have costs.
func newHalving(columns []columnKey, costs []int, w int) halving {
	m := len(columns)
	h := halving{w: w, b: w / 2, a: w - w/2, of: costs, least: 1, dearest: 1, packed: bits.Len(uint(m))}
	deepest := h.b
	if costs == nil {
		h.table, h.firsts = binomial(m, h.b), binomial(m, h.a)
		h.above, h.below = binomial(m, h.a-1), binomial(m, max(h.b-1, 0))
	} else {
		sorted := h.costs(columns)
		slices.Sort(sorted)
		h.least, h.dearest = sorted[0], sorted[m-1]
		ways := newWays(h.b)
		deepest = 0
		for sum := 0; deepest < m && sum+sorted[deepest] <= h.b; deepest++ {
			sum += sorted[deepest]
		}
		for _, c := range sorted {
			ways.add(c)
		}
		h.table, h.above, h.below = ways.upTo(h.b), ways.upTo(h.a-1), ways.upTo(h.b-h.least)
		h.firsts = h.above * float64(m) / 2
	}
	for h.table/h.classes() > classSize && m>>(h.cut+1) >= 4 {
		h.cut++ // while classes of single columns do not become empty
	}
	if deepest*h.packed > 63 {
		h.wide = (m + 63) / 64
	}
	return h
}

// classSize is the number of sums that one table should hold.
const classSize = 1 << 16

func (h *halving) classes() float64 { return float64(int64(1) << h.cut) }

// steps is what searching all sets takes.
func (h *halving) steps() float64 {
	steps := h.firsts + h.table
	if h.cut > 0 {
		steps += h.classes() * (h.above + h.below) / 2
	}
	return steps
}

// memory is how many bytes the table of a class takes.
func (h *halving) memory() float64 { return float64(48+8*h.wide) * h.table / h.classes() }

// fits reports whether the tables take at most so many bytes.
func (h *halving) fits(memory int64) bool { return 4*h.memory() <= float64(memory) }

// costs lists the cost of each column.
func (h *halving) costs(columns []columnKey) []int {
	list := make([]int, len(columns))
	for i, c := range columns {
		list[i] = h.of[c.col]
	}
	return list
}

// binomial is the binomial coefficient C(m, k), approximately.
func binomial(m, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(m-i) / float64(i+1)
	}
	return max(c, 0)
}

// ways counts sets of columns by their cost.
type ways []float64

func newWays(most int) ways {
	n := make(ways, most+1)
	n[0] = 1
	return n
}

// add adds a column.
func (n ways) add(cost int) {
	for v := len(n) - 1; v >= cost; v-- {
		n[v] += n[v-cost]
	}
}

// upTo is the number of sets of at most some cost.
func (n ways) upTo(cost int) float64 {
	sum := 0.0
	for v := range min(cost+1, len(n)) {
		sum += n[v]
	}
	return sum
}

func newSums(p *part, list []columnKey, h halving) *sums {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y columnKey) int { return cmp.Compare(x.key, y.key) })
	q := &sums{halving: h, part: p}
	for _, c := range list {
		q.keys = append(q.keys, c.key)
		q.col = append(q.col, c.col)
	}
	if h.of != nil {
		q.cost = h.costs(list)
	}
	q.start = make([]int32, 1<<q.cut+1)
	at := 0
	for class := range q.start {
		for at < len(q.keys) && q.keys[at]>>(64-q.cut) < uint64(class) {
			at++
		}
		q.start[class] = int32(at)
	}
	return q
}

// costAt is the cost of the column at a place.
func (q *sums) costAt(place int) int {
	if q.cost == nil {
		return 1
	}
	return q.cost[place]
}

// job is some of the a-sums of one class: those whose first column is from ≤ i < to.
type job struct {
	class    uint64
	from, to int
	cost     float64
}

// jobs cuts the work into pieces of about 2^24 steps.
func (q *sums) jobs() []job {
	const piece = 1 << 24
	m := len(q.keys)
	steps := q.stepsFrom()
	var list []job
	for class := range 1 << q.cut {
		j := job{class: uint64(class)}
		for i := range m {
			j.cost += steps[i]
			if j.to = i + 1; j.cost >= piece {
				list = append(list, j)
				j = job{class: uint64(class), from: i + 1, to: i + 1}
			}
		}
		if j.to > j.from {
			list = append(list, j)
		}
	}
	return list
}

// stepsFrom is what the first parts that begin at each place take, per class.
func (q *sums) stepsFrom() []float64 {
	m := len(q.keys)
	list := make([]float64, m)
	if q.cost == nil {
		for i := range list {
			list[i] = binomial(m-1-i, q.a-1) / q.classes()
			if q.cut > 0 && q.a > 1 {
				list[i] += binomial(m-1-i, q.a-2) / 2
			}
		}
		return list
	}
	n := newWays(q.a)
	for i := m - 1; i >= 0; i-- {
		list[i] = n.upTo(q.a-1-q.cost[i]) * (1 + float64(m-1-i)/q.classes()/2)
		n.add(q.cost[i])
	}
	return list
}

// sumTable holds the b-sums of one class.
type sumTable struct {
	class  uint64
	built  bool
	filter []uint64
	bits   int // log2 of the filter's bits
	slots  []slot
	costs  []int32 // of the sets in the slots, if columns have costs
	mask   uint64
	shift  int // 64 − log2 of the slots
}

// slot is a sum and, shifted up by one bit, the places of its columns, each plus 1, or the number of the
// set among the wide ones; 1 marks it as taken.
type slot struct{ key, set uint64 }

// worker does jobs, one after another.
type worker struct {
	*sums
	table  sumTable
	sets   []slot   // of the table, before they are put there
	costs  []int32  // what they cost, if columns have costs
	wides  []uint64 // their places, if these are not in the slots
	path   []uint64 // the places of a set that is being continued
	target uint64
	stop   *atomic.Bool
	class  uint64
	places []int
	tried  uint64
	// difference is where sameSum adds up.
	difference []uint64
	// visit receives each set of columns whose keys add up to the target.
	visit func(set []int)
}

func (w *worker) do(j job) {
	w.class = j.class
	if !w.table.built || w.table.class != j.class {
		w.build()
	}
	for i := j.from; i < j.to && !w.stop.Load(); i++ {
		w.places = w.places[:0]
		if w.costAt(i) < w.a {
			w.begin(w.keys[i], i, w.costAt(i))
		} else if w.keys[i]>>(64-w.cut) == w.aClass() {
			w.tried++
			w.probe(i, w.keys[i], 0)
		}
	}
}

// aClass is the class of the a-sums that the b-sums of this class complete to the target.
func (w *worker) aClass() uint64 { return w.class ^ w.target>>(64-w.cut) }

// begin goes on from a set that costs less than a; its last column is given by its place.
func (w *worker) begin(sum uint64, last, cost int) {
	if w.cost != nil && sum == w.target && w.class == 0 {
		w.report(last, 0) // complete as it is
	}
	w.places = append(w.places, last)
	w.extend(sum, last+1, cost)
	w.places = w.places[:len(w.places)-1]
}

// extend adds columns from a place on until the set costs a, the last within the wanted class.
func (w *worker) extend(sum uint64, from, cost int) {
	if cost+w.least < w.a {
		for i := from; i < len(w.keys); i++ {
			if w.stop.Load() {
				return
			}
			if c := cost + w.costAt(i); c < w.a {
				w.begin(sum^w.keys[i], i, c)
			}
		}
	}
	if cost+w.dearest < w.a {
		return
	}
	last := sum>>(64-w.cut) ^ w.aClass()
	lo, hi := max(from, int(w.start[last])), int(w.start[last+1])
	if lo >= hi {
		return
	}
	w.tried += uint64(hi - lo)
	base := sum ^ w.target
	filter, up, down := w.table.filter, w.cut, 64-w.table.bits
	for i, key := range w.keys[lo:hi] {
		at := (base ^ key) << up >> down
		if filter[at/64]>>(at%64)&1 != 0 {
			w.probe(lo+i, sum^key, cost)
		}
	}
}

// probe looks the sum of a first part up: the last of its columns, by its place, and what the others cost.
func (w *worker) probe(last int, sum uint64, cost int) {
	want := sum ^ w.target
	cost += w.costAt(last)
	for at := w.home(want); w.table.slots[at].set != 0; at = (at + 1) & w.table.mask {
		if w.table.slots[at].key != want {
			continue
		}
		if w.cost != nil && (cost < w.a || cost+int(w.table.costs[at]) > w.w) {
			continue // another first part has it, or it costs too much
		}
		w.report(last, w.table.slots[at].set>>1)
	}
}

func (w *worker) home(key uint64) uint64 {
	return key << w.cut * 0x9e3779b97f4a7c15 >> w.table.shift
}

// report passes on a set that was found, unless its two halves share a column.
func (w *worker) report(last int, packed uint64) {
	var set []int
	for _, i := range append(w.places[:len(w.places):len(w.places)], last) {
		set = append(set, w.col[i])
	}
	for i := range w.unpack(packed) {
		if w.once && i <= last {
			return
		}
		set = append(set, w.col[i])
	}
	slices.Sort(set)
	if len(slices.Compact(slices.Clone(set))) == len(set) {
		w.visit(set)
	}
}

// build fills the table with the sets of the class that cost b, or up to b if columns have costs. There
// may then be many sets of one sum, of which the cheapest is enough, unless all are asked for: if it shares
// a column with the first part, what is left of both is a cheaper set.
func (w *worker) build() {
	t := &w.table
	t.class, t.built = w.class, true
	w.sets, w.costs, w.wides, w.path = w.sets[:0], w.costs[:0], w.wides[:0], resized(w.path, w.wide)
	w.sets = slices.Grow(w.sets, int(w.halving.table/w.classes()*1.1))
	if w.class == 0 && (w.b == 0 || w.cost != nil) {
		w.put(0, 0, 0)
	}
	w.collect(0, 0, 0, 0)
	n := len(w.sets)
	size := 1 << bits.Len(uint(2*n+1))
	t.bits = max(6, bits.Len(uint(n))+3)
	t.mask, t.shift = uint64(size-1), 65-bits.Len(uint(size))
	t.slots = resized(t.slots, size)
	t.filter = resized(t.filter, 1<<t.bits/64)
	if w.cost != nil {
		t.costs = resized(t.costs, size)
	}
	cheapest := w.cost != nil && !w.once
	for i, s := range w.sets {
		bit := s.key << w.cut >> (64 - t.bits)
		t.filter[bit/64] |= 1 << (bit % 64)
		at := w.home(s.key)
		for t.slots[at].set != 0 && !(cheapest && w.sameSum(t.slots[at], s)) {
			at = (at + 1) & t.mask
		}
		if w.cost == nil {
			t.slots[at] = s
		} else if t.slots[at].set == 0 || t.costs[at] > w.costs[i] {
			t.slots[at], t.costs[at] = s, w.costs[i]
		}
	}
}

// sameSum reports whether the columns of two sets have the same sum. Keys of at most 64 checks tell; beyond
// that the columns are added up.
func (w *worker) sameSum(x, y slot) bool {
	if x.key != y.key || w.part.k <= 64 {
		return x.key == y.key
	}
	w.difference = resized(w.difference, w.part.words)
	for _, s := range []slot{x, y} {
		for place := range w.unpack(s.set >> 1) {
			for i, word := range w.part.col(w.col[place]) {
				w.difference[i] ^= word
			}
		}
	}
	return !slices.ContainsFunc(w.difference, func(word uint64) bool { return word != 0 })
}

// collect lists the sets that continue one with columns from a place on.
func (w *worker) collect(sum, set uint64, from, cost int) {
	if cost+2*w.least <= w.b {
		for i := from; i < len(w.keys) && !w.stop.Load(); i++ {
			if c := cost + w.costAt(i); c+w.least <= w.b {
				w.collect(sum^w.keys[i], w.with(set, i), i+1, c)
				w.with(0, i) // out of the path again
			}
		}
	}
	if w.cost == nil && cost+1 != w.b {
		return
	}
	last := sum>>(64-w.cut) ^ w.class
	for i := max(from, int(w.start[last])); i < int(w.start[last+1]); i++ {
		if cost+w.costAt(i) <= w.b {
			w.put(sum^w.keys[i], w.with(set, i), cost+w.costAt(i))
			w.with(0, i)
		}
	}
}

// with is a set with one more place. If sets are wide, the place is put in the path, or taken out of it.
func (w *worker) with(set uint64, place int) uint64 {
	if w.wide == 0 {
		return set<<w.packed | uint64(place+1)
	}
	w.path[place/64] ^= 1 << (place % 64)
	return 0
}

func (w *worker) put(key, set uint64, cost int) {
	if w.cost != nil {
		w.costs = append(w.costs, int32(cost))
	}
	if w.wide > 0 {
		w.wides = append(w.wides, w.path...)
		set = uint64(len(w.wides) / w.wide)
	}
	w.sets = append(w.sets, slot{key, set<<1 | 1})
}

// unpack yields the places of a set of the table.
func (w *worker) unpack(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		if w.wide == 0 {
			for ; set != 0 && yield(int(set&(1<<w.packed-1))-1); set >>= w.packed {
			}
			return
		}
		if set == 0 {
			return
		}
		for at, x := range w.wides[int(set-1)*w.wide:][:w.wide] {
			for ; x != 0; x &= x - 1 {
				if !yield(at*64 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// resized is a slice of zeros that reuses the old one's memory if that is large enough.
func resized[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}

// roundSize is how many jobs are done before the results are merged.
const roundSize = 16

// run does all jobs in rounds of a fixed size, so that what has been found after a round does not
// depend on the number of workers. Sets whose keys add up to the target go to visit, with the number
// of the job within its round; the jobs of a round run concurrently. After each round merge reports
// whether enough was found. run ends early then, or if the next round would exceed the budget, or
// once stop is set; it reports whether everything was searched.
func (q *sums) run(target uint64, workers int, budget *float64, stop *atomic.Bool, visit func(job int, set []int), merge func() (enough bool)) bool {
	jobs := q.jobs()
	crew := make([]*worker, workers)
	for i := range crew {
		crew[i] = &worker{sums: q, target: target, stop: stop}
	}
	for len(jobs) > 0 {
		round := jobs[:min(roundSize, len(jobs))]
		for _, j := range round {
			*budget -= j.cost
		}
		if *budget < 0 {
			*budget = 0
			return false
		}
		var next atomic.Int64
		var wait sync.WaitGroup
		for _, w := range crew {
			wait.Go(func() {
				for i := int(next.Add(1)) - 1; i < len(round); i = int(next.Add(1)) - 1 {
					w.visit = func(set []int) { visit(i, set) }
					w.do(round[i])
				}
			})
		}
		wait.Wait()
		for _, w := range crew {
			q.tried += w.tried
			w.tried = 0
		}
		jobs = jobs[len(round):]
		if merge() || stop.Load() {
			return len(jobs) == 0 && !stop.Load()
		}
	}
	return true
}
