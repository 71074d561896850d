package treewidth

import (
	"context"
	"math/bits"
)

// space is the settings of a piece's border that the piece allows.
type space struct {
	node  int32
	at    []int32  // the vertex that each bit of a setting is about; −1 for none
	basis []uint64 // settings; the i-th is bit i of a state
	after *space   // waits for the same vertex
}

// vector is an element of what a node works with: a state of each child and the values of switches that
// are new at the node. Its setting and what it violates are linear in it.
type vector struct {
	setting     uint64
	left, right uint32
	pressed     bool   // the switch that is eliminated
	violated    uint64 // conditions that must hold: zero in every vector that is kept
}

// node is a step of the elimination: it joins one or two pieces, and may eliminate a vertex.
//
// Its columns are a basis of all it works with: first those that make a basis of its own border's states,
// then the kernel, which the border does not see and over which the node minimises. For each column there
// is the state of the left child and, if there is one, of the right child.
type node struct {
	child       [2]int32 // as many as its arity
	arity       uint8
	out, kernel uint8  // how many columns
	vertex      int32  // the switch that is eliminated here and paid for, or −1
	pressed     uint64 // a bit per column: it presses the switch
	columns     int    // where they begin in the list of columns
}

func (n *node) children() []int32 { return n.child[:n.arity] }

func (n *node) adopt(child int32) {
	n.child[n.arity] = child
	n.arity++
}

// builder finds the spaces from the leaves to the root.
type builder struct {
	*Matrix
	place   []int32 // of each vertex in the order
	nodes   []node
	columns []uint32
	waiting []*space // per vertex, the pieces of whose border it is the first to be eliminated

	slot    []int8 // per vertex, its bit in the setting at hand, or −1
	vectors []vector
	spare   []*space
}

// build returns nil if a border is too large.
func (m *Matrix) build(ctx context.Context, order []int32) *builder {
	n := m.vertices()
	b := &builder{Matrix: m, place: make([]int32, n), waiting: make([]*space, n), slot: make([]int8, n)}
	for i, v := range order {
		b.place[v] = int32(i)
		b.slot[v] = -1
	}
	for asked := 0; len(order) > 0; asked++ {
		if asked%128 == 0 && ctx.Err() != nil {
			return nil
		}
		if order = b.eliminate(order); order == nil {
			return nil
		}
	}
	return b
}

// eliminate joins all pieces that have the first vertex in their border, one after another, and takes it out, and with
// it the lights after it that are closed then. It returns the rest of the order, or nil if a border is too large.
func (b *builder) eliminate(order []int32) (rest []int32) {
	v := order[0]
	left := b.waiting[v]
	b.waiting[v] = nil
	var right *space
	if left != nil {
		right = left.after
	}
	for right != nil && right.after != nil {
		after := right.after
		if left, _ = b.join(left, right, nil); left == nil {
			return nil
		}
		right = after
	}
	out, rest := b.join(left, right, order)
	if out == nil {
		return nil
	}
	first := int32(-1)
	for _, u := range out.at {
		if u >= 0 && (first < 0 || b.place[u] < b.place[first]) {
			first = u
		}
	}
	if first < 0 {
		b.spare = append(b.spare, out)
		return rest
	}
	out.after = b.waiting[first]
	b.waiting[first] = out
	return rest
}

// fresh is an empty space.
func (b *builder) fresh() *space {
	if n := len(b.spare); n > 0 {
		s := b.spare[n-1]
		b.spare = b.spare[:n-1]
		s.at, s.basis, s.after = s.at[:0], s.basis[:0], nil
		return s
	}
	return &space{}
}

// border is the list of vertices that a join's settings are about.
type border struct {
	*builder
	at   []int32
	full bool // there is no bit left
}

// bit is the vertex's place in the settings; known tells whether it was there before.
func (d *border) bit(v int32) (mask uint64, known bool) {
	if s := d.slot[v]; s >= 0 {
		return 1 << s, true
	}
	s := -1
	for i, u := range d.at {
		if u < 0 {
			s = i
			break
		}
	}
	if s < 0 {
		if s = len(d.at); s > maxBorder {
			d.full = true
			return 0, true
		}
		d.at = append(d.at, 0)
	}
	d.at[s] = v
	d.slot[v] = int8(s)
	return 1 << s, false
}

// join makes a node of one or two pieces, or none, and eliminates the first vertices of an order, unless that is empty.
// It returns the rest of the order, and a space, or nil if the border or the number of states is too large.
func (b *builder) join(left, right *space, order []int32) (out *space, rest []int32) {
	n := node{vertex: -1, columns: len(b.columns)}
	out = b.fresh()
	d := &border{builder: b, at: out.at}
	vectors := b.vectors[:0]
	if left != nil {
		n.adopt(left.node)
		d.at = append(d.at, left.at...)
		for s, u := range left.at {
			if u >= 0 {
				b.slot[u] = int8(s)
			}
		}
		for i, setting := range left.basis {
			vectors = append(vectors, vector{setting: setting, left: 1 << i})
		}
	}
	if right != nil {
		n.adopt(right.node)
		vectors = d.agree(vectors, right)
	}
	for first := true; len(order) > 0 && (first || d.closed(order[0])); first = false {
		vectors = d.settle(vectors, order[0], &n)
		order = order[1:]
	}
	for _, u := range d.at {
		if u >= 0 {
			b.slot[u] = -1
		}
	}
	b.vectors = vectors
	out.at = d.at
	if d.full || !b.finish(withoutViolations(vectors), out, &n) {
		return nil, nil
	}
	out.node = int32(len(b.nodes))
	b.nodes = append(b.nodes, n)
	for _, s := range []*space{left, right} {
		if s != nil {
			b.spare = append(b.spare, s)
		}
	}
	return out, order
}

