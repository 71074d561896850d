package fewest

import (
	"cmp"
	"context"
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
// different; sets of equal keys are all kept; and whoever receives a set adds its columns up.
type sums struct {
	halving
	keys   []uint64 // ascending; equal ones may occur
	col    []int    // the part's column of each key
	target uint64
	once   bool // report a set only as its first columns and the rest, not every way to halve it

	start []int32 // where the keys of each class begin
}

// columnKey is a column with the key by which it is looked up.
type columnKey struct {
	key uint64
	col int
}

// keyed is the part's columns with their keys, and the key of its target.
func (p *checkPart) keyed() (keys []columnKey, target uint64) {
	key := newKeyer(p.k)
	keys = make([]columnKey, p.m())
	for c := range keys {
		keys[c] = columnKey{key.of(p.col(c)), c}
	}
	slices.SortStableFunc(keys, func(x, y columnKey) int { return cmp.Compare(x.key, y.key) })
	return keys, key.of(p.target)
}

// halving is how sets of w of m columns are halved, and what that takes.
type halving struct {
	a, b   int
	table  float64 // sets for the table, of all classes together
	steps  float64 // what searching all sets takes
	cut    int
	packed int // bits of a column's place in a table entry
}

func newHalving(m, w int) halving {
	h := halving{b: w / 2, a: w - w/2, packed: bits.Len(uint(m))}
	h.table = binomial(m, h.b)
	for h.table/h.classes() > classSize && m>>(h.cut+1) >= 4 {
		h.cut++ // while classes of single columns do not become empty
	}
	h.steps = binomial(m, h.a) + h.table
	if h.cut > 0 { // each class goes through all sets without their last columns
		h.steps += h.classes() * (binomial(m, h.a-1) + binomial(m, max(h.b-1, 0))) / 2
	}
	return h
}

func (h *halving) classes() float64 { return float64(int64(1) << h.cut) }

// fits reports whether the tables take at most so many bytes, and a set fits an entry.
func (h *halving) fits(memory int64) bool {
	return h.bytes() <= float64(memory) && h.b*h.packed < 64
}

// bytes is how many the tables take.
func (h *halving) bytes() float64 {
	const entry, tables = 48, 4
	return tables * entry * h.table / h.classes()
}

// binomial is the binomial coefficient C(m, k), approximately.
func binomial(m, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(m-i) / float64(i+1)
	}
	return max(c, 0)
}

