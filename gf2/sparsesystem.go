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
// all rows still there; upper(k) are the row's other columns. What was left, the core, is dense, or was
// eliminated in blocks (see fronts); then there may be no steps before it.
//
//	           col of step 0, 1, …      core    free
//	row of 0  ┌ 1 u u u u u u u u u ┬─────────┬──────┐
//	row of 1  │   1 u u u u u u u u │ u u u u │  u   │   u: upper
//	  …       │     …               │         │      │
//	core      │                     │  dense  │      │
//	zero rows │                     │         │      │
//	          └─────────────────────┴─────────┴──────┘
//
// The zero SparseSystem has no matrix, and its methods panic: [NewSparseSystem] makes one.
type SparseSystem struct {
	rows, cols int

	steps []sparseStep
	lists []int32 // all lower and upper lists, one after another

	zeroRows []int32 // rows that became zero before the core
	freeCols []int32 // columns that no row had any more before the core

	coreRows []int32
	coreCols []int32
	core     eliminated
}

// eliminated is what SparseSystem asks of its core.
type eliminated interface {
	Rank() int
	Solve(b Vec) (x, witness Vec, ok bool)
	RightNull() []Vec
	LeftNull() []Vec
}

// sparseStep is one row taken out. Its lists are lists[from:mid] and lists[mid:to].
type sparseStep struct {
	row, col      int32
	from, mid, to int
}

func (s *SparseSystem) lower(k sparseStep) []int32 { return s.lists[k.from:k.mid] }
func (s *SparseSystem) upper(k sparseStep) []int32 { return s.lists[k.mid:k.to] }

// Rank is the rank of a.
func (s *SparseSystem) Rank() int { return len(s.steps) + s.core.Rank() }

// Nullity is the dimension of the space of all x with a·x = 0.
func (s *SparseSystem) Nullity() int { return s.cols - s.Rank() }

// Solve returns ok and an x with a·x = b, or else not ok and a witness that there is none: y with
// yᵀ·a = 0 and y·b = 1. The other of the two is the zero Vec. It costs one pass over the lists.
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
	for _, r := range s.zeroRows {
		if right.Bit(int(r)) {
			return Vec{}, s.lift(VecOf(s.rows, int(r))), false
		}
	}
	coreRight := NewVec(len(s.coreRows))
	for i, r := range s.coreRows {
		coreRight.Set(i, right.Bit(int(r)))
	}
	coreX, coreWitness, ok := s.core.Solve(coreRight)
	if !ok {
		return Vec{}, s.lift(spread(coreWitness, s.rows, s.coreRows)), false
	}
	return s.back(right, spread(coreX, s.cols, s.coreCols)), Vec{}, true
}

// spread is a vector of length n with the bits of v at the given places.
func spread(v Vec, n int, places []int32) Vec {
	wide := NewVec(n)
	for i := range v.Ones() {
		wide.Set(int(places[i]), true)
	}
	return wide
}

// back adds to x, which has the columns of the core and the free ones, those of the steps.
func (s *SparseSystem) back(right, x Vec) Vec {
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

// RightNull returns a basis of all x with a·x = 0: first one vector for each column that was free
// before the core, then one for each of the core's.
func (s *SparseSystem) RightNull() []Vec {
	none, basis := NewVec(s.rows), units(s.cols, s.freeCols)
	for _, v := range s.core.RightNull() {
		basis = append(basis, spread(v, s.cols, s.coreCols))
	}
	for _, x := range basis {
		s.back(none, x)
	}
	return basis
}

// LeftNull returns a basis of all y with yᵀ·a = 0: first one vector for each row that became zero
// before the core, then one for each of the core's.
func (s *SparseSystem) LeftNull() []Vec {
	basis := units(s.rows, s.zeroRows)
	for _, v := range s.core.LeftNull() {
		basis = append(basis, spread(v, s.rows, s.coreRows))
	}
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
	if blocks, err := s.inFronts(ctx, e, columns, maxCore); blocks != nil || err != nil {
		return blocks, err
	}
	if e == nil {
		e = newSparseElimination(columns.transposed(), maxCore)
	}
	if err := e.run(ctx, longRow); err != nil {
		return nil, err
	}
	s.take(e)
	core, err := e.core(s.coreRows, s.coreCols, maxCore)
	if err != nil {
		return nil, err
	}
	s.core, err = NewSystem(ctx, core)
	return s, err
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

// take notes what the steps have done so far.
func (s *SparseSystem) take(e *sparseElimination) {
	s.steps, s.lists, s.zeroRows = e.steps, e.lists, e.zeroRows
	s.coreRows, s.coreCols, s.freeCols = e.left()
}

// inFronts is s with what is left after the steps so far, if any, eliminated in blocks; nil if that would
// not pay.
func (s *SparseSystem) inFronts(ctx context.Context, e *sparseElimination, columns *sparseMatrix,
	maxCore int) (*SparseSystem, error) {
	n := min(s.rows, s.cols)
	if e != nil {
		n = e.live
	}
	if n < fewNodes {
		return nil, nil
	}
	t := &SparseSystem{rows: s.rows, cols: s.cols}
	left := columns
	if e == nil {
		t.coreRows, t.coreCols = upTo(s.rows), upTo(s.cols)
	} else {
		t.take(e)
		left = e.sparseCore(t.coreRows, t.coreCols)
	}
	var twins []int32 // a node of a graph is a row and the column of the same number
	if columns.Len() == columns.cols {
		twins = matches(t.coreRows, t.coreCols)
	}
	p := planFronts(ctx, left, twins, leafNodes, n/narrow)
	if p == nil || p.largest > maxCore || p.kept > maxCore {
		return nil, ctx.Err()
	}
	core, err := p.eliminate(ctx, maxCore)
	if err != nil {
		return nil, err
	}
	t.core = core
	return t, nil
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
