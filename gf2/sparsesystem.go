package gf2

import (
	"context"
	"fmt"
)

// SparseSystem answers the questions of [System] for a sparse matrix a. It is immutable and safe for
// concurrent use.
//
// It was made by taking rows out one by one (see sparseElimination): step k took row steps[k].row
// and its column steps[k].col, adding the row to the rows lower(k), so that the column vanished from
// all rows still there; upper(k) are the row's other columns. What was left was eliminated in dense blocks
// (see front), or as a single one, the core; there may be no steps before them.
//
//	           col of step 0, 1, …      blocks    free
//	row of 0  ┌ 1 u u u u u u u u u ┬─────────┬──────┐
//	row of 1  │   1 u u u u u u u u │ u u u u │  u   │   u: upper
//	  …       │     …               │         │      │
//	blocks    │                     │  dense  │      │
//	zero rows │                     │         │      │
//	          └─────────────────────┴─────────┴──────┘
//
// The zero SparseSystem has no matrix, and its methods panic: [NewSparseSystem] makes one.
type SparseSystem struct {
	rows, cols int

	steps []sparseStep
	lists []int32 // all lower and upper lists, one after another

	blocks []front // each before those that take its rest
	rank   int     // of the blocks

	zeroRows []int32 // rows that became zero
	freeCols []int32 // columns without pivot
}

// sparseStep is one row taken out. Its lists are lists[from:mid] and lists[mid:to].
type sparseStep struct {
	row, col      int32
	from, mid, to int
}

func (s *SparseSystem) lower(k sparseStep) []int32 { return s.lists[k.from:k.mid] }
func (s *SparseSystem) upper(k sparseStep) []int32 { return s.lists[k.mid:k.to] }

// Rank is the rank of a.
func (s *SparseSystem) Rank() int { return len(s.steps) + s.rank }

// Nullity is the dimension of the space of all x with a·x = 0.
func (s *SparseSystem) Nullity() int { return s.cols - s.Rank() }

// Solve returns ok and an x with a·x = b, or else not ok and a witness that there is none: y with
// yᵀ·a = 0 and y·b = 1. The other of the two is the zero Vec. It costs one pass over the lists and blocks.
func (s *SparseSystem) Solve(b Vec) (x, witness Vec, ok bool) {
	if b.n != s.rows {
		panic(fmt.Sprintf("gf2: %d rows against a right side of length %d", s.rows, b.n))
	}
	right := b.Clone()
	for _, k := range s.steps {
		if right.Bit(int(k.row)) {
			for _, r := range s.lower(k) {
				right.Flip(int(r))
			}
		}
	}
	for i := range s.blocks {
		s.blocks[i].forward(right)
	}
	for _, r := range s.zeroRows {
		if right.Bit(int(r)) {
			return Vec{}, s.lift(VecOf(s.rows, int(r))), false
		}
	}
	return s.back(right, NewVec(s.cols)), Vec{}, true
}

// back adds to x, which has the free columns, those of the pivots.
func (s *SparseSystem) back(right, x Vec) Vec {
	for i := len(s.blocks) - 1; i >= 0; i-- {
		s.blocks[i].back(right, x)
	}
	for n := len(s.steps) - 1; n >= 0; n-- {
		k := s.steps[n]
		odd := right.Bit(int(k.row))
		for _, c := range s.upper(k) {
			odd = odd != x.Bit(int(c))
		}
		x.Set(int(k.col), odd)
	}
	return x
}

// lift turns a set of rows that add up to zero in the eliminated matrix into one that does so in a.
func (s *SparseSystem) lift(y Vec) Vec {
	for i := len(s.blocks) - 1; i >= 0; i-- {
		s.blocks[i].lift(y)
	}
	for n := len(s.steps) - 1; n >= 0; n-- {
		k := s.steps[n]
		odd := false
		for _, r := range s.lower(k) {
			odd = odd != y.Bit(int(r))
		}
		if odd {
			y.Flip(int(k.row))
		}
	}
	return y
}

// RightNull returns a basis of all x with a·x = 0: one vector for each column that no step and no block has as
// a pivot, those that were free before the blocks first.
func (s *SparseSystem) RightNull() []Vec {
	none, basis := NewVec(s.rows), units(s.cols, s.freeCols)
	for _, x := range basis {
		s.back(none, x)
	}
	return basis
}

// LeftNull returns a basis of all y with yᵀ·a = 0: one vector for each row that became zero, those before the
// blocks first.
func (s *SparseSystem) LeftNull() []Vec {
	basis := units(s.rows, s.zeroRows)
	for _, y := range basis {
		s.lift(y)
	}
	return basis
}

// units are the vectors of length n with a single one, at each of the places.
func units(n int, places []int32) []Vec {
	list := make([]Vec, len(places))
	for i, p := range places {
		list[i] = VecOf(n, int(p))
	}
	return list
}