// newSums takes the columns in the order of their keys.
func newSums(list []columnKey, target uint64, h halving) *sums {
	q := &sums{halving: h, target: target}
	for _, c := range list {
		q.keys = append(q.keys, c.key)
		q.col = append(q.col, c.col)
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
	var list []job
	for class := range 1 << q.cut {
		j := job{class: uint64(class)}
		for i := range m {
			j.cost += binomial(m-1-i, q.a-1) / q.classes()
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
	sets   []slot // before they are put into the slots
	filter []uint64
	bits   int // log2 of the filter's bits
	slots  []slot
	mask   uint64
	shift  int // 64 − log2 of the slots
}

// slot is a sum and, shifted up by one bit, the places of its columns, each plus 1; 1 marks it as taken.
type slot struct{ key, set uint64 }

// worker does jobs, one after another.
type worker struct {
	*sums
	table  sumTable
	stop   *atomic.Bool
	places []int
	found  func(set []int) // receives each set of columns whose keys add up to the target
}

func (w *worker) do(j job) {
	if !w.table.built || w.table.class != j.class {
		w.build(j.class)
	}
	for i := j.from; i < j.to && !w.stop.Load(); i++ {
		w.places = w.places[:0]
		if w.a > 1 {
			w.begin(w.keys[i], i)
		} else if w.keys[i]>>(64-w.cut) == w.aClass() {
			w.probe(i, w.keys[i])
		}
	}
}

// aClass is the class of the a-sums that the b-sums of this class complete to the target.
func (w *worker) aClass() uint64 { return w.table.class ^ w.target>>(64-w.cut) }

// begin goes on from a set of fewer than a columns; its last is given by its place.
func (w *worker) begin(sum uint64, last int) {
	w.places = append(w.places, last)
	w.extend(sum, last+1)
	w.places = w.places[:len(w.places)-1]
}

// extend adds columns from a place on until there are a, the last within the wanted class.
func (w *worker) extend(sum uint64, from int) {
	if len(w.places)+1 < w.a {
		for i := from; i < len(w.keys) && !w.stop.Load(); i++ {
			w.begin(sum^w.keys[i], i)
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

// probe looks the sum of a first part up; the last of its columns is given by its place.
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
		w.found(set)
	}
}

// build fills the table with the sums of b columns that are in the class.
func (w *worker) build(class uint64) {
	t := &w.table
	t.class, t.built = class, true
	t.sets = slices.Grow(t.sets[:0], int(w.halving.table/w.classes()*1.1))
	if class == 0 && w.b == 0 {
		w.put(0, 0)
	}
	w.collect(0, 0, 0, 0)
	n := len(t.sets)
	size := 1 << bits.Len(uint(2*n+1))
	t.bits = max(6, bits.Len(uint(n))+3)
	t.mask, t.shift = uint64(size-1), 65-bits.Len(uint(size))
	t.slots = resized(t.slots, size)
	t.filter = resized(t.filter, 1<<t.bits/64)
	for _, s := range t.sets {
		bit := s.key << w.cut >> (64 - t.bits)
		t.filter[bit/64] |= 1 << (bit % 64)
		at := w.home(s.key)
		for t.slots[at].set != 0 {
			at = (at + 1) & t.mask
		}
		t.slots[at] = s
	}
}

// collect lists the sets that continue one of some columns with columns from a place on.
func (w *worker) collect(sum, set uint64, from, columns int) {
	switch {
	case columns+1 < w.b:
		for i := from; i < len(w.keys) && !w.stop.Load(); i++ {
			w.collect(sum^w.keys[i], w.with(set, i), i+1, columns+1)
		}
	case columns+1 == w.b:
		last := sum>>(64-w.cut) ^ w.table.class
		for i := max(from, int(w.start[last])); i < int(w.start[last+1]); i++ {
			w.put(sum^w.keys[i], w.with(set, i))
		}
	}
}

// with is a set with one more place.
func (w *worker) with(set uint64, place int) uint64 { return set<<w.packed | uint64(place+1) }

func (w *worker) put(key, set uint64) {
	w.table.sets = append(w.table.sets, slot{key, set<<1 | 1})
}

// unpack yields the places of a set of the table.
func (w *worker) unpack(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0 && yield(int(set&(1<<w.packed-1))-1); set >>= w.packed {
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

// search looks for sets of columns of a part that add up to its target: for the first, in the order of compareSets, of
// those that the same round of jobs finds; or, if visit is not nil, it passes all of them on, each once. Rounds are of
// a fixed size, so that the outcome does not depend on the number of workers. It ends early if the next round would
// exceed the budget, or with the context; complete reports whether everything was searched.
func (q *sums) search(ctx context.Context, p *checkPart, workers int, budget *int64, visit func([]int)) (best []int,
	complete bool,
) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	q.once = visit != nil
	var mu sync.Mutex
	found := func(set []int) {
		if !p.sumIsTarget(set) {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if visit != nil {
			visit(set)
		} else if best == nil || compareSets(set, best) < 0 {
			best = set
		}
	}
	crew := make([]*worker, workers)
	for i := range crew {
		crew[i] = &worker{sums: q, stop: &stop, found: found}
	}
	for jobs := q.jobs(); len(jobs) > 0; {
		round := jobs[:min(roundSize, len(jobs))]
		for _, j := range round {
			*budget -= int64(j.cost)
		}
		if *budget < 0 {
			*budget = 0
			return nil, false
		}
		inParallel(ctx, workers, len(round), func(w, i int) { crew[w].do(round[i]) })
		if jobs = jobs[len(round):]; best != nil || ctx.Err() != nil {
			return best, len(jobs) == 0 && ctx.Err() == nil
		}
	}
	return nil, true
}
