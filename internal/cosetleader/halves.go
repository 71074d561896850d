package cosetleader

import (
	"slices"

	"lightsout/gf2"
)

// halves is a part cut in two along the space that some of its columns span: modulo that space, the
// columns outside it; and within it, the columns inside. The target of the inner half depends on the
// answer of the outer one.
type halves struct {
	whole        *part
	outer, inner *subpart
	span         *gf2.Matrix // reduced, a row for each dimension
	pivots       []int
}

// subpart is a part whose columns are some of another's.
type subpart struct {
	*part
	of []int
}

// columns are the same columns in the numbering of the whole part.
func (h *subpart) columns(set []int) []int {
	var list []int
	for _, c := range set {
		list = append(list, h.of[c])
	}
	return list
}

// newHalves reports false if one half would have nothing to do.
func newHalves(p *part, inside []int) (*halves, bool) {
	h := &halves{whole: p, span: p.rows(inside)}
	h.pivots = h.span.Reduce()
	if len(h.pivots) == p.k {
		return nil, false
	}
	var outside []int
	for c := range p.m() {
		if _, within := slices.BinarySearch(inside, c); !within {
			outside = append(outside, c)
		}
	}
	h.outer = h.subpart(outside, p.k-len(h.pivots), h.modulo)
	h.inner = h.subpart(inside, len(h.pivots), h.within)
	h.outer.target = h.modulo(p.target)
	return h, true
}

func (h *halves) subpart(of []int, k int, project func([]uint64) []uint64) *subpart {
	p := &part{k: k, words: (k + 63) / 64}
	for n, c := range of {
		p.cols = append(p.cols, project(h.whole.col(c))...)
		p.column = append(p.column, n)
	}
	p.target = make([]uint64, p.words)
	return &subpart{p, of}
}

// modulo is a column without its part in the span: the checks that are not pivots.
func (h *halves) modulo(column []uint64) []uint64 {
	v := gf2.NewVec(h.whole.k)
	copy(v.Words(), column)
	for r, pivot := range h.pivots {
		if v.Bit(pivot) {
			v.Add(h.span.Row(r))
		}
	}
	out := make([]uint64, (h.whole.k-len(h.pivots)+63)/64)
	at, next := 0, 0
	for i := range h.whole.k {
		if next < len(h.pivots) && h.pivots[next] == i {
			next++
			continue
		}
		if v.Bit(i) {
			out[at/64] |= 1 << (at % 64)
		}
		at++
	}
	return out
}

// within is a column of the span in terms of its reduced basis: the checks that are pivots.
func (h *halves) within(column []uint64) []uint64 {
	out := make([]uint64, (len(h.pivots)+63)/64)
	for at, pivot := range h.pivots {
		out[at/64] |= column[pivot/64] >> (pivot % 64) & 1 << (at % 64)
	}
	return out
}

// aim sets the target of the inner half to what the columns outside leave over.
func (h *halves) aim(outside []int) {
	rest := slices.Clone(h.whole.target)
	for _, c := range outside {
		for w, x := range h.whole.col(c) {
			rest[w] ^= x
		}
	}
	h.inner.target = h.within(rest)
}
