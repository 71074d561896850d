package covering

import (
	"context"
	"maps"
	"slices"

	"lightsout/gf2"
)

// columnSpace is a set of regions as points of a vector space over GF(2).
type columnSpace struct {
	Dim    int
	Sizes  map[uint64]int // by column
	Points []uint64       // the columns, in the order of Regions.List
}

// newColumnSpace is the space of the columns.
func newColumnSpace(r *Regions) *columnSpace {
	s := &columnSpace{Dim: min(r.Dim, maxColumnDim), Sizes: map[uint64]int{}}
	for _, g := range r.List {
		s.add(g.Column, g.size())
	}
	return s
}

// add adds switches to the region of a column. Those of column 0 are left out: no quiet pattern presses them.
func (s *columnSpace) add(column uint64, switches int) {
	if column == 0 || switches == 0 {
		return
	}
	if s.Sizes[column] == 0 {
		s.Points = append(s.Points, column)
	}
	s.Sizes[column] += switches
}

// columnSet is a set of columns.
type columnSet map[uint64]bool

// among is the number of columns that are in the set.
func (s columnSet) among(columns []uint64) (n int) {
	for _, g := range columns {
		if s[g] {
			n++
		}
	}
	return n
}

// grow extends the basis to the given dimension, each time by the region that brings most of the wanted
// columns into the span; ties go to the first. It ends early if no region lies outside the span or the
// context ends.
func (s *columnSpace) grow(ctx context.Context, basis []uint64, dim int, wanted columnSet) []uint64 {
	basis = slices.Clone(basis)
	inside := gf2.Span64(basis)
	for len(basis) < dim {
		best, bestGain := uint64(0), -1
		tried := columnSet{}
		coset := make([]uint64, len(inside))
		for _, g := range s.Points {
			if slices.Contains(inside, g) || tried[g] {
				continue
			}
			if ctx.Err() != nil {
				return basis
			}
			for i, p := range inside {
				coset[i] = p ^ g
				tried[p^g] = true
			}
			if gain := wanted.among(coset); gain > bestGain {
				best, bestGain = g, gain
			}
		}
		if bestGain < 0 {
			break
		}
		basis = append(basis, best)
		inside = gf2.Span64(basis)
	}
	return basis
}

// richest grows subspaces of the given dimension from pairs of wanted columns and returns a basis of the
// one that holds most of them; it holds at least one. It stops looking when the context ends.
func (s *columnSpace) richest(ctx context.Context, dim int, wanted columnSet) []uint64 {
	maxStarts := max(1<<16>>(2*dim), 16) // a start costs about 4^dim steps per region
	var best []uint64
	bestGain := -1
	starts := 0
	for i, g := range s.Points {
		if !wanted[g] {
			continue
		}
		for _, h := range s.Points[i+1:] {
			if !wanted[h] {
				continue
			}
			if starts++; starts > maxStarts || best != nil && ctx.Err() != nil {
				return best
			}
			basis := s.grow(ctx, []uint64{g, h}[:min(2, dim)], dim, wanted)
			if gain := wanted.among(gf2.Span64(basis)); gain > bestGain {
				best, bestGain = basis, gain
			}
		}
		if best == nil {
			best = []uint64{g}
		}
	}
	return best
}

// covered lists bases of subspaces of the given dimension until they hold all wanted columns: each time of the one
// that is richest in those that are left. It stops when the context ends.
func (s *columnSpace) covered(ctx context.Context, dim int, wanted columnSet) (bases [][]uint64) {
	left := maps.Clone(wanted)
	for len(left) > 0 && ctx.Err() == nil {
		basis := s.richest(ctx, dim, left)
		for _, g := range gf2.Span64(basis) {
			delete(left, g)
		}
		bases = append(bases, basis)
	}
	return bases
}

// subspaces lists bases of subspaces of the given dimension that hold all regions of odd size, which are the ones
// that matter for the maximum, the richest in them first. It stops when the context ends.
func (s *columnSpace) subspaces(ctx context.Context, dim int) [][]uint64 {
	odd := columnSet{}
	for g, m := range s.Sizes {
		if m%2 != 0 {
			odd[g] = true
		}
	}
	return s.covered(ctx, dim, odd)
}

// cover finds subspaces that together hold all regions. A region in several of them is owned by the
// first. A space of at most maxListedDim dimensions is covered by itself. It is nil if the context ends.
func (s *columnSpace) cover(ctx context.Context) (cover []*subspace) {
	left := columnSet{}
	for _, g := range s.Points {
		left[g] = true
	}
	dim := s.Dim
	if dim > maxListedDim {
		dim = min(maxListedDim, (s.Dim+1)/2)
	}
	for _, basis := range s.covered(ctx, dim, left) {
		f := &subspace{basis: basis}
		for p, g := range gf2.Span64(basis) {
			if left[g] {
				f.sizes[p] = s.Sizes[g]
				delete(left, g)
			} else {
				f.foreign[p] = s.Sizes[g] > 0
			}
		}
		cover = append(cover, f)
	}
	if ctx.Err() != nil {
		return nil
	}
	return cover
}

// within is the part of the space in the subspace with the given basis, in coordinates of that basis.
func (s *columnSpace) within(basis []uint64) *columnSpace {
	sub := &columnSpace{Dim: len(basis), Sizes: map[uint64]int{}}
	for p, g := range gf2.Span64(basis) {
		sub.add(uint64(p), s.Sizes[g])
	}
	return sub
}
