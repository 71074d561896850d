package treewidth

import (
	"context"
	"math/bits"
	"unsafe"

	"lightsout/gf2"
)

// engine runs a program with lanes of one size.
type engine[T lane] struct {
	*program
	kernels[T]
	costs   []T // per column
	charges [][]charge[T]
}

func newEngine[T lane](p *program, k kernels[T], costs []int64) *engine[T] {
	e := &engine[T]{program: p, kernels: k, charges: make([][]charge[T], len(p.nodes))}
	for _, c := range costs {
		e.costs = append(e.costs, T(c))
	}
	for i, n := range p.nodes {
		for _, s := range n.steps {
			e.charges[i] = append(e.charges[i], newCharge(s.mask&(lanes-1), e.costs[s.column]))
		}
	}
	return e
}

// memory is how many bytes a run needs.
func (e *engine[T]) memory() float64 {
	entries := 0.0
	for _, n := range e.nodes {
		if n.join == nil {
			entries += float64(uint64(1) << n.width)
			continue
		}
		a, b, out := n.sizes()
		entries += a + b + out
	}
	return entries*float64(unsafe.Sizeof(e.costs[0])) + 4*float64(e.words)
}

// sizes is the number of entries of the gathered tables and of the joined one.
func (n *segment) sizes() (a, b, out float64) {
	if n.bits == 0 {
		return 0, 0, lanes
	}
	j := n.join
	a = float64(uint64(1) << (max(j.onLeft, laneBits) + j.shared + j.inner))
	b = float64(uint64(1) << (j.onRight + j.shared + j.inner))
	return a, b, float64(uint64(1) << n.bits)
}

// scratch is the memory of one run.
type scratch[T lane] struct {
	tables    [][]T // per node; of a chain as wide as it gets
	a, b      [][]T // per join, the gathered tables
	decisions []uint32
}

func (e *engine[T]) newScratch() *scratch[T] {
	s := &scratch[T]{decisions: make([]uint32, e.words)}
	for _, n := range e.nodes {
		var table, left, right []T
		if n.join == nil {
			table = make([]T, 1<<n.width)
		} else {
			a, b, out := n.sizes()
			table, left, right = make([]T, int(out)), make([]T, int(a)), make([]T, int(b))
		}
		s.tables, s.a, s.b = append(s.tables, table), append(s.a, left), append(s.b, right)
	}
	return s
}

// bounded is a table with a bound for its entries.
type bounded[T lane] struct {
	table []T
	bound uint64
}

// settle makes the least entry zero and the bound exact.
func (e *engine[T]) settle(t *bounded[T]) {
	low, high := e.extent(t.table)
	if low > 0 {
		e.lower(t.table, low)
	}
	t.bound = uint64(high - low)
}

type outcome int

const (
	finished outcome = iota
	stopped
	overflowed // the lanes are too narrow
)

// run finds the cheapest word of the coset of word.
func (e *engine[T]) run(ctx context.Context, s *scratch[T], word, out gf2.Vec) outcome {
	if ctx.Err() != nil { // small tables do not ask again
		return stopped
	}
	tables := make([]bounded[T], len(e.nodes))
	decisions := s.decisions
	for i := range e.nodes {
		n := &e.nodes[i]
		var result outcome
		if n.join == nil {
			tables[i], result = e.runChain(ctx, n, e.charges[i], s.tables[i], decisions[:n.words], word)
			decisions = decisions[n.words:]
		} else {
			tables[i], result = e.runJoin(ctx, n, s, i, tables)
		}
		if result != finished {
			return result
		}
	}
	e.trace(s, word, out)
	return finished
}

func (e *engine[T]) runChain(ctx context.Context, n *segment, charges []charge[T], table []T, decisions []uint32, word gf2.Vec) (bounded[T], outcome) {
	t := bounded[T]{table: table[:lanes]}
	clear(t.table)
	most := uint64(^T(0))
	words := word.Words()
	for i := range n.steps {
		st := &n.steps[i]
		c := uint64(e.costs[st.column])
		if t.bound+c > most {
			if e.settle(&t); t.bound+c > most {
				return t, overflowed
			}
		}
		t.bound += c
		if len(t.table) >= 1<<14 && ctx.Err() != nil {
			return t, stopped
		}
		ch := (*[2][lanes]T)(charges[i][words[st.column/64]>>(st.column%64)&1:])
		mask := st.mask >> laneBits
		if st.grow {
			half := len(t.table)
			t.table = table[:2*half]
			if st.end < 0 {
				e.grow(t.table, ch, mask)
				continue
			}
			copy(t.table[half:], t.table[:half])
		}
		switch {
		case st.end < 0:
			e.pay(t.table, ch, mask)
		case st.end < laneBits:
			e.endLane(t.table, decisions, int(st.end), ch, mask)
			decisions = decisions[len(t.table)/lanes:]
		default:
			e.end(t.table, decisions, int(st.end)-laneBits, ch, mask)
			t.table = t.table[:len(t.table)/2]
			decisions = decisions[len(t.table)/lanes:]
		}
	}
	return t, finished
}

// laneSums lists the sums of up to five masks, in binary order.
func laneSums(masks []uint64) (out [lanes]uint64) {
	for l := range out {
		for i := range min(len(masks), laneBits) {
			if l>>i&1 != 0 {
				out[l] ^= masks[i]
			}
		}
	}
	return out
}

// sum adds the masks that the bits of x name.
func sum(masks []uint64, x uint64) (out uint64) {
	for ; x != 0; x &= x - 1 {
		out ^= masks[bits.TrailingZeros64(x)]
	}
	return out
}

