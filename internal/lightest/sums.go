package lightest

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// sums looks for sets of w columns that add up to a target, all of them or until one is found, by
// meeting in the middle: sums of b = ⌊w/2⌋ columns are put in a table, sums of a = w−b columns are
// looked up in it.
//
// A single table would be too large, so the sums are divided into 2^cut classes by their first bits,
// and a table for one class fits the cache. Keys are sorted, so the columns that complete a sum of a
// given class are adjacent, and a class costs little more than the sums in it (the idea of
// R. Schroeppel and A. Shamir for sums of integers, SIAM J. Comput. 10, 1981).
//
//	key:  [ cut bits | filter bits | … ]   the first bits of a key are random bits of the column
//
// Cost: C(m,a) lookups and 2^cut·C(m,a−1) steps between them.
type sums struct {
	keys []uint64 // ascending; equal ones may occur
	col  []int    // the part's column of each key
	w    int

	a, b   int
	cut    int
	start  []int32 // where the keys of each class begin
	packed int     // bits of a column's place in a table entry
}

// columnKey is a column with the key by which it is looked up.
type columnKey struct {
	key uint64
	col int
}

// classSize is the number of sums that one table should hold.
const classSize = 1 << 16

func newSums(list []columnKey, w int) *sums {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y columnKey) int { return cmp.Compare(x.key, y.key) })
	q := &sums{w: w, b: w / 2, a: w - w/2, packed: bits.Len(uint(len(list)))}
	for _, c := range list {
		q.keys = append(q.keys, c.key)
		q.col = append(q.col, c.col)
	}
	q.cut = cutFor(len(list), q.b)
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

// cutFor is how many bits to cut by, so that a table holds about classSize sums of b columns while
// classes of single columns do not become empty.
func cutFor(m, b int) int {
	cut := 0
	for binomial(m, b)/float64(int64(1)<<cut) > classSize && m>>(cut+1) >= 4 {
		cut++
	}
	return cut
}

// binomial is the binomial coefficient C(m, k), approximately.
func binomial(m, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(m-i) / float64(i+1)
	}
	return max(c, 0)
}

// sumsCost is how many steps it takes to search all sets of w out of m columns.
func sumsCost(m, w int) float64 {
	b := w / 2
	a := w - b
	classes := float64(int64(1) << cutFor(m, b))
	cost := binomial(m, a) + binomial(m, b)
	if classes > 1 {
		cost += classes * (binomial(m, a-1) + binomial(m, max(b-1, 0))) / 2
	}
	return cost
}

