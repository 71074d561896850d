package treewidth

import (
	"math/bits"

	"lightsout/gf2"
)

// restrict goes from the roots to the leaves and leaves out the states that the rest forbids. It returns
// what is left of the program: nodes with columns, children first, in the order of a walk through the tree.
func (b *builder) restrict() *Plan {
	p := &Plan{switches: int(b.first)}
	kept := make([]node, len(b.nodes))
	alias := make([]int32, len(b.nodes)) // a node that only passes on what its child has
	begin := make([]int, len(b.nodes))   // of the states that the rest allows each node, in allowed
	count := make([]uint8, len(b.nodes))
	var allowed []uint32 // bases, in the coordinates that build chose
	var left, right echelon
	for i := len(b.nodes) - 1; i >= 0; i-- {
		n := &b.nodes[i]
		all := int(n.out) + int(n.kernel)
		columns := b.columns[n.columns : n.columns+all]
		var others []uint32
		if n.right >= 0 {
			others = b.columns[n.columns+all : n.columns+2*all]
		}
		k := node{left: -1, right: -1, vertex: -1, kernel: n.kernel, out: count[i], columns: len(p.columns)}
		left.clear()
		right.clear()
		add := func(sum uint64) {
			var l, r uint32
			pressed := bits.OnesCount64(sum&n.pressed)&1 != 0
			for ; sum != 0; sum &= sum - 1 {
				c := bits.TrailingZeros64(sum)
				l ^= columns[c]
				if others != nil {
					r ^= others[c]
				}
			}
			if pressed {
				k.pressed |= 1 << len(left.images)
				k.vertex = n.vertex
			}
			left.put(l)
			right.put(r)
		}
		for _, sum := range allowed[begin[i] : begin[i]+int(count[i])] {
			add(uint64(sum))
		}
		for c := range int(n.kernel) {
			add(1 << (int(n.out) + c))
		}
		if n.left >= 0 {
			begin[n.left], count[n.left] = len(allowed), uint8(len(left.basis))
			allowed = append(allowed, left.basis...)
			if len(left.basis) > 0 {
				k.left = n.left
			}
		}
		if n.right >= 0 {
			begin[n.right], count[n.right] = len(allowed), uint8(len(right.basis))
			allowed = append(allowed, right.basis...)
			if len(right.basis) > 0 {
				k.right = n.right
			}
		}
		images, others := left.images, right.images
		if k.left < 0 { // the only child is the left one
			k.left, k.right, images = k.right, -1, others
		}
		alias[i] = int32(i)
		switch only := k.right < 0 && k.kernel == 0 && k.vertex < 0; {
		case k.out+k.kernel == 0:
			alias[i] = -1
		case only && k.left >= 0 && count[k.left] == k.out:
			alias[i] = k.left
		default:
			p.columns = append(p.columns, images...)
			if k.right >= 0 {
				p.columns = append(p.columns, others...)
			}
		}
		kept[i] = k
	}
	p.walk(kept, alias)
	return p
}

// echelon chooses a basis among states, as they come, and gives each state in terms of it.
type echelon struct {
	span   gf2.Basis64
	basis  []uint32
	images []uint32
}

func (e *echelon) clear() {
	e.span.Clear()
	e.basis, e.images = e.basis[:0], e.images[:0]
}

func (e *echelon) put(state uint32) {
	if e.span.Add(uint64(state)) {
		e.basis = append(e.basis, state)
	}
	terms, _ := e.span.Coordinates(uint64(state))
	e.images = append(e.images, uint32(terms))
}

// walk lists the nodes that are left in the order in which their tables are made: a node right after its
// children, and of those the one first whose part of the tree needs more memory.
func (p *Plan) walk(kept []node, alias []int32) {
	find := func(i int32) int32 {
		for i >= 0 && alias[i] != i {
			i = alias[i]
		}
		return i
	}
	peak := make([]float64, len(kept)) // the states alive at once while the node's part is done
	child := make([]bool, len(kept))
	for i := range kept {
		if alias[i] != int32(i) {
			continue
		}
		k := &kept[i]
		k.left, k.right = find(k.left), find(k.right)
		if k.right >= 0 && peak[k.right] > peak[k.left] {
			k.left, k.right = k.right, k.left
			all := int(k.out) + int(k.kernel)
			c := p.columns[k.columns : k.columns+2*all]
			for x := range all {
				c[x], c[all+x] = c[all+x], c[x]
			}
		}
		peak[i] = states(k.out)
		size := 0.0
		for _, c := range []int32{k.left, k.right} {
			if c >= 0 {
				child[c] = true
				peak[i] = max(peak[i], size+peak[c])
				size += states(kept[c].out)
			}
		}
		peak[i] = max(peak[i], size+states(k.out))
	}
	var stack []int32
	for i := range kept {
		if alias[i] != int32(i) || child[i] {
			continue
		}
		p.peak = max(p.peak, peak[i])
		// Roots first, the right child before the left one: the walk in reverse.
		begin := len(p.nodes)
		stack = append(stack[:0], int32(i))
		for len(stack) > 0 {
			k := kept[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			p.nodes = append(p.nodes, k)
			for _, c := range []int32{k.left, k.right} {
				if c >= 0 {
					stack = append(stack, c)
				}
			}
		}
		for a, z := begin, len(p.nodes)-1; a < z; a, z = a+1, z-1 {
			p.nodes[a], p.nodes[z] = p.nodes[z], p.nodes[a]
		}
	}
	for i := range p.nodes {
		k := &p.nodes[i]
		for _, c := range []*int32{&k.right, &k.left} { // from here on they number the program's nodes
			if *c >= 0 {
				*c = stack[len(stack)-1]
				stack = stack[:len(stack)-1]
			}
		}
		if k.out > 0 {
			stack = append(stack, int32(i))
		}
		p.count(i)
	}
}

// count adds up what a node takes.
func (p *Plan) count(i int) {
	n := &p.nodes[i]
	p.width = max(p.width, int(n.out))
	p.steps += states(n.out + n.kernel)
	p.choices += max(1, states(n.out)/block) * float64(n.kernel)
	if n.kernel == 0 {
		return
	}
	for _, c := range []int32{n.left, n.right} {
		if c >= 0 {
			p.kept += states(p.nodes[c].out)
		}
	}
}
