package treewidth

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"lightsout/gf2"
)

// ErrMemory says that a search would need more memory than it may take.
var ErrMemory = errors.New("treewidth: memory limit reached")

// cost is what the words of a piece cost: as many bits as the sum of all costs needs.
type cost interface{ ~int32 | ~int64 }

// Minimum is the lightest word of the coset of the given word: costs has what each switch costs, nil means
// 1 each. An error is ErrMemory or the context's.
func (p *Plan) Minimum(ctx context.Context, word gf2.Vec, costs []int, memory int64) (gf2.Vec, error) {
	if small(p.switches, costs) {
		return newRun[int32](ctx, p, word, costs).minimum(memory)
	}
	return newRun[int64](ctx, p, word, costs).minimum(memory)
}

// small reports whether all sums of costs fit 31 bits.
func small(switches int, costs []int) bool {
	sum := switches
	if costs != nil {
		sum = 0
		for _, c := range costs {
			if sum += c; sum > math.MaxInt32 {
				break
			}
		}
	}
	return sum <= math.MaxInt32
}

// run is one search.
type run[C cost] struct {
	*Plan
	ctx   context.Context
	word  gf2.Vec
	costs []int

	stack []table[C]
	spare [maxStates + 1][][]C
	sums  sums[C]
}

// table is the least cost for each state of a node, apart from what all states pay.
type table[C cost] struct {
	costs []C
	keep  bool // it is needed once more
}

func newRun[C cost](ctx context.Context, p *Plan, word gf2.Vec, costs []int) *run[C] {
	return &run[C]{Plan: p, ctx: ctx, word: word, costs: costs}
}

// costOf is what a switch costs.
func (r *run[C]) costOf(s int) int {
	if r.costs == nil {
		return 1
	}
	return r.costs[s]
}

// minimum makes all tables, and then follows the choices from the root to the leaves. If there are too many
// choices to remember, it keeps a few tables instead, and goes back section by section: it makes a section's
// tables once more, this time with the choices.
func (r *run[C]) minimum(memory int64) (gf2.Vec, error) {
	size := r.size(r.costs)
	left := float64(memory) - 2*size*r.peak
	if left < 0 {
		return gf2.Vec{}, ErrMemory
	}
	sections := r.sections(left, size)
	if sections == nil {
		return gf2.Vec{}, ErrMemory
	}
	saved := make([][]table[C], len(sections))
	last := len(sections) - 1
	for i, begin := range sections[:last] {
		saved[i] = r.save()
		if err := r.forwards(begin, sections[i+1], nil); err != nil {
			return gf2.Vec{}, err
		}
	}
	b := &backwards{Plan: r.Plan, word: r.word.Clone()}
	end := len(r.nodes)
	for i := last; i >= 0; i-- {
		if i < last {
			r.stack = append(r.stack[:0], saved[i]...)
			saved[i] = nil
		}
		var chosen choices
		if err := r.forwards(sections[i], end, &chosen); err != nil {
			return gf2.Vec{}, err
		}
		b.follow(sections[i], end, &chosen)
		end = sections[i]
	}
	return b.word, nil
}

// sections cuts the nodes where tables are kept: the choices of one section fit the memory, and so do the
// tables that are kept. It returns nil if there is no such way.
func (r *run[C]) sections(memory, size float64) []int {
	if r.choices/8 <= memory {
		return []int{0}
	}
	cuts := []int{0}
	var alive []float64
	live, kept, sum := 0.0, 0.0, 0.0
	for i := range r.nodes {
		n := &r.nodes[i]
		bits := states(n.out) * float64(n.kernel)
		if sum += bits; sum/8 > memory/2 {
			cuts = append(cuts, i)
			sum = bits
			if kept += live * size; kept > memory/2 || sum/8 > memory/2 {
				return nil
			}
		}
		for range n.children() {
			live -= alive[len(alive)-1]
			alive = alive[:len(alive)-1]
		}
		if n.out > 0 {
			alive = append(alive, states(n.out))
			live += states(n.out)
		}
	}
	return cuts
}

// children is how many tables a node takes from the stack.
func (n *node) children() int {
	switch {
	case n.right >= 0:
		return 2
	case n.left >= 0:
		return 1
	}
	return 0
}

