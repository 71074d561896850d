package treewidth

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// ErrMemory says that a search would need more memory than it may take.
var ErrMemory = errors.New("treewidth: memory limit reached")

// cost is what the words of a piece cost: as many bits as the sum of all costs needs.
type cost interface{ ~int32 | ~int64 }

// Minimum is the lightest word of the coset of the given word: costs has what each switch costs, nil means
// 1 each. An error is ErrMemory or the context's.
func (p *Program) Minimum(ctx context.Context, word gf2.Vec, costs []int, memory int64) (gf2.Vec, error) {
	if err := p.room(ctx, costs, false, memory); err != nil {
		return gf2.Vec{}, err
	}
	if small(p.switches, costs) {
		return minimum[int32](ctx, p, word, costs)
	}
	return minimum[int64](ctx, p, word, costs)
}

// room reserves what a search takes. It is ErrMemory if that is more than the search may take, or does not fit.
func (p *Program) room(ctx context.Context, costs []int, all bool, memory int64) error {
	bytes := p.Memory(costs, all)
	if bytes > float64(memory) || reserve.For(ctx, int64(bytes)) != nil {
		return ErrMemory
	}
	return nil
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

// minimum makes all tables, and then follows the choices from the roots to the leaves. The memory of a search serves
// those for other words later.
func minimum[C cost](ctx context.Context, p *Program, word gf2.Vec, costs []int) (gf2.Vec, error) {
	r, ok := p.searches.Get().(*run[C])
	if !ok {
		r = newRun[C](p)
		r.chosen = make([]uint64, int(p.choices))
	}
	r.ctx, r.word, r.costs = ctx, word, costs
	defer p.searches.Put(r)
	if err := r.forwards(); err != nil {
		return gf2.Vec{}, err
	}
	return r.backwards(), nil
}

// run is one search.
type run[C cost] struct {
	program
	ctx   context.Context
	word  gf2.Vec
	costs []int

	tables [][]C    // of each node, as long as it is needed: the least cost for each state
	states []uint32 // of each node, on the way back
	chosen []uint64 // per node and block of states, a word for each column of the kernel; nil: all tables are kept
	spare  [maxStates + 1][][]C
	sums   sums[C]
}

func newRun[C cost](p *Program) *run[C] {
	r := &run[C]{program: p.program, tables: make([][]C, len(p.nodes)), states: make([]uint32, len(p.nodes))}
	most := C(math.MaxInt32)
	for most<<1 > most {
		most = most<<1 | 1
	}
	for i := range r.sums.most {
		r.sums.most[i] = most
	}
	return r
}

// costOf is what a switch costs.
func (r *run[C]) costOf(s int) int {
	if r.costs == nil {
		return 1
	}
	return r.costs[s]
}

// choices is how many words say what a node chooses.
func (n *node) choices() int { return (1<<n.out + block - 1) / block * int(n.kernel) }

// stopped reports whether the context has ended; it is asked now and then.
func (r *run[C]) stopped(i int) bool {
	return (i%256 == 0 || r.nodes[i].out+r.nodes[i].kernel > wideNode) && r.ctx.Err() != nil
}

// forwards makes the tables. Those from which a node chooses are kept unless the choices are noted.
func (r *run[C]) forwards() error {
	chosen := r.chosen
	for i := range r.nodes {
		if r.stopped(i) {
			return r.ctx.Err()
		}
		n := &r.nodes[i]
		if r.chosen == nil {
			r.tables[i] = r.apply(n, nil)
		} else {
			r.tables[i] = r.apply(n, chosen[:n.choices()])
			chosen = chosen[n.choices():]
		}
		if r.chosen == nil && n.kernel > 0 {
			continue
		}
		for _, at := range n.children() {
			r.recycle(r.tables[at])
			r.tables[at] = nil
		}
	}
	return nil
}

// backwards reads off a word, from the roots to the leaves.
func (r *run[C]) backwards() gf2.Vec {
	word := r.word.Clone()
	chosen := r.chosen
	for i := len(r.nodes) - 1; i >= 0; i-- {
		n := &r.nodes[i]
		state := r.states[i]
		if n.out == 0 {
			state = 0
			r.recycle(r.tables[i])
		}
		x := uint64(state)
		begin := len(chosen) - n.choices()
		for k, word := range chosen[begin+int(state/block)*int(n.kernel):][:n.kernel] {
			x |= word >> (state % block) & 1 << (int(n.out) + k)
		}
		chosen = chosen[:begin]
		if n.presses(x) {
			word.Flip(int(n.vertex))
		}
		for k, at := range n.children() {
			r.states[at] = r.image(n, k, x)
		}
	}
	return word
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

// apply makes the table of a node, and notes the choices unless chosen is nil.
func (r *run[C]) apply(n *node, chosen []uint64) []C {
	out := r.fresh(int(n.out))
	s := &r.sums
	s.prepare(r, n)
	for from := 0; from < len(out); from += block {
		part := out[from:min(from+block, len(out))]
		copy(part, s.most[:])
		l, r, odd := s.images(uint64(from))
		s.better(l, r, odd, part)
		if n.kernel == 0 {
			continue
		}
		var words []uint64
		if chosen != nil {
			words, chosen = chosen[:n.kernel], chosen[n.kernel:]
			clear(words)
		}
		for k := 1; k < 1<<n.kernel; k++ {
			next := &s.kernel[bits.TrailingZeros(uint(k))]
			l, r, odd = l^next.left, r^next.right, odd^next.odd
			better := s.better(l, r, odd, part)
			if better == 0 {
				continue
			}
			for b := range words {
				if words[b] &^= better; k>>b&1 != 0 {
					words[b] |= better
				}
			}
		}
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
	left, right []C // one zero where there is no child
	leftCols    []uint32
	rightCols   []uint32
	pay         [2]C // for not pressing and for pressing the switch
	// Of the lowest bits of a state: what they add to the children's states, and whether they press.
	lowLeft, lowRight [block]uint32
	lowPay            [2][block]C // by whether the rest presses
	// Of the kernel: the sums of its first columns. On the way from k−1 to k, coefficients change by entry
	// TrailingZeros(k).
	kernel [maxStates]image
	none   [1]C
	most   [block]C // more than anything costs
}

// image is what columns add to the children's states, and whether they press the switch.
type image struct {
	left, right uint32
	odd         int
}

// link gets ready to add up single sums of a node.
func (s *sums[C]) link(r *run[C], n *node) {
	all := int(n.out) + int(n.kernel)
	s.n, s.left, s.right = n, s.none[:1], s.none[:1]
	s.leftCols, s.rightCols = noColumns[:all], noColumns[:all]
	if n.arity > 0 {
		s.left, s.leftCols = r.tables[n.child[0]], r.columns[n.columns:n.columns+all]
	}
	if n.arity > 1 {
		s.right, s.rightCols = r.tables[n.child[1]], r.columns[n.columns+all:n.columns+2*all]
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

var noColumns [2 * maxStates]uint32

// prepare gets ready for blocks of them.
func (s *sums[C]) prepare(r *run[C], n *node) {
	s.link(r, n)
	s.lowPay[0][0], s.lowPay[1][0] = s.pay[0], s.pay[1]
	for b := range min(int(n.out), blockBits) {
		half := 1 << b
		l, r, odd := s.leftCols[b], s.rightCols[b], n.pressed>>b&1
		for i := range half {
			s.lowLeft[half+i], s.lowRight[half+i] = s.lowLeft[i]^l, s.lowRight[i]^r
			s.lowPay[0][half+i], s.lowPay[1][half+i] = s.lowPay[odd][i], s.lowPay[odd^1][i]
		}
	}
	var sum image
	for k := range int(n.kernel) {
		c := int(n.out) + k
		sum = image{sum.left ^ s.leftCols[c], sum.right ^ s.rightCols[c], sum.odd ^ int(n.pressed>>c&1)}
		s.kernel[k] = sum
	}
}

// images is the children's states for coefficients of the columns, and whether the switch is pressed.
func (s *sums[C]) images(x uint64) (left, right uint32, odd int) {
	return sumOf(s.leftCols, x), sumOf(s.rightCols, x), bits.OnesCount64(x&s.n.pressed) & 1
}

// at is the sum for one set of coefficients.
func (s *sums[C]) at(x uint64) C {
	l, r, odd := s.images(x)
	return s.left[l] + s.right[r] + s.pay[odd]
}

// better lowers the costs of a block of states to those with some coefficients of the kernel, and says which become
// less. Branches that depend on costs would take longer than the sums.
func (s *sums[C]) better(l, r uint32, odd int, out []C) (better uint64) {
	left, right, pay := s.left, s.right, s.lowPay[odd][:len(out)]
	lowLeft, lowRight := s.lowLeft[:len(out)], s.lowRight[:len(out)]
	for i := range out {
		more := left[l^lowLeft[i]] + right[r^lowRight[i]] + pay[i] - out[i]
		less := C(int64(more) >> 63) // all ones or none
		out[i] += more & less
		better |= uint64(less&1) << (i % block)
	}
	return better
}

// presses reports whether these coefficients press the node's switch.
func (n *node) presses(x uint64) bool { return bits.OnesCount64(x&n.pressed)&1 != 0 }

// image is the state of a child, 0 or 1, for coefficients of a node's columns.
func (p *program) image(n *node, child int, x uint64) uint32 {
	return sumOf(p.columns[n.columns+child*(int(n.out)+int(n.kernel)):], x)
}

// sumOf is the sum of the columns that x names.
func sumOf(columns []uint32, x uint64) (sum uint32) {
	for ; x != 0; x &= x - 1 {
		sum ^= columns[bits.TrailingZeros64(x)]
	}
	return sum
}
