package coset

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// bound is branch and bound over the coefficients. It needs no structure, gives a lower bound at any
// time, and uses what structure there is.
//
// With the first d coefficients fixed, columns that differ only in these have become one: again
// only a signed tally t_c per remaining column c matters, and whatever the other coefficients are,
// the word weighs at least (total − t_0 − Σ|t_c|)/2, since the signed sum that decides the weight
// cannot exceed that. Which columns meet does not depend on the values chosen, so the merging is
// planned once, and a step down the tree is one addition or subtraction per column. The coefficients
// to fix first are those that make the most columns meet. The last few are left to a
// Walsh–Hadamard transform.
//
// The tree is first grown in breadth to some thousand nodes; these are searched in the order of
// their bounds, so the least bound not yet searched is a bound for all.
//
// Among equals the first in this order is preferred, after what descend found.
//
// Cost: 2^k at worst, at the price of walsh. Bounds spare much of it only where many columns meet; on
// random codes and on grids hardly any do, and there the bounds of isd grow faster. So it is never
// chosen unasked, and serves as a second opinion that shares nothing with split, isd or trellis.
func bound(s *search) error {
	if s.f.total > math.MaxInt16 {
		return fmt.Errorf("%w: bound adds up in 16 bits, and costs of %d are too many", ErrMethod, s.f.total)
	}
	if !s.listing() {
		descend(s, descendShort)
	}
	b := newTree(s.f)
	nodes, err := b.grow(s)
	if err != nil {
		return err
	}
	return b.search(s, nodes)
}

// tree is the plan of the search: what happens to the columns at each depth.
type tree struct {
	f      *form
	rows   []gf2.Vec // row d is fixed at depth d
	word   gf2.Vec
	depth  int       // of the leaves
	merges [][]merge // per depth, what each class of columns at the next is made of
	root   []int16   // tallies of the classes before anything is fixed; class 0 is what is decided
	leaf   *tally    // the classes at the leaves, their costs to be filled in
}

// merge says which two classes at a depth become one at the next: that where the fixed coefficient
// does not occur, and that where it does. Either may be missing (−1).
type merge struct{ without, with int32 }

func newTree(f *form) *tree {
	t := &tree{f: f, depth: max(0, f.k()-maxPlaces-laneBits)}
	t.rows, _, t.word = f.rebase(fixFirst(f))
	t.merges = make([][]merge, t.depth)
	// At depth d columns are told apart by the rows from d on, so classes split from the leaves to
	// the root.
	class := make([]int32, f.n())
	size := 1
	for d := f.k() - 1; d >= 0; d-- {
		m := make([]merge, size)
		for i := range m {
			m[i] = merge{-1, -1}
		}
		m[0].without = 0 // decided columns keep their number
		next := int32(1)
		for j, c := range class {
			at := &m[c].without
			if t.rows[d].Bit(j) {
				at = &m[c].with
			}
			if *at < 0 {
				*at = next
				next++
			}
			class[j] = *at
		}
		size = int(next)
		if d < t.depth {
			t.merges[d] = m
		}
		if d == t.depth {
			t.plantLeaves(class, size)
		}
	}
	t.root = make([]int16, size)
	for j, c := range class {
		if t.word.Bit(j) {
			t.root[c] -= int16(f.cost[j])
		} else {
			t.root[c] += int16(f.cost[j])
		}
	}
	return t
}

// plantLeaves prepares the transform of the classes that are left at the leaves.
func (t *tree) plantLeaves(class []int32, size int) {
	t.leaf = &tally{k: t.f.k() - t.depth, total: t.f.total}
	t.leaf.places = min(maxPlaces, max(1, t.leaf.k-laneBits))
	t.leaf.cols = make([]tallied, size)
	for j, c := range class {
		var column uint64
		for i, row := range t.rows[t.depth:] {
			if row.Bit(j) {
				column |= 1 << i
			}
		}
		t.leaf.cols[c].place = uint32(column & (1<<t.leaf.places - 1))
		t.leaf.cols[c].lane = uint16(column >> t.leaf.places)
	}
}

// fix writes the tallies with the coefficient of depth d fixed.
func (t *tree) fix(d int, tallies []int16, one bool, out []int16) []int16 {
	out = out[:0]
	for _, m := range t.merges[d] {
		var sum int16
		if m.without >= 0 {
			sum = tallies[m.without]
		}
		if m.with >= 0 {
			if one {
				sum -= tallies[m.with]
			} else {
				sum += tallies[m.with]
			}
		}
		out = append(out, sum)
	}
	return out
}

// least is the bound at a node.
func (t *tree) least(tallies []int16) int {
	sum := t.f.total - int(tallies[0])
	for _, v := range tallies[1:] {
		sum -= int(max(v, -v))
	}
	return (sum + 1) / 2
}

// node is a place in the tree: the coefficients fixed, in order.
type node struct {
	path    []bool
	tallies []int16
	least   int
}

