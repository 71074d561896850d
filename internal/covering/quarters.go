package covering

import (
	"context"
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
	s := &columnSpace{Dim: r.Dim, Sizes: map[uint64]int{}}
	for _, g := range r.List {
		s.Points = append(s.Points, g.Column)
		s.Sizes[g.Column] = g.size()
	}
	return s
}

// quarters finds four subspaces of half the dimensions that hold all regions, each in one of them, as on many squares
// of nullity 8. A space of at most maxListedDim dimensions is in one. It is nil if it finds none, or the context ends.
func (s *columnSpace) quarters(ctx context.Context) (list []*subspace) {
	if s.Dim <= maxListedDim {
		return []*subspace{s.within(gf2.Independent64(s.Points))}
	}
	left := slices.Clone(s.Points)
	for len(left) > 0 {
		f := s.within(s.richest(ctx, s.Dim/2, left))
		list = append(list, f)
		if len(list) > 4 || f.dim() < s.Dim/2 || count(f.basis, left) < count(f.basis, s.Points) || ctx.Err() != nil {
			return nil
		}
		span := gf2.NewBasis64(f.basis...)
		left = slices.DeleteFunc(left, span.Contains)
	}
	return list
}

// paired orders four subspaces such that the first two span everything, and the last two. It reports whether that can
// be.
func (s *columnSpace) paired(four []*subspace) bool {
	span := func(f, g *subspace) bool {
		return 2*f.dim() == s.Dim && gf2.NewBasis64(slices.Concat(f.basis, g.basis)...).Dim() == s.Dim
	}
	for i := 1; i < len(four); i++ {
		four[1], four[i] = four[i], four[1]
		if len(four) == 4 && span(four[0], four[1]) && span(four[2], four[3]) {
			return true
		}
	}
	return false
}

// within is the subspace of a basis.
func (s *columnSpace) within(basis []uint64) *subspace {
	f := &subspace{basis: basis}
	for p, g := range gf2.Span64(basis) {
		f.sizes[p] = s.Sizes[g]
	}
	return f
}

// richest is a basis of a subspace of at most the given dimension with many of the wanted columns: it grows from each
// two of them, by the column that brings most of them into the span; ties go to the first.
func (s *columnSpace) richest(ctx context.Context, dim int, wanted []uint64) (best []uint64) {
	starts, most := 1<<8, 0 // so many beginnings are tried
	for i, g := range wanted {
		for _, h := range wanted[i+1:] {
			if starts--; starts < 0 || ctx.Err() != nil {
				return best
			}
			basis := []uint64{g, h}
			for len(basis) < dim {
				next, gain := uint64(0), 0
				for _, x := range s.Points {
					if n := count(append(basis[:len(basis):len(basis)], x), wanted); n > gain {
						next, gain = x, n
					}
				}
				if gf2.NewBasis64(basis...).Contains(next) {
					break
				}
				basis = append(basis, next)
			}
			if n := count(basis, wanted); n > most {
				best, most = basis, n
			}
		}
		if best == nil {
			best = []uint64{g}
		}
	}
	return best
}

// count is the number of columns in a span.
func count(basis, columns []uint64) (n int) {
	span := gf2.NewBasis64(basis...)
	for _, g := range columns {
		if span.Contains(g) {
			n++
		}
	}
	return n
}

// upTo keeps one spectrum of each class that quiet patterns turn into each other.
func (f *subspace) upTo(ctx context.Context, spectra []spectrum) (kept []spectrum) {
	seen := map[spectrum]bool{}
	for _, a := range spectra {
		if ctx.Err() != nil {
			return nil
		}
		if canonical := a.canonical(1 << f.dim()); !seen[canonical] {
			seen[canonical] = true
			kept = append(kept, a)
		}
	}
	return kept
}
