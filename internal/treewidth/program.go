package treewidth

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// A program is how to compute the cheapest word of a coset of a code by dynamic programming over a tree.
//
// Its leaves are chains: columns that are added one after another. After each, the table holds the
// least cost for every state, a setting of the coefficients of the open rows. Its other nodes join two
// tables. A node stands for the set S of columns below it, and its states are the words of the code
// modulo the words inside S and the words outside of S. The root has one state.
//
// A path needs tables as wide as the code is long in its widest place. Joining three chains that start
// in three corners needs, for a triangle, tables of two thirds of that width, and the single large step
// is the product of two such tables (in the semiring of minimum and sum).
//
// The low five bits of a state are its lane: a block of 32 states is what the kernels work on. A bit
// of a state is a slot. The lanes' slots exist from the beginning; while no row uses one, the costs do
// not depend on it.
type program struct {
	nodes []segment // children first; the last one is the root
	cost  float64
	width int // the widest table has 2^width states
	words int // decisions, 32 to a word, of all chains
}

const (
	laneBits = 5
	lanes    = 1 << laneBits
	// maxWidth bounds what a plan may consider; memory bounds it further.
	maxWidth = 40
)

// segment is a chain or a join.
type segment struct {
	steps []step
	width int // of the table while the chain grows
	words int // decisions of the chain
	*join
	// index gives, for a word of the code, the state of the node that it belongs to.
	index func(gf2.Vec) uint64
	bits  int // the finished table has 2^bits states
}

// step adds one column to a chain.
type step struct {
	column int32
	grow   bool   // a row begins, and doubles the table
	mask   uint64 // the slots of the open rows that have a one in the column
	end    int8   // the slot of the row that ends, or −1
}

// newProgram works out a program for a tree of columns, or returns nil if it would be too wide or
// the context ends. The basis is of
// the words that violate no check.
func newProgram(ctx context.Context, checks int, columns [][]int32, t *Tree, basis []gf2.Vec) *program {
	p := &program{}
	form := func(order []int) *spans { return spansOfNull(ctx, checks, columns, withRest(order, len(columns))) }
	if _, ok := p.add(form, t, basis); !ok {
		return nil
	}
	return p
}

// newChainProgram is a program of one chain.
func newChainProgram(s *spans) *program {
	n, ok := newChain(s, len(s.order))
	if !ok {
		return nil
	}
	return &program{nodes: []segment{n}, width: n.width, words: n.words, cost: n.cost()}
}

// add plans a tree. form is the minimal span form for an order that begins with some columns, or nil.
func (p *program) add(form func([]int) *spans, t *Tree, basis []gf2.Vec) (int, bool) {
	if t.Left == nil {
		s := form(t.Order)
		if s == nil {
			return 0, false
		}
		n, ok := newChain(s, len(t.Order))
		if !ok {
			return 0, false
		}
		p.width, p.words = max(p.width, n.width), p.words+n.words
		p.cost += n.cost()
		p.nodes = append(p.nodes, n)
		return len(p.nodes) - 1, true
	}
	left, ok := p.add(form, t.Left, basis)
	if !ok {
		return 0, false
	}
	right, ok := p.add(form, t.Right, basis)
	if !ok {
		return 0, false
	}
	n, ok := newJoin(form, t, basis, p.nodes, left, right)
	if !ok {
		return 0, false
	}
	p.width = max(p.width, n.bits)
	p.cost += n.join.cost()
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1, true
}

