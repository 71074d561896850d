package gf2

import (
	"context"
	"math/bits"
	"slices"
)

// frontElimination eliminates the blocks of a plan, those below before those above.
type frontElimination struct {
	*frontPlan
	rest  []*rest // of each part, until the part above has taken it
	rowAt []int32 // the place of a row in the current block
	colAt []int32
}

// eliminate runs the plan, one block after the other, each with all cores, and adds the blocks to a system, where the
// plan's rows and columns have these numbers. The error is the context's, or a *CoreError if a block would take more
// than maxCore entries.
func (p *frontPlan) eliminate(ctx context.Context, s *SparseSystem, rows, cols []int32, maxCore int) error {
	e := &frontElimination{
		frontPlan: p, rest: make([]*rest, len(p.tree.parent)),
		rowAt: make([]int32, p.byRow.Len()), colAt: make([]int32, p.byRow.cols),
	}
	s.blocks = make([]front, len(p.tree.parent))
	for t := range s.blocks {
		if err := e.do(ctx, t, &s.blocks[t], maxCore); err != nil {
			return err
		}
		s.rank += len(s.blocks[t].pivots)
		if e.tree.parent[t] < 0 {
			s.zeroRows = append(s.zeroRows, renumbered(slices.Clone(e.rest[t].lateRows), rows)...)
			s.freeCols = append(s.freeCols, renumbered(e.rest[t].lateCols, cols)...)
		}
	}
	for _, f := range s.blocks {
		renumbered(f.rows, rows)
		renumbered(f.cols, cols)
	}
	return nil
}

// renumbered gives what a list names its number.
func renumbered(list, number []int32) []int32 {
	for i, x := range list {
		list[i] = number[x]
	}
	return list
}

// do eliminates part t.
func (e *frontElimination) do(ctx context.Context, t int, f *front, maxCore int) (err error) {
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
	*f, e.rest[t], err = newFront(ctx, m, rows, cols, completeRows, completeCols)
	if err == nil {
		f.upper.data = slices.Clone(f.upper.data) // so that the block can be given back
	}
	return err
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