// sumsMemory is how many bytes the table takes, and whether its entries can be packed at all.
func sumsMemory(m, w int) (float64, bool) {
	b := w / 2
	return 48 * binomial(m, b) / float64(int64(1)<<cutFor(m, b)), b*bits.Len(uint(m)) <= 63
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
	m, classes := len(q.keys), 1<<q.cut
	var list []job
	for class := range classes {
		j := job{class: uint64(class)}
		for i := range m {
			j.cost += binomial(m-1-i, q.a-1) / float64(classes)
			if q.cut > 0 && q.a > 1 {
				j.cost += binomial(m-1-i, q.a-2) / 2
			}
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

// sumTable holds the b-sums of one class.
type sumTable struct {
	class  uint64
	built  bool
	filter []uint64
	bits   int // log2 of the filter's bits
	slots  []slot
	mask   uint64
	shift  int // 64 − log2 of the slots
}

// slot is a sum and, shifted up by one bit, the places of its columns; 1 marks it as taken.
type slot struct{ key, set uint64 }

// worker does jobs, one after another.
type worker struct {
	*sums
	table  sumTable
	target uint64
	stop   *atomic.Bool
	class  uint64
	places []int
	// visit receives each set of columns whose keys add up to the target.
	visit func(set []int)
}

func (w *worker) do(j job) {
	w.class = j.class
	if !w.table.built || w.table.class != j.class {
		w.build()
	}
	for i := j.from; i < j.to && !w.stop.Load(); i++ {
		w.places = append(w.places[:0], i)
		if w.a == 1 {
			if w.keys[i]>>(64-w.cut) == w.aClass() {
				w.probe(i, w.keys[i])
			}
			continue
		}
		w.extend(w.keys[i], i+1)
	}
}

// aClass is the class of the a-sums that the b-sums of this class complete to the target.
func (w *worker) aClass() uint64 { return w.class ^ w.target>>(64-w.cut) }

// extend adds columns from a place on until a are chosen, the last within the wanted class.
func (w *worker) extend(sum uint64, from int) {
	if len(w.places) < w.a-1 {
		for i := from; i < len(w.keys); i++ {
			if w.stop.Load() {
				return
			}
			w.places = append(w.places, i)
			w.extend(sum^w.keys[i], i+1)
			w.places = w.places[:len(w.places)-1]
		}
		return
	}
	last := sum>>(64-w.cut) ^ w.aClass()
	lo, hi := max(from, int(w.start[last])), int(w.start[last+1])
	if lo >= hi {
		return
	}
	base := sum ^ w.target
	filter, up, down := w.table.filter, w.cut, 64-w.table.bits
	for i, key := range w.keys[lo:hi] {
		at := (base ^ key) << up >> down
		if filter[at/64]>>(at%64)&1 != 0 {
			w.probe(lo+i, sum^key)
		}
	}
}

// probe looks a sum of a columns up; the last of them is given by its place.
func (w *worker) probe(last int, sum uint64) {
	want := sum ^ w.target
	for at := w.home(want); w.table.slots[at].set != 0; at = (at + 1) & w.table.mask {
		if w.table.slots[at].key == want {
			w.report(last, w.table.slots[at].set>>1)
		}
	}
}

func (w *worker) home(key uint64) uint64 {
	return key << w.cut * 0x9e3779b97f4a7c15 >> w.table.shift
}

// report passes on a set that was found, unless its two halves share a column.
func (w *worker) report(last int, packed uint64) {
	var set []int
	for _, i := range append(w.places[:w.a-1:w.a-1], last) {
		set = append(set, w.col[i])
	}
	for range w.b {
		set = append(set, w.col[packed&(1<<w.packed-1)])
		packed >>= w.packed
	}
	slices.Sort(set)
	if len(slices.Compact(slices.Clone(set))) == w.w {
		w.visit(set)
	}
}

// build fills the table with the b-sums of the class, counting them first.
func (w *worker) build() {
	t := &w.table
	t.class, t.built = w.class, true
	n := w.count(0, 0, w.b)
	size := 1 << bits.Len(uint(2*n+1))
	t.bits = max(6, bits.Len(uint(n))+3)
	t.mask, t.shift = uint64(size-1), 65-bits.Len(uint(size))
	t.slots = resized(t.slots, size)
	t.filter = resized(t.filter, 1<<t.bits/64)
	w.fill(0, 0, 0, w.b)
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

// lastRange is the range of columns, from a place on, that bring a sum into the class.
func (w *worker) lastRange(sum uint64, from int) (lo, hi int) {
	last := sum>>(64-w.cut) ^ w.class
	return max(from, int(w.start[last])), int(w.start[last+1])
}

// count is how many sums of the class are made by adding left more columns, from a place on.
func (w *worker) count(sum uint64, from, left int) int {
	if left == 0 {
		return 1
	}
	if left == 1 {
		lo, hi := w.lastRange(sum, from)
		return max(hi-lo, 0)
	}
	n := 0
	for i := from; i < len(w.keys) && !w.stop.Load(); i++ {
		n += w.count(sum^w.keys[i], i+1, left-1)
	}
	return n
}

// fill puts those sums in the table.
func (w *worker) fill(sum, set uint64, from, left int) {
	switch left {
	case 0: // b = 0: the empty sum, if its class is this one
		if sum>>(64-w.cut) == w.class {
			w.put(sum, set)
		}
	case 1:
		lo, hi := w.lastRange(sum, from)
		for i := lo; i < hi; i++ {
			w.put(sum^w.keys[i], set<<w.packed|uint64(i))
		}
	default:
		for i := from; i < len(w.keys) && !w.stop.Load(); i++ {
			w.fill(sum^w.keys[i], set<<w.packed|uint64(i), i+1, left-1)
		}
	}
}

func (w *worker) put(key, set uint64) {
	t := &w.table
	bit := key << w.cut >> (64 - t.bits)
	t.filter[bit/64] |= 1 << (bit % 64)
	at := w.home(key)
	for t.slots[at].set != 0 {
		at = (at + 1) & t.mask
	}
	t.slots[at] = slot{key, set<<1 | 1}
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
		jobs = jobs[len(round):]
		if merge() || stop.Load() {
			return len(jobs) == 0 && !stop.Load()
		}
	}
	return true
}