// parts splits the masks of a basis: left only, right only, shared. The inner ones follow.
func (j *join) parts(masks []uint64) (left, right, shared []uint64) {
	a, b, c := j.onLeft, j.onLeft+j.onRight, j.onLeft+j.onRight+j.shared
	return masks[:a], masks[a:b], masks[b:c]
}

func (e *engine[T]) runJoin(ctx context.Context, n *segment, s *scratch[T], i int, tables []bounded[T]) (bounded[T], outcome) {
	j := n.join
	a, b := &tables[j.left], &tables[j.right]
	e.settle(a)
	e.settle(b)
	t := bounded[T]{table: s.tables[i], bound: a.bound + b.bound}
	if t.bound > uint64(^T(0)) {
		return t, overflowed
	}
	if n.bits == 0 {
		return t, finished // trace finds the best pair
	}
	u, _, ls := j.parts(j.leftMask)
	_, v, rs := j.parts(j.rightMask)
	wide := max(j.onLeft, laneBits)
	panels, rows, inner := 1<<(wide-laneBits), 1<<j.onRight, 1<<j.inner
	lane := laneSums(u)
	var high []uint64
	if j.onLeft > laneBits {
		high = u[laneBits:]
	}
	left, right := s.a[i], s.b[i]
	for shared := range 1 << j.shared {
		if ctx.Err() != nil {
			return t, stopped
		}
		fromA, fromB := sum(ls, uint64(shared)), sum(rs, uint64(shared))
		at := shared * panels * inner * lanes
		for p := range panels {
			base := fromA ^ sum(high, uint64(p))
			for x := range inner {
				if x > 0 {
					base ^= j.leftStep[bits.TrailingZeros(uint(x))]
				}
				block := (*[lanes]T)(left[at:])
				for l := range block {
					block[l] = a.table[base^lane[l]]
				}
				at += lanes
			}
		}
		at = shared * rows * inner
		for r := range rows {
			base := fromB ^ sum(v, uint64(r))
			for x := range inner {
				if x > 0 {
					base ^= j.rightStep[bits.TrailingZeros(uint(x))]
				}
				right[at] = b.table[base]
				at++
			}
		}
		for p := range panels {
			if ctx.Err() != nil {
				return t, stopped
			}
			e.product(t.table[shared*rows<<wide+p*lanes:], 1<<wide,
				left[(shared*panels+p)*inner*lanes:][:inner*lanes], right[shared*rows*inner:][:rows*inner], inner, rows)
		}
	}
	return t, finished
}

// trace follows the decisions from the root to the columns.
func (e *engine[T]) trace(s *scratch[T], word, out gf2.Vec) {
	states := make([]uint64, len(e.nodes))
	decisions := s.decisions
	for i := len(e.nodes) - 1; i >= 0; i-- {
		n := &e.nodes[i]
		if n.join == nil {
			mine := decisions[len(decisions)-n.words:]
			decisions = decisions[:len(decisions)-n.words]
			n.traceChain(mine, states[i], word, out)
			continue
		}
		states[n.left], states[n.right] = e.traceJoin(n, s, i, states[i])
	}
}

func (e *engine[T]) traceJoin(n *segment, s *scratch[T], i int, state uint64) (left, right uint64) {
	j := n.join
	if n.bits == 0 {
		a, b := s.tables[j.left], s.tables[j.right]
		best, at := uint64(1)<<63, 0
		var x, y uint64
		for k := range 1 << j.inner {
			if k > 0 {
				z := bits.TrailingZeros(uint(k))
				x ^= j.leftStep[z]
				y ^= j.rightStep[z]
			}
			if c := uint64(a[x]) + uint64(b[y]); c < best {
				best, at = c, k
			}
		}
		return sum(j.leftMask, uint64(at)), sum(j.rightMask, uint64(at))
	}
	// the coefficients of the state
	wide := max(j.onLeft, laneBits)
	u := state & (1<<j.onLeft - 1)
	v := state >> wide & (1<<j.onRight - 1)
	shared := state >> (wide + j.onRight)
	inner := 1 << j.inner
	a := s.a[i][(int(shared)<<(wide-laneBits)+int(u>>laneBits))*inner*lanes+int(u&(lanes-1)):]
	b := s.b[i][(int(shared)<<j.onRight+int(v))*inner:]
	best, at := uint64(1)<<63, 0
	for k := range inner {
		if c := uint64(a[k*lanes]) + uint64(b[k]); c < best {
			best, at = c, k
		}
	}
	x := u | v<<j.onLeft | shared<<(j.onLeft+j.onRight) | uint64(at)<<(j.onLeft+j.onRight+j.shared)
	return sum(j.leftMask, x), sum(j.rightMask, x)
}

func (n *segment) traceChain(decisions []uint32, state uint64, word, out gf2.Vec) {
	bitsNow := n.bits
	for i := len(n.steps) - 1; i >= 0; i-- {
		st := &n.steps[i]
		if slot := int(st.end); slot >= 0 {
			words := 1 << (bitsNow - laneBits)
			mine := decisions[len(decisions)-words:]
			decisions = decisions[:len(decisions)-words]
			if slot < laneBits {
				state &^= 1 << slot
			}
			taken := uint64(mine[state>>laneBits] >> (state % lanes) & 1)
			if slot < laneBits {
				state |= taken << slot
			} else {
				low := uint64(1)<<slot - 1
				state = state&^low<<1 | state&low | taken<<slot
				bitsNow++
			}
		}
		out.Set(int(st.column), word.Bit(int(st.column)) != (parity(state&st.mask) == 1))
		if st.grow {
			bitsNow--
			state &= 1<<bitsNow - 1
		}
	}
}
