package gf2

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// columns lists the ones of a dense matrix, column by column.
func columns(m *Matrix) (lists Lists) {
	t := transposed(m)
	for j := range m.Cols() {
		Append(&lists, t.Row(j).Indices())
	}
	return lists
}

func newSparse(ctx context.Context, m *Matrix, maxCore int) (*SparseSystem, error) {
	return NewSparseSystem(ctx, m.Rows(), columns(m), maxCore)
}

func indices32(v Vec) []int32 {
	var list []int32
	for i := range v.Ones() {
		list = append(list, int32(i))
	}
	return list
}

// drawSparse is a matrix with a few ones in each row, sometimes symmetric, sometimes with many.
func drawSparse(t *rapid.T) *Matrix {
	rows := rapid.IntRange(0, 90).Draw(t, "rows")
	cols := rapid.IntRange(0, 90).Draw(t, "cols")
	perRow := rapid.IntRange(0, 6).Draw(t, "ones per row")
	symmetric := rapid.Bool().Draw(t, "symmetric")
	if symmetric {
		cols = rows
	}
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	m := NewMatrix(rows, cols)
	for i := range rows {
		for range perRow {
			if cols == 0 {
				break
			}
			j := r.IntN(cols)
			m.Set(i, j, true)
			if symmetric {
				m.Set(j, i, true)
				m.Set(i, i, true)
			}
		}
	}
	return m
}

// star is the columns of a star with n nodes, the first in the middle.
func star(n int) (lists Lists) {
	Append(&lists, upTo(n))
	for j := 1; j < n; j++ {
		Append(&lists, []int{0, j})
	}
	return lists
}

func sparseOf(m *Matrix) *sparseMatrix {
	return (&sparseMatrix{columns(m), m.Rows()}).transposed()
}

// Rows that are kept as sets change how fast the elimination is, and nothing else.
func TestHubsChangeNoStep(t *testing.T) {
	m := NewMatrix(60, 3*longRow) // the last row stays too long to be taken
	for i := range m.Rows() {
		m.Set(i, i, true)
		m.Set(i, i+1, true)
	}
	addHub(m, m.Rows()-1)
	if hubsChangeNoStep(t, m) == 0 {
		t.Fatal("no row was long enough")
	}
	rapid.Check(t, func(t *rapid.T) {
		m := drawSparse(t)
		for range rapid.IntRange(0, 3).Draw(t, "hubs") {
			if m.Rows() > 0 {
				addHub(m, rapid.IntRange(0, m.Rows()-1).Draw(t, "hub"))
			}
		}
		hubsChangeNoStep(t, m)
	})
}

// addHub gives a row two ones in three.
func addHub(m *Matrix, row int) {
	for j := range m.Cols() {
		m.Set(row, j, j%3 > 0)
	}
}

// hubsChangeNoStep eliminates with and without sets, and returns how often sets were used.
func hubsChangeNoStep(t interface{ Fatalf(string, ...any) }, m *Matrix) (used int) {
	plain, fast := newSparseElimination(sparseOf(m), MaxBits), newSparseElimination(sparseOf(m), MaxBits)
	plain.long, fast.long = 1<<30, 17
	for _, e := range []*sparseElimination{plain, fast} {
		if err := e.run(context.Background(), longRow); err != nil {
			t.Fatalf("%v", err)
		}
	}
	used = len(fast.sets)
	if !slices.Equal(plain.steps, fast.steps) || !slices.Equal(plain.lists, fast.lists) || !slices.Equal(plain.zeroRows, fast.zeroRows) {
		t.Fatalf("%d steps and %d, or others", len(plain.steps), len(fast.steps))
	}
	for i := range m.Rows() {
		if i := int32(i); !plain.taken[i] && !slices.Equal(plain.row[i], fast.list(i)) {
			t.Fatalf("row %d is %v, and %v", i, plain.row[i], fast.row[i])
		}
	}
	return used
}

