package gf2

import (
	"context"
	"math/bits"
	"slices"
)

// frontElimination eliminates the blocks of a plan, those below before those above.
type frontElimination struct {
	*frontPlan
	ctx   context.Context
	done  []front
	rest  []*rest // of each part, until the part above has taken it
	rowAt []int32 // the place of a row in the current block
	colAt []int32
}

// rest is what a block hands to the block above: rows and columns without pivot.
type rest struct {
	block    *Matrix // as eliminated; only the rows from first on, and no pivot columns
	first    int
	rows     []int32 // of the block
	cols     []int32
	pivots   Vec     // places of the pivot columns
	lateRows []int32 // the complete ones among them
	lateCols []int32
}

// eliminate runs the plan, one block after the other, each with all cores. The error is the context's, or a
// *CoreError if a block would take more than maxCore entries.
func (p *frontPlan) eliminate(ctx context.Context, maxCore int) (*fronts, error) {
	e := &frontElimination{
		frontPlan: p, ctx: ctx, done: make([]front, len(p.tree.parent)), rest: make([]*rest, len(p.tree.parent)),
		rowAt: make([]int32, p.byRow.Len()), colAt: make([]int32, p.byRow.cols),
	}
	s := &fronts{rows: p.byRow.Len(), cols: p.byRow.cols, list: e.done}
	for t := range e.done {
		if err := e.do(t, maxCore); err != nil {
			return nil, err
		}
		s.rank += len(e.done[t].pivots)
		if e.tree.parent[t] < 0 {
			s.zeroRows = append(s.zeroRows, e.rest[t].lateRows...)
			s.freeCols = append(s.freeCols, e.rest[t].lateCols...)
		}
	}
	return s, nil
}

// do eliminates part t.
func (e *frontElimination) do(t, maxCore int) error {
	rows, cols, completeRows, completeCols := e.members(t)
	if len(rows) > 0 && len(cols) > maxCore/len(rows) {
		return &CoreError{Rows: len(rows), Cols: len(cols)}
	}
	m := NewMatrix(len(rows), len(cols))
	e.fill(m, t)
	for _, c := range e.below[t] {
		e.rest[c].addTo(m, e.rowAt, e.colAt)
		e.rest[c] = nil
	}

	dense := newElimination(m, completeCols)
	dense.among, dense.keep = completeRows, true
	dense.stopped = func() bool { return e.ctx.Err() != nil }
	dense.run()
	if err := e.ctx.Err(); err != nil {
		return err
	}
	dense.store(m)
	e.keep(t, m, dense, rows, cols)
	return nil
}

// members lists the rows and columns of part t's block, the complete ones first, and notes their places.
func (e *frontElimination) members(t int) (rows, cols []int32, completeRows, completeCols int) {
	own, border := e.nodes(t), e.border[t]
	rows, cols = make([]int32, 0, len(own)+len(border)+8), make([]int32, 0, len(own)+len(border)+8)
	add := func(nodes []int32) {
		for _, v := range nodes {
			if r := e.rowOf[v]; r >= 0 {
				rows = append(rows, r)
			}
			if c := e.colOf[v]; c >= 0 {
				cols = append(cols, c)
			}
		}
	}
	add(own)
	for _, c := range e.below[t] {
		rows = append(rows, e.rest[c].lateRows...)
		cols = append(cols, e.rest[c].lateCols...)
	}
	completeRows, completeCols = len(rows), len(cols)
	add(border)
	for i, r := range rows {
		e.rowAt[r] = int32(i)
	}
	for j, c := range cols {
		e.colAt[c] = int32(j)
	}
	return rows, cols, completeRows, completeCols
}

// fill writes the entries of the matrix that belong to part t: those of its rows and columns that belong
// to no part below.
func (e *frontElimination) fill(m *Matrix, t int) {
	part := int32(t)
	for _, v := range e.nodes(t) {
		if r := e.rowOf[v]; r >= 0 {
			row := m.words(int(e.rowAt[r]))
			for _, c := range e.byRow.Of(int(r)) {
				if e.part[e.colNode[c]] >= part {
					j := e.colAt[c]
					row[j/wordBits] |= 1 << (j % wordBits)
				}
			}
		}
		if c := e.colOf[v]; c >= 0 {
			j := e.colAt[c]
			for _, r := range e.byCol.Of(int(c)) {
				if e.part[e.rowNode[r]] > part {
					m.words(int(e.rowAt[r]))[j/wordBits] |= 1 << (j % wordBits)
				}
			}
		}
	}
}

// addTo adds the rest to the block above.
func (r *rest) addTo(m *Matrix, rowAt, colAt []int32) {
	for i := r.first; i < len(r.rows); i++ {
		to := m.words(int(rowAt[r.rows[i]]))
		for k, w := range r.block.words(i) {
			for w &^= r.pivots.w[k]; w != 0; w &= w - 1 {
				at := colAt[r.cols[k*wordBits+bits.TrailingZeros64(w)]]
				to[at/wordBits] ^= 1 << (at % wordBits)
			}
		}
	}
}

// keep stores what is needed of an eliminated block.
func (e *frontElimination) keep(t int, m *Matrix, dense *elimination, rows, cols []int32) {
	rank := len(dense.pivots)
	f := &e.done[t]
	f.cols, f.rows = cols, make([]int32, len(rows))
	for i, k := range dense.order {
		f.rows[i] = rows[k]
	}
	f.pivots = make([]int32, rank)
	pivots := NewVec(len(cols))
	for k, c := range dense.pivots {
		f.pivots[k] = int32(c)
		pivots.Set(c, true)
	}
	f.upper = &Matrix{rows: rank, cols: m.cols, stride: m.stride, data: slices.Clone(m.data[:rank*m.stride])}
	f.lower = NewMatrix(m.rows-rank, dense.limit)
	for i := range f.lower.rows {
		row := f.lower.words(i)
		copy(row, m.words(rank+i))
		for k := range row {
			row[k] &= pivots.w[k]
		}
	}
	r := &rest{block: m, first: rank, rows: f.rows, cols: cols, pivots: pivots}
	r.lateRows = f.rows[rank:dense.among]
	for j := range dense.limit {
		if !pivots.Bit(j) {
			r.lateCols = append(r.lateCols, cols[j])
		}
	}
	e.rest[t] = r
}