// closed reports whether the vertex that comes next in the order is a light whose switches are all in this piece. To
// take it out at once makes no state more, and may make a join possible that is too large otherwise.
func (d *border) closed(v int32) bool {
	if d.isSwitch(v) || d.slot[v] < 0 || d.waiting[v] != nil {
		return false
	}
	for _, u := range d.around(v) {
		if d.place[u] > d.place[v] {
			return false
		}
	}
	return true
}

// agree adds the right piece: the flips of a light add up, while both pieces must agree on a switch.
func (d *border) agree(vectors []vector, right *space) []vector {
	var moved [maxBorder + 1]uint64 // per bit of the right settings, the bit here
	var both uint64                 // switches in both, as bits here
	for s, u := range right.at {
		if u < 0 {
			continue
		}
		mask, known := d.bit(u)
		moved[s] = mask
		if known && d.isSwitch(u) {
			both |= mask
		}
	}
	for i := range vectors {
		vectors[i].violated = vectors[i].setting & both
	}
	for i, setting := range right.basis {
		var here uint64
		for ; setting != 0; setting &= setting - 1 {
			here |= moved[bits.TrailingZeros64(setting)]
		}
		vectors = append(vectors, vector{setting: here &^ both, right: 1 << i, violated: here & both})
	}
	return vectors
}

// settle does what is left to do about a vertex, and takes it out of the settings. A switch flips those of
// its lights that are still there. A light must have been flipped an even number of times, counting those
// of its switches that are still there: those that are new may be pressed or not.
func (d *border) settle(vectors []vector, v int32, n *node) []vector {
	own, known := d.bit(v)
	if d.isSwitch(v) {
		n.vertex = v
		if !known {
			vectors = append(vectors, vector{setting: own})
		}
		var flips uint64
		for _, u := range d.around(v) {
			if d.place[u] > d.place[v] {
				mask, _ := d.bit(u)
				flips |= mask
			}
		}
		for i := range vectors {
			w := &vectors[i]
			if w.pressed = w.setting&own != 0; w.pressed {
				w.setting ^= flips | own
			}
		}
	} else {
		odd := own
		for _, u := range d.around(v) {
			if d.place[u] > d.place[v] {
				mask, known := d.bit(u)
				if !known {
					vectors = append(vectors, vector{setting: mask})
				}
				odd |= mask
			}
		}
		for i := range vectors {
			w := &vectors[i]
			// Where both pieces know a switch, the left one's value counts; the condition that they agree
			// holds wherever this one matters. Own is free to stand for it: no switch has that bit.
			if bits.OnesCount64(w.setting&odd)&1 != 0 {
				w.violated |= own
			}
			w.setting &^= own
		}
	}
	if !d.full {
		d.at[bits.TrailingZeros64(own)] = -1
		d.slot[v] = -1
	}
	return vectors
}

// withoutViolations is a basis of the combinations that violate nothing.
func withoutViolations(vectors []vector) []vector {
	for i := 0; i < len(vectors); {
		pivot := vectors[i]
		if pivot.violated == 0 {
			i++
			continue
		}
		bit := pivot.violated & -pivot.violated
		vectors = append(vectors[:i], vectors[i+1:]...)
		for k := i; k < len(vectors); k++ {
			if vectors[k].violated&bit != 0 {
				vectors[k].add(pivot)
			}
		}
	}
	return vectors
}

func (w *vector) add(o vector) {
	w.setting ^= o.setting
	w.left ^= o.left
	w.right ^= o.right
	w.pressed = w.pressed != o.pressed
	w.violated ^= o.violated
}

// finish sorts the vectors into a basis of the border's states and the kernel, and stores them. It reports
// false if there are too many.
func (b *builder) finish(vectors []vector, out *space, n *node) bool {
	if len(vectors) > maxStates {
		return false
	}
	var reduced [maxStates]vector // the basis, each without the lowest bits of those before
	basis, kernel := vectors[:0], make([]vector, 0, maxStates)
	for _, w := range vectors {
		r := w
		for _, e := range reduced[:n.out] {
			if r.setting&(e.setting&-e.setting) != 0 {
				r.add(e)
			}
		}
		if r.setting == 0 {
			kernel = append(kernel, r)
			continue
		}
		reduced[n.out] = r
		n.out++
		out.basis = append(out.basis, w.setting)
		basis = append(basis, w)
	}
	n.kernel = uint8(len(kernel))
	all := append(basis, kernel...)
	for i, w := range all {
		if w.pressed {
			n.pressed |= 1 << i
		}
		b.columns = append(b.columns, w.left)
	}
	for _, w := range all {
		b.columns = append(b.columns, w.right)
	}
	return true
}
