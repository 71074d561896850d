package treewidth

import (
	"context"
	"slices"

	"lightsout/gf2"
)

// NewPath makes a plan for the code that a basis spans, over a path: the columns in the given order. It returns nil if
// that would take more than 2^32 states, or if the context ends.
//
// The states at a place are the settings of the rows of the minimal span form that are open there, and there are as few
// as this order allows. Among words of equal cost a zero is preferred, row by row from the last to end.
func NewPath(ctx context.Context, order []int, basis []gf2.Vec) *Plan {
	s := spansOf(ctx, order, basis)
	if s == nil {
		return nil
	}
	p := &Plan{switches: len(order)}
	var open []int // rows, by their bit in a state
	child := int32(-1)
	for at, c := range order {
		n := node{left: child, right: -1, vertex: -1, columns: len(p.columns)}
		images := make([]uint32, len(open), len(open)+1)
		for slot := range open {
			images[slot] = 1 << slot
		}
		if r := s.begin[at]; r >= 0 {
			open, images = append(open, r), append(images, 0)
		}
		if len(open) == 0 {
			continue
		}
		if len(open) > maxStates {
			return nil
		}
		if r := s.end[at]; r >= 0 { // the kernel comes last
			slot := slices.Index(open, r)
			image := images[slot]
			open = append(slices.Delete(open, slot, slot+1), r)
			images = append(slices.Delete(images, slot, slot+1), image)
			n.kernel = 1
		}
		n.out = uint8(len(open)) - n.kernel
		for i, r := range open {
			if s.rows[r].Bit(at) {
				n.pressed |= 1 << i
				n.vertex = int32(c)
			}
		}
		open = open[:n.out]
		p.columns = append(p.columns, images...)
		if child = -1; n.out > 0 {
			child = int32(len(p.nodes))
		}
		p.nodes = append(p.nodes, n)
	}
	for i := range p.nodes {
		p.count(i)
		if i > 0 {
			p.peak = max(p.peak, states(p.nodes[i-1].out)+states(p.nodes[i].out))
		}
	}
	return p
}