// newChain is a chain of the first columns of an order. It gives every row a slot: a free one among the
// lanes if there is one, else the next above.
func newChain(s *spans, length int) (segment, bool) {
	n := segment{bits: laneBits, width: laneBits}
	slots := map[int]int{} // by row
	var free []int
	for slot := laneBits - 1; slot >= 0; slot-- {
		free = append(free, slot)
	}
	for at, c := range s.order[:length] {
		st := step{column: int32(c), end: -1}
		if r := s.begin[at]; r >= 0 {
			if len(free) > 0 {
				slots[r] = free[len(free)-1]
				free = free[:len(free)-1]
			} else {
				slots[r] = n.bits
				st.grow = true
				n.bits++
			}
		}
		if n.bits > maxWidth {
			return n, false
		}
		n.width = max(n.width, n.bits)
		for r, slot := range slots {
			if s.rows[r].Bit(at) {
				st.mask |= 1 << slot
			}
		}
		if r := s.end[at]; r >= 0 {
			slot := slots[r]
			st.end = int8(slot)
			delete(slots, r)
			if slot < laneBits {
				free = append(free, slot)
			} else {
				n.bits--
				for q, above := range slots {
					if above > slot {
						slots[q] = above - 1
					}
				}
			}
			n.words += 1 << (n.bits - laneBits)
		}
		n.steps = append(n.steps, st)
	}
	n.index = func(w gf2.Vec) (state uint64) {
		c := s.coefficients(w)
		for r, slot := range slots {
			if c.Bit(r) {
				state |= 1 << slot
			}
		}
		return state
	}
	return n, true
}

// withRest appends to some columns all others.
func withRest(columns []int, n int) []int {
	in := make([]bool, n)
	for _, c := range columns {
		in[c] = true
	}
	order := slices.Clone(columns)
	for c := range n {
		if !in[c] {
			order = append(order, c)
		}
	}
	return order
}

// cost is in nanoseconds of a processor with vectors of 32 bytes, roughly.
func (n *segment) cost() float64 {
	sum, bits := 0.0, laneBits
	for _, s := range n.steps {
		if s.grow {
			bits++
		}
		sum += 8 + math.Exp2(float64(bits))/20
		if s.end >= laneBits {
			bits--
		}
	}
	return sum
}

// join combines the tables of two nodes, with sets A and B of columns, to that of S = A ∪ B.
//
// A word of the code, modulo the words inside A, inside B and outside S, has a state in A, one in B
// and one in S. Choose a basis of these classes: first the ones that B does not see, then ones that A
// does not see, then the others needed to tell the states of S apart (shared), then the ones that S does
// not see (inner). With u, v, s, i for their coefficients,
//
//	S[s][v][u] = min over i of A[s][i][u] + B[s][v][i]
//
// for each s a product of matrices. The tables A and B are gathered into this order first.
type join struct {
	left, right                  int // nodes
	onLeft, onRight              int // the numbers of basis vectors
	shared, inner                int
	leftMask, rightMask, sumMask []uint64 // per basis vector, the state it adds: left only, right only, shared, inner
	leftStep, rightStep          []uint64 // entry i is the sum of the first i+1 inner masks
}

