package depth

import (
	"lightsout/gf2"
	"lightsout/internal/covering"
)

// regionList is the regions of a board, with the bounds and searches of this package.
type regionList struct{ *covering.Regions }

func findRegions(switches int, quiet []gf2.Vec) *regionList {
	return &regionList{covering.FindRegions(switches, quiet)}
}

// columnSpace is a set of regions as points of a vector space over GF(2).
type columnSpace struct{ *covering.Space }

func newColumnSpace(r *regionList) *columnSpace { return &columnSpace{covering.NewSpace(r.Regions)} }

// within is the part of the space in the subspace with the given basis, in coordinates of that basis.
func (s *columnSpace) within(basis []uint64) *columnSpace { return &columnSpace{s.Within(basis)} }

// quotient is the space modulo the subspace with the given basis. Regions whose columns become equal are one
// region of the space, and those of the subspace are gone. Columns keep their bits, so they may have some at dim and
// above; within gives coordinates.
func (s *columnSpace) quotient(basis []uint64) *columnSpace {
	span := gf2.NewBasis64(basis...)
	q := &covering.Space{Dim: s.Dim - span.Dim(), Sizes: make(map[uint64]int, len(s.Points))}
	for _, g := range s.Points {
		q.Add(span.Reduce(g), s.Sizes[g])
	}
	return &columnSpace{q}
}

// odd lists the columns of the regions of odd size.
func (s *columnSpace) odd() (columns []uint64) {
	for _, g := range s.Points {
		if s.Sizes[g]%2 != 0 {
			columns = append(columns, g)
		}
	}
	return columns
}

// regions lists the points as regions.
func (s *columnSpace) regions() *regionList {
	r := &covering.Regions{Dim: s.Dim}
	for _, g := range s.Points {
		r.List = append(r.List, covering.Region{Column: g, Cells: make([]int, s.Sizes[g])})
		r.Switches += s.Sizes[g]
	}
	return &regionList{r}
}
