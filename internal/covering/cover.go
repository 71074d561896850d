package covering

import (
	"context"
	"slices"
)

// columnSpace is a set of regions as points of a vector space over GF(2).
type columnSpace struct {
	dim    int
	sizes  map[uint64]int // by column
	points []uint64       // the columns, in the order of regionList.list
}

func newColumnSpace(r *regionList) *columnSpace {
	s := &columnSpace{dim: min(r.dim, maxRegionDim), sizes: map[uint64]int{}}
	for _, g := range r.list {
		s.add(g.column, g.size())
	}
	return s
}

// add adds switches to the region of a column. In a quotient those of column 0 are gone; elsewhere no column is 0,
// or oddPeak proves nothing.
func (s *columnSpace) add(column uint64, switches int) {
	if column == 0 {
		return
	}
	if s.sizes[column] == 0 {
		s.points = append(s.points, column)
	}
	s.sizes[column] += switches
}

// span lists the points of the subspace with the given basis; the one with coordinates p is at index p.
func span(basis []uint64) []uint64 {
	points := []uint64{0}
	for _, b := range basis {
		for _, p := range points[:len(points):len(points)] {
			points = append(points, p^b)
		}
	}
	return points
}

// rank is the dimension of the span of the columns.
func rank(columns []uint64) int { return len(independent(columns)) }

// independent picks a basis of the span from the columns, greedily from the first.
func independent(columns []uint64) (chosen []uint64) {
	var reduced reducedBasis
	for _, g := range columns {
		if reduced.extend(g) {
			chosen = append(chosen, g)
		}
	}
	return chosen
}

// reducedBasis is a basis of a subspace. No leading bit of one of its columns occurs in the later ones.
type reducedBasis []uint64

func reduce(columns []uint64) (reduced reducedBasis) {
	for _, g := range columns {
		reduced.extend(g)
	}
	return reduced
}

// extend adds a column, if it is not in the subspace.
func (b *reducedBasis) extend(column uint64) bool {
	rest := b.rest(column)
	if rest == 0 {
		return false
	}
	*b = append(*b, rest)
	return true
}

// rest is the column modulo the subspace: without the leading bits of the basis.
func (b reducedBasis) rest(column uint64) uint64 {
	for _, g := range b {
		column = min(column, column^g)
	}
	return column
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
	inside := span(basis)
	for len(basis) < dim {
		best, bestGain := uint64(0), -1
		tried := columnSet{}
		coset := make([]uint64, len(inside))
		for _, g := range s.points {
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
		inside = span(basis)
	}
	return basis
}

// bestFlat grows subspaces of the given dimension from pairs of wanted columns and returns the one that
// holds most of them; it holds at least one. It stops looking when the context ends.
func (s *columnSpace) bestFlat(ctx context.Context, dim int, wanted columnSet) []uint64 {
	maxStarts := 1 << 16 >> (2 * dim) // a start costs about 4^dim steps per region
	maxStarts = max(maxStarts, 16)
	var best []uint64
	bestGain := -1
	starts := 0
	for i, g := range s.points {
		if !wanted[g] {
			continue
		}
		for _, h := range s.points[i+1:] {
			if !wanted[h] {
				continue
			}
			if starts++; starts > maxStarts || best != nil && ctx.Err() != nil {
				return best
			}
			basis := s.grow(ctx, []uint64{g, h}[:min(2, dim)], dim, wanted)
			if gain := wanted.among(span(basis)); gain > bestGain {
				best, bestGain = basis, gain
			}
		}
		if best == nil {
			best = []uint64{g}
		}
	}
	return best
}

// subspaces lists subspaces of the given dimension that hold many regions of odd size, which are the
// ones that matter for the peak. Each is the best for the regions not covered so far. It stops when the
// context ends.
func (s *columnSpace) subspaces(ctx context.Context, dim int) [][]uint64 {
	left := columnSet{}
	for g, m := range s.sizes {
		if m%2 != 0 {
			left[g] = true
		}
	}
	var bases [][]uint64
	for len(left) > 0 && ctx.Err() == nil {
		basis := s.bestFlat(ctx, dim, left)
		for _, g := range span(basis) {
			delete(left, g)
		}
		bases = append(bases, basis)
	}
	return bases
}

// cover finds flats that hold all regions. A region in several flats is owned by the first. A space of
// at most maxFlatDim dimensions is one flat. It is nil if the context ends.
func (s *columnSpace) cover(ctx context.Context) []*flat {
	left := columnSet{}
	for _, g := range s.points {
		left[g] = true
	}
	dim := s.dim
	if dim > maxFlatDim {
		dim = min(maxFlatDim, (s.dim+1)/2)
	}
	var flats []*flat
	for len(left) > 0 {
		basis := s.bestFlat(ctx, dim, left)
		if ctx.Err() != nil {
			return nil
		}
		f := &flat{basis: basis}
		for p, g := range span(basis) {
			switch {
			case left[g]:
				f.sizes[p] = s.sizes[g]
				delete(left, g)
			case s.sizes[g] > 0:
				f.foreign[p] = true
			}
		}
		flats = append(flats, f)
	}
	return flats
}

// within is the part of the space in the subspace with the given basis, in coordinates of that basis.
func (s *columnSpace) within(basis []uint64) *columnSpace {
	sub := &columnSpace{dim: len(basis), sizes: map[uint64]int{}}
	for p, g := range span(basis) {
		if m := s.sizes[g]; m > 0 {
			sub.sizes[uint64(p)] = m
			sub.points = append(sub.points, uint64(p))
		}
	}
	return sub
}

// quotient is the space modulo the subspace with the given basis. Regions whose columns become equal are one
// region of the space, and those of the subspace are gone. Columns keep their bits, so they may have some at dim and
// above; within gives coordinates.
func (s *columnSpace) quotient(basis []uint64) *columnSpace {
	reduced := reduce(basis)
	q := &columnSpace{dim: s.dim - len(reduced), sizes: make(map[uint64]int, len(s.points))}
	for _, g := range s.points {
		q.add(reduced.rest(g), s.sizes[g])
	}
	return q
}

// odd lists the columns of the regions of odd size.
func (s *columnSpace) odd() (columns []uint64) {
	for _, g := range s.points {
		if s.sizes[g]%2 != 0 {
			columns = append(columns, g)
		}
	}
	return columns
}

// regions lists the points as regions.
func (s *columnSpace) regions() *regionList {
	r := &regionList{dim: s.dim}
	for _, g := range s.points {
		r.list = append(r.list, region{column: g, cells: make([]int, s.sizes[g])})
		r.switches += s.sizes[g]
	}
	return r
}