// A star takes work in proportion to its nodes: its middle is not moved for every other node.
func TestStarIsLinear(t *testing.T) {
	for _, n := range []int{2_000, 20_000, 200_000} {
		e := newSparseElimination((&sparseMatrix{star(n), n}).transposed(), MaxBits)
		if err := e.run(context.Background(), longRow); err != nil {
			t.Fatal(err)
		}
		if e.moved > 40*n { // quadratic work would be n²/2
			t.Errorf("%d nodes: %d ones moved", n, e.moved)
		}
	}
	s, err := NewSparseSystem(context.Background(), 4001, star(4001), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if s.Rank() != 4001 { // the middle and its 4,000 neighbours: an even number of them cancels
		t.Errorf("rank %d", s.Rank())
	}
	if x, _, ok := s.Solve(AllOnes(4001)); !ok || !slices.Equal(x.Indices(), []int{0}) {
		t.Errorf("all on: %d presses, not the middle", x.Weight())
	}
}

// A context that ends stops the dense elimination between two strips of one round.
func TestDenseEliminationEndsWithItsContext(t *testing.T) {
	m := randomMatrix(rand.New(rand.NewPCG(1, 2)), 2048, 2048)
	for _, after := range []int64{1, 2, 5, 9} {
		var asked atomic.Int64
		e := newElimination(m, m.Cols())
		e.keep = true
		e.stopped = func() bool { return asked.Add(1) > after }
		e.run()
		if len(e.pivots) > 64*int(after) { // no more panels than were asked for
			t.Errorf("stopped at the %d. question, but %d pivots were found", after, len(e.pivots))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewSystem(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// The sparse route and the dense one must agree on everything that has one answer, and their
// answers must hold where there are many.
func TestSparseSystemAgreesWithDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSparse(t)
		a := sparseOf(m)
		for i := range m.Rows() {
			if !slices.Equal(a.Of(i), indices32(m.Row(i))) {
				t.Fatalf("row %d changed on its way through its lists", i)
			}
		}
		s, err := newSparse(context.Background(), m, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		checkSystem(t, m, s)
	})
}

// checkSystem holds a sparse system against the dense one.
func checkSystem(t *rapid.T, m *Matrix, s *SparseSystem) {
	d := newSystem(m)
	if s.Rank() != d.Rank() || s.Nullity() != d.Nullity() {
		t.Fatalf("rank %d and %d, nullity %d and %d", s.Rank(), d.Rank(), s.Nullity(), d.Nullity())
	}
	b := NewVec(m.Rows())
	for i := range b.Len() {
		b.Set(i, rapid.Bool().Draw(t, "b"))
	}
	checkSparseSolve(t, m, s, d, b)
	hidden := NewVec(m.Cols())
	for j := range hidden.Len() {
		hidden.Set(j, rapid.Bool().Draw(t, "x"))
	}
	checkSparseSolve(t, m, s, d, m.MulVec(hidden))
	checkNull(t, s.RightNull(), s.Nullity(), m.Cols(), func(v Vec) Vec { return m.MulVec(v) })
	checkNull(t, s.LeftNull(), m.Rows()-s.Rank(), m.Rows(), func(v Vec) Vec { return vecMul(m, v) })
}

func checkSparseSolve(t *rapid.T, m *Matrix, s *SparseSystem, d *System, b Vec) {
	x, y, ok := s.Solve(b)
	if _, _, want := d.Solve(b); ok != want {
		t.Fatalf("solvable %v by the sparse route, %v by the dense one", ok, want)
	}
	if ok && !m.MulVec(x).Equal(b) {
		t.Fatalf("%v is no solution", x)
	}
	if !ok && (!vecMul(m, y).IsZero() || !y.Dot(b)) {
		t.Fatalf("%v is no witness", y)
	}
}

// checkNull requires a basis of the right size whose vectors are independent and vanish.
func checkNull(t *rapid.T, basis []Vec, dim, length int, times func(Vec) Vec) {
	if len(basis) != dim {
		t.Fatalf("%d vectors, the dimension is %d", len(basis), dim)
	}
	all := NewMatrix(len(basis), length)
	for i, v := range basis {
		if !times(v).IsZero() {
			t.Fatalf("%v is not in the null space", v)
		}
		copy(all.Row(i).Words(), v.Words())
	}
	if all.Rank() != dim {
		t.Fatalf("%d vectors of rank %d", dim, all.Rank())
	}
}

func TestSparseSystemKeepsToItsLimits(t *testing.T) {
	m := randomMatrix(rand.New(rand.NewPCG(1, 2)), 200, 200)
	var core *CoreError
	if _, err := newSparse(context.Background(), m, 1000); !errors.As(err, &core) || core.Rows < 100 {
		t.Errorf("a dense matrix of 200×200 in 1000 entries: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newSparse(ctx, m, 1<<20); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %v", err)
	}
}

// gridMatrix is the closed neighbourhood matrix of an n×n grid with its nodes renamed at random, so
// that only the graph is left of it.
func gridMatrix(n int) (lists Lists) {
	g := shuffledGrid(n, n)
	for v := range n * n {
		Append(&lists, slices.Sorted(slices.Values(append(g.Of(v), int32(v)))))
	}
	return lists
}

// What decides how a matrix is eliminated changes no result, only time and memory: it is tested by itself.
func TestWhatDecidesTheElimination(t *testing.T) {
	lengths := func(list ...int) *sparseMatrix {
		m := &sparseMatrix{cols: 100}
		for _, n := range list {
			Append(&m.Lists, upTo(n))
		}
		return m
	}
	eighth := slices.Repeat([]int{shortRow, 5, 5, 5, 5, 5, 5, 5}, 10)
	if !lengths(eighth...).manyShort() {
		t.Error("an eighth of the rows are short")
	}
	eighth[0]++
	if lengths(eighth...).manyShort() {
		t.Error("less than an eighth of the rows are short")
	}
	e := &sparseElimination{live: 2000}
	for _, c := range []struct {
		ones, rows int
		want       bool
	}{{40, 50, true}, {41, 50, false}, {0, 1 << 20, true}, {1 << 20, 0, true}} {
		if e.pays(c.ones, c.rows) != c.want {
			t.Errorf("a row of %d ones added to %d others pays: %v", c.ones, c.rows, !c.want)
		}
	}
	for _, c := range []struct {
		long, pivot, moved int
		set                bool
	}{{32, 2, 34, true}, {33, 2, 34, false}, {32, 3, 35, false}} {
		e := newSparseElimination(lengths(32, 2, 3), MaxBits)
		e.long = c.long
		if e.add(0, upTo(c.pivot)); (e.sets[0] != nil) != c.set || e.moved != c.moved || e.length(0) != 32-c.pivot {
			t.Errorf("%+v: a set %v, %d ones moved, %d left", c, e.sets[0] != nil, e.moved, e.length(0))
		}
	}
	e = newSparseElimination(lengths(2, 2), MaxBits)
	if _, err := e.core(upTo(2), upTo(2), 4); err != nil {
		t.Error(err)
	}
	var large *CoreError
	if _, err := e.core(upTo(2), upTo(2), 3); !errors.As(err, &large) {
		t.Errorf("2 rows and 2 columns within 3 entries: %v", err)
	}
	var q fifo
	for i := range int32(10_000) {
		if q.push(i); q.len() > 3 && q.pop() != i-3 {
			t.Fatal("a queue out of order")
		}
		if len(q.items) > 140 || q.len() != min(int(i)+1, 3) {
			t.Fatalf("%d items are kept for %d", len(q.items), q.len())
		}
	}
}

// On random graphs rows grow together. Their lists take no more memory than is said, and what is left is dense or refused.
func TestListsStayWithinTheirRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 40_000
	lists := ListsOf(n, func(put func(i, j int)) {
		for i := range n {
			put(i, i)
			for k, step := 0, 1+r.IntN(n/4); k < 3; k++ {
				put(i, (i+step+k*n/4)%n)
			}
		}
	})
	e := newSparseElimination((&sparseMatrix{lists, n}).transposed(), 0)
	if err := e.run(context.Background(), longRow); err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, rows := range e.col {
		listed += len(rows)
	}
	if e.room >= 0 || listed > 4*n+leastRoom+1000 {
		t.Errorf("%d rows are listed, with room for %d more", listed, e.room)
	}
	var core *CoreError
	if _, err := NewSparseSystem(context.Background(), n, lists, 1<<20); !errors.As(err, &core) {
		t.Errorf("got %v, want a CoreError", err)
	}
}