// grow returns the nodes at some depth that may matter, by their bounds.
func (t *tree) grow(s *search) ([]node, error) {
	const many = 4096
	nodes := []node{{tallies: t.root, least: t.least(t.root)}}
	s.raise(nodes[0].least)
	for d := 0; d < t.depth && len(nodes) <= many/2; d++ {
		if int64(2*len(nodes)*2*len(t.root)) > s.memory/2 {
			break
		}
		var next []node
		for _, n := range nodes {
			for _, one := range []bool{false, true} {
				tallies := t.fix(d, n.tallies, one, nil)
				if least := s.rounded(t.least(tallies)); least <= s.aim() {
					next = append(next, node{append(slices.Clone(n.path), one), tallies, least})
				}
			}
		}
		nodes = next
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(nodes, func(a, b node) int { return cmp.Compare(a.least, b.least) })
	if len(nodes) > 0 {
		s.raise(nodes[0].least)
	}
	return nodes, nil
}

// search works through the nodes.
func (t *tree) search(s *search, nodes []node) error {
	var limit atomic.Int64
	limit.Store(int64(s.aim()))
	found := make([]climb, len(nodes))
	done := make([]bool, len(nodes))
	var next atomic.Int64
	var mu sync.Mutex
	first := 0 // the first node not done
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() {
			w := newClimber(s, t, &limit)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(nodes) || s.stopped() {
					break
				}
				w.own = climb{weight: math.MaxInt}
				w.path = append(w.path[:0], nodes[i].path...)
				if nodes[i].least <= w.limit() {
					w.visit(len(w.path), nodes[i].tallies)
				}
				if s.stopped() {
					break
				}
				mu.Lock()
				found[i], done[i] = w.own, true
				for first < len(nodes) && done[first] {
					first++
				}
				if first < len(nodes) {
					s.raise(min(nodes[first].least, int(limit.Load())))
				}
				mu.Unlock()
			}
			s.words.Add(w.words)
		})
	}
	group.Wait()
	best := climb{weight: math.MaxInt}
	for _, f := range found {
		if f.word.Len() > 0 && f.weight < best.weight {
			best = f
		}
	}
	if !s.listing() && best.word.Len() > 0 {
		s.settle(best.word, best.weight)
	}
	return s.ctx.Err()
}

// climb is what was found below a node.
type climb struct {
	weight int
	word   gf2.Vec
}

// climber is one worker.
type climber struct {
	s       *search
	t       *tree
	shared  *atomic.Int64 // words up to this weight matter
	own     climb         // the first of the best below the present node
	path    []bool
	scratch [][2][]int16 // per depth
	cols    []tallied
	table   []vector[int16]
	hits    []uint32
	words   uint64
}

func newClimber(s *search, t *tree, shared *atomic.Int64) *climber {
	return &climber{
		s: s, t: t, shared: shared,
		scratch: make([][2][]int16, t.depth),
		cols:    slices.Clone(t.leaf.cols),
		table:   alignedTable[int16](1 << t.leaf.places),
		hits:    make([]uint32, 1<<(t.leaf.places-1)),
	}
}

func (w *climber) limit() int { return min(int(w.shared.Load()), w.own.weight-1) }

// visit searches below a node, the more promising coefficient first.
func (w *climber) visit(d int, tallies []int16) {
	if d == w.t.depth {
		w.transform(tallies)
		return
	}
	var least [2]int
	for x := range least {
		w.scratch[d][x] = w.t.fix(d, tallies, x == 1, w.scratch[d][x])
		least[x] = w.s.rounded(w.t.least(w.scratch[d][x]))
	}
	order := [2]int{0, 1}
	if least[1] < least[0] {
		order = [2]int{1, 0}
	}
	for _, x := range order {
		if least[x] > w.limit() || w.s.stopped() {
			continue
		}
		w.path = append(w.path, x == 1)
		w.visit(d+1, w.scratch[d][x])
		w.path = w.path[:len(w.path)-1]
	}
}

// transform weighs all words below a leaf.
func (w *climber) transform(tallies []int16) {
	for i, v := range tallies {
		w.cols[i].cost = int32(v)
	}
	clear(w.table)
	kernels16.tally(w.table, w.cols, 0)
	kernels16.transform(w.table)
	w.words += 1 << w.t.leaf.k
	total := w.t.f.total
	threshold := max(total-2*w.limit()-1, -total-1)
	if !kernels16.sieve(w.table, int16(threshold), w.hits) {
		return
	}
	half := len(w.table) / 2
	for p, mask := range w.hits {
		for mask != 0 {
			l := bits.TrailingZeros32(mask) / 2
			mask &^= 3 << (2 * l)
			a, b := int(w.table[p][l]), int(w.table[p+half][l])
			w.meet(l, p, (total-a-b)/2)
			w.meet(l, p+half, (total-a+b)/2)
		}
	}
}

func (w *climber) meet(lane, place, weight int) {
	x := uint64(lane)<<w.t.leaf.places | uint64(place)
	if weight > w.limit() || x>>w.t.leaf.k != 0 {
		return
	}
	word := w.t.word.Clone()
	for d, one := range w.path {
		if one {
			word.Add(w.t.rows[d])
		}
	}
	for i, row := range w.t.rows[w.t.depth:] {
		if x>>i&1 != 0 {
			word.Add(row)
		}
	}
	if w.s.listing() {
		w.s.offer(word, weight)
		return
	}
	w.own = climb{weight, word}
	for {
		b := w.shared.Load()
		if int64(weight) >= b {
			return
		}
		if w.shared.CompareAndSwap(b, int64(weight)) {
			w.s.offer(word, weight)
			return
		}
	}
}