// save keeps the tables of the stack.
func (r *run[C]) save() []table[C] {
	for i := range r.stack {
		r.stack[i].keep = true
	}
	return append([]table[C](nil), r.stack...)
}

// choices are the kernel's coefficients that are best for each state: per node as many words for 64 states
// as the kernel has columns.
type choices struct {
	begin []int
	words []uint64
}

// wideNode is a number of columns at which a single node takes long.
const wideNode = 14

// forwards makes the tables of some nodes.
func (r *run[C]) forwards(from, to int, chosen *choices) error {
	for i := from; i < to; i++ {
		n := &r.nodes[i]
		if (i%256 == 0 || n.out > wideNode) && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		var in [2]table[C]
		k := n.children()
		copy(in[:], r.stack[len(r.stack)-k:])
		r.stack = r.stack[:len(r.stack)-k]
		var words []uint64
		if chosen != nil {
			chosen.begin = append(chosen.begin, len(chosen.words))
			if n.kernel > 0 {
				chosen.words = append(chosen.words, make([]uint64, (1<<n.out+63)/64*int(n.kernel))...)
				words = chosen.words[chosen.begin[i-from]:]
			}
		}
		if out := r.apply(n, in[0].costs, in[1].costs, words); out != nil {
			r.stack = append(r.stack, table[C]{costs: out})
		}
		for _, t := range in[:k] {
			if !t.keep {
				r.recycle(t.costs)
			}
		}
	}
	return nil
}

func (r *run[C]) recycle(costs []C) {
	log := bits.Len(uint(len(costs))) - 1
	r.spare[log] = append(r.spare[log], costs)
}

func (r *run[C]) fresh(log int) []C {
	if list := r.spare[log]; len(list) > 0 {
		r.spare[log] = list[:len(list)-1]
		return list[len(list)-1]
	}
	return make([]C, 1<<log)
}

// apply makes the table of a node, or returns nil if it has but one state, and notes the choices.
func (r *run[C]) apply(n *node, left, right []C, words []uint64) []C {
	if n.out == 0 && words == nil {
		return nil // nobody asks what it costs
	}
	out := r.fresh(int(n.out))
	s := &r.sums
	s.prepare(r, n, left, right)
	for from := 0; from < len(out); from += block {
		part := out[from:min(from+block, len(out))]
		s.first(from, part)
		for k := 1; k < 1<<n.kernel; k++ {
			s.better(from, k, part, words)
		}
		if n.kernel > 0 && words != nil {
			words = words[n.kernel:]
		}
	}
	if n.out == 0 {
		r.spare[0] = append(r.spare[0], out)
		return nil
	}
	return out
}

// block is how many states are done at once: those that differ in the lowest bits.
const (
	blockBits = 6
	block     = 1 << blockBits
)

// sums adds up what a node's words cost, for a block of states at a time.
type sums[C cost] struct {
	n           *node
	left, right []C
	leftCols    []uint32
	rightCols   []uint32
	pay         [2]C // for not pressing and for pressing the switch
	// Of the lowest bits of a state: what they add to the children's states, and whether they press.
	lowLeft, lowRight [block]uint32
	lowPay            [2][block]C // by whether the rest presses
}

// link gets ready to add up single sums of a node.
func (s *sums[C]) link(r *run[C], n *node, left, right []C) {
	all := int(n.out) + int(n.kernel)
	s.n, s.left, s.right = n, left, right
	s.leftCols, s.rightCols = r.columns[n.columns:n.columns+all], nil
	if n.right >= 0 {
		s.rightCols = r.columns[n.columns+all : n.columns+2*all]
	}
	s.pay = [2]C{}
	if n.vertex >= 0 {
		c := C(r.costOf(int(n.vertex)))
		if r.word.Bit(int(n.vertex)) {
			s.pay[0] = c
		} else {
			s.pay[1] = c
		}
	}
}

// prepare gets ready for blocks of them.
func (s *sums[C]) prepare(r *run[C], n *node, left, right []C) {
	s.link(r, n, left, right)
	for low := range 1 << min(int(n.out), blockBits) {
		l, r, odd := s.images(uint64(low))
		s.lowLeft[low], s.lowRight[low] = l, r
		s.lowPay[0][low], s.lowPay[1][low] = s.pay[odd], s.pay[odd^1]
	}
}

