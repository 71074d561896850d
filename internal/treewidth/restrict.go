package treewidth

import "lightsout/gf2"

// restrict goes from the roots to the leaves and leaves out the states that the rest forbids. It returns
// what is left of the program: nodes with columns, children first.
func (b *builder) restrict() *Program {
	p := &Program{switches: int(b.first)}
	kept := make([]node, len(b.nodes))
	begin := make([]int, len(b.nodes)) // of the states that the rest allows each node, in allowed
	count := make([]uint8, len(b.nodes))
	var allowed []uint32 // bases, in the coordinates that build chose
	var images [2]echelon
	for i := len(b.nodes) - 1; i >= 0; i-- {
		n := &b.nodes[i]
		all := int(n.out) + int(n.kernel)
		k := node{vertex: -1, kernel: n.kernel, out: count[i], columns: len(p.columns)}
		for c := range images {
			images[c].clear()
		}
		add := func(x uint64) {
			if n.presses(x) {
				k.pressed |= 1 << len(images[0].images)
				k.vertex = n.vertex
			}
			for c := range images {
				images[c].put(sumOf(b.columns[n.columns+c*all:], x))
			}
		}
		for _, x := range allowed[begin[i] : begin[i]+int(count[i])] {
			add(uint64(x))
		}
		for c := range int(n.kernel) {
			add(1 << (int(n.out) + c))
		}
		for c, at := range n.children() {
			begin[at], count[at] = len(allowed), uint8(len(images[c].basis))
			allowed = append(allowed, images[c].basis...)
			if count[at] > 0 {
				k.adopt(at)
				p.columns = append(p.columns, images[c].images...)
			}
		}
		kept[i] = k
	}
	number := make([]int32, len(kept)) // in the program
	for i, k := range kept {
		only := k.arity == 1 && k.kernel == 0 && k.vertex < 0
		switch {
		case k.out+k.kernel == 0:
			continue
		case only && kept[k.child[0]].out == k.out: // it passes on what its child has
			number[i] = number[k.child[0]]
			continue
		}
		for c, at := range k.children() {
			k.child[c] = number[at]
		}
		number[i] = int32(len(p.nodes))
		p.add(k)
	}
	return p
}

// add appends a node, and counts what it takes.
func (p *Program) add(n node) {
	p.nodes = append(p.nodes, n)
	p.width = max(p.width, int(n.out))
	p.steps += states(n.out + n.kernel)
	p.choices += max(1, states(n.out)/block) * float64(n.kernel)
	p.alive += states(n.out)
	p.peak = max(p.peak, p.alive)
	for _, at := range n.children() {
		size := states(p.nodes[at].out)
		p.alive -= size
		if n.kernel > 0 {
			p.kept += size
		}
	}
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
