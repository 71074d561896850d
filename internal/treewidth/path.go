package treewidth

import (
	"context"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// NewPath makes a plan for the code that a basis spans, over a path: the columns in the given order. It returns nil if
// that would take more than 2^32 states, or if the context ends.
//
// The states at a place are the settings of the rows of the minimal span form that are open there, and there are as few
// as this order allows. Among words of equal cost a zero is preferred, row by row from the last to end.
func NewPath(ctx context.Context, order []int, basis []gf2.Vec) *Program {
	s := newSpans(ctx, order, basis)
	if s == nil {
		return nil
	}
	p := &Program{switches: len(order)}
	var open []int // rows, by their bit in a state
	for at, c := range order {
		n := node{vertex: -1, columns: len(p.columns)}
		if len(open) > 0 {
			n.adopt(int32(len(p.nodes)) - 1)
		}
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
			if s.rows.At(r, at) {
				n.pressed |= 1 << i
				n.vertex = int32(c)
			}
		}
		open = open[:n.out]
		p.columns = append(p.columns, images...)
		p.add(n)
	}
	return p
}

// spans is a basis of a code, fitted to an order of its columns: no two rows begin and no two rows end
// in the same place (the minimal span form; Kschischang and Sorokine 1995). The rows that are open at a
// cut, begun before it and not yet ended, are then a basis of the code modulo the words on either side.
// There are as few of them as possible.
type spans struct {
	rows  *gf2.Matrix // by place in the order
	begin []int       // per place, the row that begins there, or −1
	end   []int
}

// newSpans finds the form for any basis, of words by column. It returns nil if the context ends.
func newSpans(ctx context.Context, order []int, basis []gf2.Vec) *spans {
	n := len(order)
	place := make([]int, n)
	for at, c := range order {
		place[c] = at
	}
	s := &spans{rows: gf2.NewMatrix(len(basis), n)}
	s.begin, s.end = slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, n)
	for i, word := range basis {
		for c := range word.Ones() {
			s.rows.Set(i, place[c], true)
		}
	}
	// Reduced, the rows begin in different places. Adding a row that begins later changes no beginning.
	for i, at := range slices.Backward(s.rows.Reduce()) {
		if i%64 == 0 && ctx.Err() != nil {
			return nil
		}
		s.begin[at] = i
		r := s.rows.Row(i)
		last := lastOne(r)
		for ; s.end[last] >= 0; last = lastOne(r) {
			r.Add(s.rows.Row(s.end[last]))
		}
		s.end[last] = i
	}
	return s
}

func lastOne(v gf2.Vec) int {
	words := v.Words()
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] != 0 {
			return 64*i + bits.Len64(words[i]) - 1
		}
	}
	return -1
}