func newJoin(form func([]int) *spans, t *Tree, basis []gf2.Vec, nodes []segment, left, right int) (segment, bool) {
	columns := t.Columns()
	s := form(columns)
	if s == nil {
		return segment{}, false
	}
	outside := s.open(len(columns))
	if len(outside) > maxWidth {
		return segment{}, false
	}
	// A class: its states in A, in B and, by the open rows, in S.
	type class = [3]uint64
	var classes []class
	for _, w := range basis {
		c := s.coefficients(w)
		var state uint64
		for slot, r := range outside {
			if c.Bit(r) {
				state |= 1 << slot
			}
		}
		classes = append(classes, class{nodes[left].index(w), nodes[right].index(w), state})
	}
	all, _ := eliminate(classes, 0, 1)
	_, onLeft := eliminate(all, 1)
	_, onRight := eliminate(all, 0)
	_, inner := eliminate(all, 2)
	// The vectors that tell the states of S apart.
	var chosen []class
	take := func(from []class) (taken int) {
		for _, c := range from {
			if kept, _ := eliminate(append(slices.Clone(chosen), c), 2); len(kept) > len(chosen) {
				chosen = append(chosen, c)
				taken++
			}
		}
		return taken
	}
	j := &join{left: left, right: right, inner: len(inner)}
	if len(onLeft) < len(onRight) { // the lanes are on the left: have many
		j.left, j.right = right, left
		onLeft, onRight = onRight, onLeft
		for _, list := range [][]class{all, onLeft, onRight, inner} {
			for i := range list {
				list[i][0], list[i][1] = list[i][1], list[i][0]
			}
		}
	}
	j.onLeft = take(onLeft)
	j.onRight = take(onRight)
	j.shared = take(all)
	if len(chosen) != len(outside) || len(chosen)+len(inner) > maxWidth+8 {
		return segment{}, false
	}
	n := segment{join: j}
	pad := 0
	if len(chosen) > 0 {
		pad = max(0, laneBits-j.onLeft) // lanes without a vector
	}
	n.bits = len(chosen) + pad
	for i, c := range append(chosen, inner...) {
		j.leftMask = append(j.leftMask, c[0])
		j.rightMask = append(j.rightMask, c[1])
		slot := i
		if i >= j.onLeft {
			slot += pad
		}
		if i < len(chosen) {
			j.sumMask = append(j.sumMask, 1<<slot)
		}
	}
	j.leftStep, j.rightStep = steps(j.leftMask[len(chosen):]), steps(j.rightMask[len(chosen):])
	solve := j.invert(chosen)
	n.index = func(w gf2.Vec) (state uint64) {
		c := s.coefficients(w)
		for slot, r := range outside {
			if c.Bit(r) {
				state ^= solve[slot]
			}
		}
		return state
	}
	return n, true
}

// steps are the sums of the first masks. Counting in binary, the sum of the masks that the bits of x name
// changes by entry TrailingZeros(x) on the way from x−1 to x.
func steps(masks []uint64) []uint64 {
	out := slices.Clone(masks)
	for i := 1; i < len(out); i++ {
		out[i] ^= out[i-1]
	}
	return out
}

// invert gives for each open row of S the sum of chosen vectors that has only this row, as a state.
func (j *join) invert(chosen [][3]uint64) []uint64 {
	rows := make([]uint64, len(chosen))
	states := slices.Clone(j.sumMask)
	for i, c := range chosen {
		rows[i] = c[2]
	}
	solved := make([]uint64, len(chosen))
	pivots := make([]uint64, len(chosen))
	for i := range rows {
		pivots[i] = rows[i] & -rows[i]
		for k := range rows {
			if k != i && rows[k]&pivots[i] != 0 {
				rows[k] ^= rows[i]
				states[k] ^= states[i]
			}
		}
	}
	for i, p := range pivots {
		solved[bits.TrailingZeros64(p)] = states[i]
	}
	return solved
}

// eliminate splits the span of some classes by the given parts of them: kept are independent there,
// and vanish is a basis of those that are zero there.
func eliminate(classes [][3]uint64, parts ...int) (kept, vanish [][3]uint64) {
	for _, c := range classes {
		for _, k := range kept {
			for _, p := range parts {
				if k[p] == 0 {
					continue
				}
				if c[p]&(k[p]&-k[p]) != 0 {
					for i := range c {
						c[i] ^= k[i]
					}
				}
				break
			}
		}
		zero := true
		for _, p := range parts {
			zero = zero && c[p] == 0
		}
		if !zero {
			kept = append(kept, c)
		} else if c != ([3]uint64{}) {
			vanish = append(vanish, c)
		}
	}
	return kept, vanish
}

// pairs is the logarithm of how many pairs of states the join compares.
func (j *join) pairs() int {
	return max(j.onLeft, laneBits) + j.onRight + j.shared + j.inner
}

func (j *join) cost() float64 {
	if j.onLeft+j.onRight+j.shared == 0 {
		return 20 + math.Exp2(float64(j.inner))
	}
	gather := math.Exp2(float64(max(j.onLeft, laneBits)+j.shared+j.inner)) + math.Exp2(float64(j.onRight+j.shared+j.inner))
	return 50 + gather + math.Exp2(float64(j.pairs()))/60
}
