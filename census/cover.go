package census

import (
	"math/bits"
	"slices"
)

// columnSpace is a set of regions as points of a space over GF(2), with coordinates of its own.
type columnSpace struct {
	dim    int
	sizes  map[uint64]int // by column
	points []uint64       // the columns, in the order of regions.list
}

func newColumnSpace(r *regions) *columnSpace {
	s := &columnSpace{dim: r.dim, sizes: map[uint64]int{}}
	for _, g := range r.list {
		s.points = append(s.points, g.column)
		s.sizes[g.column] = g.size()
	}
	return s
}

// span lists the subspace that the basis spans, the point with coordinates p at index p.
func span(basis []uint64) []uint64 {
	points := []uint64{0}
	for _, b := range basis {
		for _, p := range points[:len(points):len(points)] {
			points = append(points, p^b)
		}
	}
	return points
}

// rank is the dimension of what the columns span.
func rank(columns []uint64) int { return len(independent(columns)) }

// independent picks columns, first come first served, that span all of them and are independent.
func independent(columns []uint64) []uint64 {
	var reduced, chosen []uint64
	for _, g := range columns {
		v := g
		for _, b := range reduced {
			v = min(v, v^b)
		}
		if v != 0 {
			reduced = append(reduced, v)
			chosen = append(chosen, g)
		}
	}
	return chosen
}

// grow extends the basis to the given dimension, each time by the region that brings the largest
// gain into the span, of equals the first. It ends early if no region lies outside.
func (s *columnSpace) grow(basis []uint64, dim int, gain func(column uint64) int) []uint64 {
	basis = slices.Clone(basis)
	inside := span(basis)
	for len(basis) < dim {
		best, bestGain := uint64(0), -1
		tried := map[uint64]bool{}
		for _, g := range s.points {
			if slices.Contains(inside, g) || tried[g] {
				continue
			}
			total := 0
			for _, p := range inside {
				tried[p^g] = true
				total += gain(p ^ g)
			}
			if total > bestGain {
				best, bestGain = g, total
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

// bestFlat is the subspace of the given dimension with the largest gain that growing from pairs of
// regions finds.
func (s *columnSpace) bestFlat(dim int, gain func(column uint64) int) []uint64 {
	maxStarts := 1 << 16 >> (2 * dim) // a start costs some 4^dim steps for each region
	maxStarts = max(maxStarts, 16)
	var best []uint64
	bestGain := -1
	starts := 0
	for i, g := range s.points {
		if gain(g) == 0 {
			continue
		}
		for _, h := range s.points[i+1:] {
			if gain(h) == 0 {
				continue
			}
			if starts++; starts > maxStarts {
				return best
			}
			basis := s.grow([]uint64{g, h}[:min(2, dim)], dim, gain)
			total := 0
			for _, p := range span(basis) {
				total += gain(p)
			}
			if total > bestGain {
				best, bestGain = basis, total
			}
		}
		if best == nil {
			best = []uint64{g}
		}
	}
	return best
}

// subspaces lists subspaces of the given dimension that hold many regions of odd size, those that
// matter for the peak: each the best for the regions that are in none before it.
func (s *columnSpace) subspaces(dim int) [][]uint64 {
	left := map[uint64]bool{}
	for g, m := range s.sizes {
		if m%2 != 0 {
			left[g] = true
		}
	}
	var bases [][]uint64
	for len(left) > 0 {
		basis := s.bestFlat(dim, func(g uint64) int {
			if left[g] {
				return 1
			}
			return 0
		})
		for _, g := range span(basis) {
			delete(left, g)
		}
		bases = append(bases, basis)
	}
	return bases
}

// cover finds flats that hold every region in exactly one of them: a region in several flats
// belongs to the first. Within maxFlatDim dimensions that is one flat.
func (s *columnSpace) cover() []*flat {
	left := map[uint64]bool{}
	for _, g := range s.points {
		left[g] = true
	}
	dim := s.dim
	if dim > maxFlatDim {
		dim = min(maxFlatDim, (s.dim+1)/2)
	}
	var flats []*flat
	for len(left) > 0 {
		basis := s.bestFlat(dim, func(g uint64) int {
			if left[g] {
				return 1
			}
			return 0
		})
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

// within is the part of the space that lies in the subspace, in coordinates of the basis.
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

// parity is 1 if p and q share an odd number of ones.
func parity(p, q uint64) int { return bits.OnesCount64(p&q) & 1 }
