package gf2

import "context"

// front is a dense block of a sparse matrix after its elimination, as far as it is needed later. A matrix is
// eliminated block by block in the order of a nested dissection (the multifrontal method; J. W. H. Liu, The
// multifrontal method for sparse matrix solution, 1992), or what is left of it is a single block.
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
//
// Its pivot columns hold which rows were added, as in System.
type front struct {
	rows   []int32 // the pivots' rows first
	cols   []int32
	pivots []int32 // the places of the pivots' columns in cols
	upper  *Matrix // the pivots' rows, reduced
	lower  *Matrix // the complete columns of the other rows, zero but in the pivot columns
}

// rest is what a block hands to the block above: rows and columns without pivot.
type rest struct {
	block *Matrix // as eliminated; only the rows from first on, and no pivot columns
	first int
	rows  []int32 // of the block
	cols  []int32

	pivots   Vec     // places of the pivot columns
	lateRows []int32 // the complete ones among them
	lateCols []int32
}

// newFront eliminates a block, with pivots among so many of its first rows and columns, the complete ones.
// The front shares the block's memory.
func newFront(ctx context.Context, m *Matrix, rows, cols []int32, completeRows, completeCols int) (
	f front, r *rest, err error) {
	e := newElimination(m, completeCols)
	e.among, e.keep = completeRows, true
	e.stopped = func() bool { return ctx.Err() != nil }
	e.run()
	if err := ctx.Err(); err != nil {
		return f, nil, err
	}
	e.store(m)
	rank := len(e.pivots)
	f.cols, f.rows = cols, make([]int32, len(rows))
	for i, k := range e.order {
		f.rows[i] = rows[k]
	}
	f.pivots = make([]int32, rank)
	pivots := NewVec(len(cols))
	for k, c := range e.pivots {
		f.pivots[k] = int32(c)
		pivots.Set(c, true)
	}
	f.upper = &Matrix{rows: rank, cols: m.cols, stride: m.stride, data: m.data[:rank*m.stride]}
	f.lower = NewMatrix(m.rows-rank, completeCols)
	for i := range f.lower.rows {
		row := f.lower.words(i)
		copy(row, m.words(rank+i))
		for k := range row {
			row[k] &= pivots.w[k]
		}
	}
	r = &rest{block: m, first: rank, rows: f.rows, cols: cols, pivots: pivots, lateRows: f.rows[rank:completeRows]}
	for j := range completeCols {
		if !pivots.Bit(j) {
			r.lateCols = append(r.lateCols, cols[j])
		}
	}
	return f, r, nil
}

// forward adds the pivots' rows to the others in a right side.
func (f *front) forward(right Vec) {
	if f.lower.rows == 0 {
		return
	}
	named := f.named(right, f.lower.cols)
	for k, r := range f.rows[len(f.pivots):] {
		if f.lower.Row(k).Dot(named) {
			right.Flip(int(r))
		}
	}
}

// back adds to x, which has the columns without pivot, those of the pivots.
func (f *front) back(right, x Vec) {
	named := f.named(right, len(f.cols))
	for p, c := range f.cols {
		if x.Bit(int(c)) { // the pivots' own are not known yet
			named.Set(p, true)
		}
	}
	first := named.NextOne(0)
	if first < 0 {
		return
	}
	single := named.NextOne(first+1) < 0 // as of most vectors of a null space
	for k, p := range f.pivots {
		row := f.upper.Row(k)
		x.Set(int(f.cols[p]), single && row.Bit(first) || !single && row.Dot(named))
	}
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
func (f *front) lift(y Vec) {
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
