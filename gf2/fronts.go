package gf2

import "fmt"

// fronts answers the questions of [System] for a sparse matrix that was eliminated block by block, in
// the order of a nested dissection (the multifrontal method; J. W. H. Liu, The multifrontal method for
// sparse matrix solution, 1992). It is immutable and safe for concurrent use.
//
// A block, or front, has the rows and columns of one part of the dissection, whose entries are complete
// once all blocks below are done, and those of parts above that they meet. Pivots are sought among the
// complete ones only:
//
//	            complete   above
//	           ┌─────────┬─────────┐
//	complete   │ pivots  │  upper  │   kept, reduced: each pivot's row in terms of what is above
//	           ├─────────┼─────────┤
//	above      │  lower  │    +    │   +: added to the block of the part above, and given back
//	           └─────────┴─────────┘
//
// Over GF(2) the complete entries often are singular: on average about one row and one column of a
// block find no pivot. They go to the part above, where they are complete as well. At a root there is
// nothing above: its rows without pivot are zero, and its columns without pivot are free.
type fronts struct {
	rows, cols int
	rank       int
	list       []front // each part before the part above it
	zeroRows   []int32
	freeCols   []int32
}

// front is a block after its elimination, as far as it is needed later. Its pivot columns hold which
// rows were added, as in System.
type front struct {
	rows   []int32 // the pivots' rows first
	cols   []int32
	pivots []int32 // the places of the pivots' columns in cols
	upper  *Matrix // the pivots' rows, reduced
	lower  *Matrix // the complete columns of the other rows, zero but in the pivot columns
}

func (s *fronts) Rank() int { return s.rank }

func (s *fronts) Solve(b Vec) (x, witness Vec, ok bool) {
	if b.n != s.rows {
		panic(fmt.Sprintf("gf2: %d rows against a right side of length %d", s.rows, b.n))
	}
	right := b.Clone()
	for i := range s.list {
		f := &s.list[i]
		named := f.named(right, f.lower.cols)
		for k, r := range f.rows[len(f.pivots):] {
			if f.lower.Row(k).Dot(named) {
				right.Flip(int(r))
			}
		}
	}
	for _, r := range s.zeroRows {
		if right.Bit(int(r)) {
			return Vec{}, s.lift(VecOf(s.rows, int(r))), false
		}
	}
	return s.back(right, NewVec(s.cols)), Vec{}, true
}

// back adds to x, which has the free columns, those of the pivots.
func (s *fronts) back(right, x Vec) Vec {
	for i := len(s.list) - 1; i >= 0; i-- {
		f := &s.list[i]
		named := f.named(right, len(f.cols))
		for p, c := range f.cols {
			if x.Bit(int(c)) { // the pivots' own are not known yet
				named.Set(p, true)
			}
		}
		for k, p := range f.pivots {
			x.Set(int(f.cols[p]), f.upper.Row(k).Dot(named))
		}
	}
	return x
}

// named is the right side of the pivots' rows, each standing for its pivot column, as n bits.
func (f *front) named(right Vec, n int) Vec {
	v := NewVec(n)
	for k, p := range f.pivots {
		if right.Bit(int(f.rows[k])) {
			v.Set(int(p), true)
		}
	}
	return v
}

// lift turns a set of rows that add up to zero after the elimination into one that does so before.
func (s *fronts) lift(y Vec) Vec {
	for i := len(s.list) - 1; i >= 0; i-- {
		f := &s.list[i]
		added := NewVec(f.lower.cols)
		for k, r := range f.rows[len(f.pivots):] {
			if y.Bit(int(r)) {
				added.Add(f.lower.Row(k))
			}
		}
		for k, p := range f.pivots {
			y.Set(int(f.rows[k]), added.Bit(int(p)))
		}
	}
	return y
}

// RightNull has one vector for each free column.
func (s *fronts) RightNull() []Vec {
	none, basis := NewVec(s.rows), units(s.cols, s.freeCols)
	for _, x := range basis {
		s.back(none, x)
	}
	return basis
}

// LeftNull has one vector for each row that became zero.
func (s *fronts) LeftNull() []Vec {
	basis := units(s.rows, s.zeroRows)
	for _, y := range basis {
		s.lift(y)
	}
	return basis
}