// NewSparseSystem eliminates the matrix with the given number of rows whose column j has its ones at
// the rows of list j, each named once. The lists stay the caller's. It fails if the
// context ends, or if what cannot be kept sparse would take more than maxCore entries as a dense
// matrix; the error is then a *[CoreError], and little memory was taken.
func NewSparseSystem(ctx context.Context, rows int, lists Lists, maxCore int) (*SparseSystem, error) {
	columns := &sparseMatrix{lists, rows}
	s := &SparseSystem{rows: rows, cols: columns.Len()}
	var e *sparseElimination
	if columns.manyShort() || min(s.rows, s.cols) < fewNodes {
		e = newSparseElimination(columns.transposed(), maxCore)
		if err := e.runShort(ctx); err != nil {
			return nil, err
		}
	}
	switch done, err := s.inFronts(ctx, e, columns, maxCore); {
	case err != nil:
		return nil, err
	case done:
		return s, nil
	}
	if e == nil {
		e = newSparseElimination(columns.transposed(), maxCore)
	}
	if err := e.run(ctx, longRow); err != nil {
		return nil, err
	}
	coreRows, coreCols := s.take(e)
	core, err := e.core(coreRows, coreCols, maxCore)
	if err != nil {
		return nil, err
	}
	f, left, err := newFront(ctx, core, coreRows, coreCols, len(coreRows), len(coreCols))
	if err != nil {
		return nil, err
	}
	s.blocks, s.rank = []front{f}, len(f.pivots)
	s.zeroRows, s.freeCols = append(s.zeroRows, left.lateRows...), append(s.freeCols, left.lateCols...)
	return s, nil
}

const (
	// shortRow is the length of rows that are taken out one by one before blocks are tried: their nodes have
	// up to three neighbours. Where there are many, as in trees, cacti, roads and random triangulations, that
	// is fastest; on other graphs it would only be one more pass.
	shortRow = 4
	// fewNodes is the size below which blocks do not pay.
	fewNodes = 2000
	// leafNodes is the size of the lowest blocks: one word for each row. With 32 shuffled grids took a tenth
	// longer, with 128 as long.
	leafNodes = 64
	// narrow is the part of a graph that its first separator may be. In random cubic graphs it is about a
	// seventh, and blocks would take longer than what they replace.
	narrow = 10
)

// manyShort reports whether there are so many short rows that they should be taken out one by one: at
// least an eighth.
func (m *sparseMatrix) manyShort() bool {
	short := 0
	for i := range m.Len() {
		if len(m.Of(i)) <= shortRow {
			short++
		}
	}
	return short >= m.Len()/8
}

// take notes what the steps have done so far, and says which rows and columns are left.
func (s *SparseSystem) take(e *sparseElimination) (rows, cols []int32) {
	s.steps, s.lists, s.zeroRows = e.steps, e.lists, e.zeroRows
	rows, cols, s.freeCols = e.left()
	return rows, cols
}

// inFronts eliminates what is left after the steps so far, if any, in blocks, unless that would not pay.
func (s *SparseSystem) inFronts(ctx context.Context, e *sparseElimination, columns *sparseMatrix, maxCore int) (
	done bool, err error) {
	n := min(s.rows, s.cols)
	if e != nil {
		n = e.live
	}
	if n < fewNodes {
		return false, nil
	}
	t, left := *s, columns
	rows, cols := upTo(s.rows), upTo(s.cols)
	if e != nil {
		rows, cols = t.take(e)
		left = e.sparseCore(rows, cols)
	}
	var twins []int32 // a node of a graph is a row and the column of the same number
	if columns.Len() == columns.cols {
		twins = matches(rows, cols)
	}
	p := planFronts(ctx, left, twins, leafNodes, n/narrow)
	if p == nil || p.largest > maxCore || p.kept > maxCore {
		return false, ctx.Err()
	}
	if err := p.eliminate(ctx, &t, rows, cols, maxCore); err != nil {
		return false, err
	}
	*s = t
	return true, nil
}

// matches tells for each of cols where the same number stands in rows, or -1. Both are ascending.
func matches(rows, cols []int32) []int32 {
	list := make([]int32, len(cols))
	i := 0
	for j, c := range cols {
		for i < len(rows) && rows[i] < c {
			i++
		}
		list[j] = -1
		if i < len(rows) && rows[i] == c {
			list[j] = int32(i)
		}
	}
	return list
}

// upTo is 0, 1, … n-1.
func upTo(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// CoreError says that a matrix could not be kept sparse.
type CoreError struct {
	Rows, Cols int // what is left after the sparse steps
}

func (e *CoreError) Error() string {
	return fmt.Sprintf("elimination leaves a dense core of %d×%d", e.Rows, e.Cols)
}