// images is the children's states for coefficients of the columns, and whether the switch is pressed.
func (s *sums[C]) images(x uint64) (left, right uint32, odd int) {
	odd = bits.OnesCount64(x&s.n.pressed) & 1
	for ; x != 0; x &= x - 1 {
		c := bits.TrailingZeros64(x)
		left ^= s.leftCols[c]
		if s.rightCols != nil {
			right ^= s.rightCols[c]
		}
	}
	return left, right, odd
}

// at is the sum for one set of coefficients.
func (s *sums[C]) at(x uint64) C {
	l, r, odd := s.images(x)
	sum := s.pay[odd]
	if s.left != nil {
		sum += s.left[l]
	}
	if s.right != nil {
		sum += s.right[r]
	}
	return sum
}

// first sets the costs of a block of states, with no column of the kernel.
func (s *sums[C]) first(from int, out []C) {
	l, r, odd := s.images(uint64(from))
	pay := s.lowPay[odd][:len(out)]
	switch {
	case s.right != nil:
		for i := range out {
			out[i] = s.left[l^s.lowLeft[i]] + s.right[r^s.lowRight[i]] + pay[i]
		}
	case s.left != nil:
		for i := range out {
			out[i] = s.left[l^s.lowLeft[i]] + pay[i]
		}
	default:
		copy(out, pay)
	}
}

// better compares them with those that have other coefficients of the kernel.
func (s *sums[C]) better(from, kernel int, out []C, words []uint64) {
	l, r, odd := s.images(uint64(from) | uint64(kernel)<<s.n.out)
	pay := s.lowPay[odd][:len(out)]
	var better uint64
	switch {
	case s.right != nil:
		for i := range out {
			if c := s.left[l^s.lowLeft[i]] + s.right[r^s.lowRight[i]] + pay[i]; c < out[i] {
				out[i] = c
				better |= 1 << i
			}
		}
	case s.left != nil:
		for i := range out {
			if c := s.left[l^s.lowLeft[i]] + pay[i]; c < out[i] {
				out[i] = c
				better |= 1 << i
			}
		}
	default:
		for i := range out {
			if pay[i] < out[i] {
				out[i] = pay[i]
				better |= 1 << i
			}
		}
	}
	if words == nil || better == 0 {
		return
	}
	for b := range int(s.n.kernel) {
		if words[b] &^= better; kernel>>b&1 != 0 {
			words[b] |= better
		}
	}
}

// backwards reads off a word, from the root to the leaves.
type backwards struct {
	*Plan
	word   gf2.Vec
	states []uint32 // of nodes that come next
}

func (b *backwards) follow(from, to int, chosen *choices) {
	for i := to - 1; i >= from; i-- {
		n := &b.nodes[i]
		var state uint32
		if n.out > 0 {
			state = b.states[len(b.states)-1]
			b.states = b.states[:len(b.states)-1]
		}
		x := uint64(state)
		words := chosen.words[chosen.begin[i-from]+int(state)/64*int(n.kernel):]
		for k := range int(n.kernel) {
			x |= words[k] >> (state % 64) & 1 << (int(n.out) + k)
		}
		b.take(n, x)
	}
}

// take presses what the coefficients say, and passes the children's states on.
func (b *backwards) take(n *node, x uint64) {
	if n.presses(x) {
		b.word.Flip(int(n.vertex))
	}
	for child := range n.children() {
		b.states = append(b.states, b.image(n, child, x))
	}
}

// presses reports whether these coefficients press the node's switch.
func (n *node) presses(x uint64) bool { return bits.OnesCount64(x&n.pressed)&1 != 0 }

// image is the state of a child, 0 or 1, for coefficients of a node's columns.
func (p *Plan) image(n *node, child int, x uint64) (state uint32) {
	columns := p.columns[n.columns+child*(int(n.out)+int(n.kernel)):]
	for ; x != 0; x &= x - 1 {
		state ^= columns[bits.TrailingZeros64(x)]
	}
	return state
}
