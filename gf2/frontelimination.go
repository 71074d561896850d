package gf2

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// frontElimination eliminates the blocks of a plan, those below before those above.
type frontElimination struct {
	*frontPlan
	ctx     context.Context
	maxCore int
	done    []front
	rest    []*rest // of each part, until the part above has taken it
	failed  atomic.Pointer[CoreError]
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

// frontWorker is what one goroutine needs.
type frontWorker struct {
	*frontElimination
	cores int
	rowAt []int32 // the place of a row in the current block
	colAt []int32
}

// eliminate runs the plan. The error is the context's, or a *CoreError if a block would take more than
// maxCore entries.
func (p *frontPlan) eliminate(ctx context.Context, maxCore int) (*fronts, error) {
	e := &frontElimination{
		frontPlan: p, ctx: ctx, maxCore: maxCore,
		done: make([]front, len(p.tree.Parent)), rest: make([]*rest, len(p.tree.Parent)),
	}
	e.run()
	if c := e.failed.Load(); c != nil {
		return nil, c
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &fronts{rows: p.byRow.rows, cols: p.byRow.cols, list: e.done}
	for t := range e.done {
		s.rank += len(e.done[t].pivots)
		if r := e.rest[t]; r != nil { // nobody is above
			s.zeroRows = append(s.zeroRows, r.lateRows...)
			s.freeCols = append(s.freeCols, r.lateCols...)
		}
	}
	return s, nil
}

// run shares the lower parts of the tree among the cores, whole subtrees to each, and then does the upper
// ones one after the other, each with all cores.
func (e *frontElimination) run() {
	cores := runtime.GOMAXPROCS(0)
	size, first := make([]int, len(e.done)), make([]int, len(e.done)) // of subtrees, which are runs of parts
	var subtrees []int
	small := len(e.part) / (8 * cores)
	for t := range e.done {
		size[t] += len(e.nodes(t))
		if len(e.below[t]) == 0 {
			first[t] = t
		} else {
			first[t] = first[e.below[t][0]]
		}
		if up := e.tree.Parent[t]; up >= 0 {
			size[up] += size[t]
		}
	}
	for t := range e.done {
		if up := e.tree.Parent[t]; size[t] <= small && (up < 0 || size[up] > small) {
			subtrees = append(subtrees, t)
		}
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range cores {
		wg.Go(func() {
			w := e.worker(1)
			for i := int(next.Add(1)) - 1; i < len(subtrees); i = int(next.Add(1)) - 1 {
				for t := first[subtrees[i]]; t <= subtrees[i]; t++ {
					w.do(t)
				}
			}
		})
	}
	wg.Wait()
	w := e.worker(cores)
	for t := range e.done {
		if size[t] > small {
			w.do(t)
		}
	}
}

func (e *frontElimination) worker(cores int) *frontWorker {
	return &frontWorker{frontElimination: e, cores: cores, rowAt: make([]int32, e.byRow.rows), colAt: make([]int32, e.byRow.cols)}
}

// do eliminates part t.
func (w *frontWorker) do(t int) {
	if w.ctx.Err() != nil || w.failed.Load() != nil {
		return
	}
	rows, cols, completeRows, completeCols := w.members(t)
	if len(rows) > 0 && len(cols) > w.maxCore/len(rows) {
		w.failed.Store(&CoreError{Rows: len(rows), Cols: len(cols)})
		return
	}
	m := NewMatrix(len(rows), len(cols))
	w.fill(m, t)
	for _, c := range w.below[t] {
		w.rest[c].addTo(m, w.rowAt, w.colAt)
		w.rest[c] = nil
	}

	e := newElimination(m, completeCols)
	e.among, e.keep = completeRows, true
	e.workers = min(e.workers, w.cores)
	e.stopped = func() bool { return w.ctx.Err() != nil }
	e.run()
	e.store(m)
	w.keep(t, m, e, rows, cols)
}

// members lists the rows and columns of part t's block, the complete ones first, and notes their places.
func (w *frontWorker) members(t int) (rows, cols []int32, completeRows, completeCols int) {
	own, border := w.nodes(t), w.border[t]
	rows, cols = make([]int32, 0, len(own)+len(border)+8), make([]int32, 0, len(own)+len(border)+8)
	add := func(nodes []int32) {
		for _, v := range nodes {
			if r := w.rowOf[v]; r >= 0 {
				rows = append(rows, r)
			}
			if c := w.colOf[v]; c >= 0 {
				cols = append(cols, c)
			}
		}
	}
	add(own)
	for _, c := range w.below[t] {
		rows = append(rows, w.rest[c].lateRows...)
		cols = append(cols, w.rest[c].lateCols...)
	}
	completeRows, completeCols = len(rows), len(cols)
	add(border)
	for i, r := range rows {
		w.rowAt[r] = int32(i)
	}
	for j, c := range cols {
		w.colAt[c] = int32(j)
	}
	return rows, cols, completeRows, completeCols
}

// fill writes the entries of the matrix that belong to part t: those of its rows and columns that belong
// to no part below.
func (w *frontWorker) fill(m *Matrix, t int) {
	part := int32(t)
	for _, v := range w.nodes(t) {
		if r := w.rowOf[v]; r >= 0 {
			row := m.words(int(w.rowAt[r]))
			for _, c := range w.byRow.index[w.byRow.start[r]:w.byRow.start[r+1]] {
				if w.part[w.colNode[c]] >= part {
					j := w.colAt[c]
					row[j/wordBits] |= 1 << (j % wordBits)
				}
			}
		}
		if c := w.colOf[v]; c >= 0 {
			j := w.colAt[c]
			for _, r := range w.byCol.index[w.byCol.start[c]:w.byCol.start[c+1]] {
				if w.part[w.rowNode[r]] > part {
					m.words(int(w.rowAt[r]))[j/wordBits] |= 1 << (j % wordBits)
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
func (w *frontWorker) keep(t int, m *Matrix, e *elimination, rows, cols []int32) {
	rank := len(e.pivots)
	f := &w.done[t]
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
	f.upper = &Matrix{rows: rank, cols: m.cols, stride: m.stride, data: slices.Clone(m.data[:rank*m.stride])}
	f.lower = NewMatrix(m.rows-rank, e.limit)
	for i := range f.lower.rows {
		row := f.lower.words(i)
		copy(row, m.words(rank+i))
		for k := range row {
			row[k] &= pivots.w[k]
		}
	}
	r := &rest{block: m, first: rank, rows: f.rows, cols: cols, pivots: pivots}
	r.lateRows = f.rows[rank:e.among]
	for j := range e.limit {
		if !pivots.Bit(j) {
			r.lateCols = append(r.lateCols, cols[j])
		}
	}
	w.rest[t] = r
}
