package gf2

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// inBlocks eliminates a matrix in blocks, whatever its size, with leaf nodes in the lowest.
func inBlocks(t interface{ Fatal(...any) }, m *Matrix, paired bool, leaf int) *SparseSystem {
	var twins []int32
	if paired {
		twins = matches(upTo(m.Rows()), upTo(m.Cols()))
	}
	p := planFronts(context.Background(), &sparseMatrix{columns(m), m.Rows()}, twins, leaf, 1<<30)
	s := &SparseSystem{rows: m.Rows(), cols: m.Cols()}
	if err := p.eliminate(context.Background(), s, upTo(m.Rows()), upTo(m.Cols()), 1<<30); err != nil {
		t.Fatal(err)
	}
	return s
}

// Elimination in blocks and dense elimination must agree on everything that has one answer, and the
// answers must hold where there are many.
func TestFrontsAgreeWithDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSparse(t)
		leaf := rapid.SampledFrom([]int{1, 2, 3, 8, 64}).Draw(t, "leaf")
		s := inBlocks(t, m, rapid.Bool().Draw(t, "paired"), leaf)
		checkSystem(t, m, s)
	})
}

// The graph of a plan joins two nodes if the row of one meets the column of the other, and names each neighbour
// once. The border of a part is what it and the parts below it meet above them, each node once;
// the memory that the plan announces is that of blocks of this size.
func TestPlansDescribeTheirMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSparse(t)
		var twins []int32
		if rapid.Bool().Draw(t, "paired") {
			twins = matches(upTo(m.Rows()), upTo(m.Cols()))
		}
		p := planFronts(context.Background(), &sparseMatrix{columns(m), m.Rows()}, twins, rapid.IntRange(1, 9).Draw(t, "leaf"), 1<<30)
		meets := func(v, w int) bool {
			r, c := p.rowOf[v], p.colOf[w]
			return r >= 0 && c >= 0 && m.At(int(r), int(c))
		}
		n := len(p.rowOf)
		joined := func(v, w int) bool { return v != w && (meets(v, w) || meets(w, v)) }
		for v := range n {
			var want []int32
			for w := range n {
				if joined(v, w) {
					want = append(want, int32(w))
				}
			}
			if got := p.graph.Of(v); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
				t.Fatalf("the neighbours of node %d are %v, want %v", v, got, want)
			}
		}
		largest, kept := 0, 0
		within := func(v, part int) bool { // or below it
			for at := int(p.part[v]); at >= 0; at = int(p.tree.parent[at]) {
				if at == part {
					return true
				}
			}
			return false
		}
		for part := range p.border {
			var want []int32
			for _, w := range p.tree.parts.index {
				isBorder := slices.ContainsFunc(p.tree.parts.index, func(v int32) bool { return within(int(v), part) && joined(int(v), int(w)) })
				if isBorder && !within(int(w), part) {
					want = append(want, w)
				}
			}
			slices.Sort(want)
			if !slices.Equal(slices.Sorted(slices.Values(p.border[part])), want) {
				t.Fatalf("the border of part %d is %v, want %v", part, p.border[part], want)
			}
			own := len(p.nodes(part))
			largest, kept = max(largest, (own+len(want))*(own+len(want))), kept+2*own*(own+len(want))
		}
		if p.largest != largest || p.kept != kept {
			t.Fatalf("the largest block has %d bits and %d are kept, want %d and %d", p.largest, p.kept, largest, kept)
		}
	})
}

// Each column has the row of the same number as its twin, if both are there.
func TestTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(label string) []int32 {
			list := rapid.SliceOfNDistinct(rapid.Int32Range(0, 20), 0, 15, rapid.ID[int32]).Draw(t, label)
			slices.Sort(list)
			return list
		}
		rows, cols := some("rows"), some("columns")
		for j, got := range matches(rows, cols) {
			if want := slices.Index(rows, cols[j]); int(got) != want {
				t.Fatalf("the twin of column %d of %v is row %d of %v, want %d", j, cols, got, rows, want)
			}
		}
	})
}

// The ranks of thousands of small matrices, most of them singular: graphs, with and without the diagonal,
// some in several pieces, some without part of their rows (lights that do not matter) or of their columns
// (switches that are locked).
func TestFrontsFindTheRank(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	singular, delayed := 0, 0
	const tries = 3000
	for range tries {
		n := 1 + r.IntN(50)
		m := NewMatrix(n, n)
		self := r.IntN(2) == 0
		for i := range n {
			m.Set(i, i, self)
		}
		for range r.IntN(2 * n) {
			i := r.IntN(n)
			if j := min(n-1, i+1+r.IntN(6)); i != j {
				m.Flip(i, j)
				m.Flip(j, i)
			}
		}
		if r.IntN(3) == 0 {
			for range r.IntN(n) {
				m.Row(r.IntN(n)).Clear()
			}
		}
		if r.IntN(3) == 0 {
			m = withoutColumns(m, r)
		}
		s := inBlocks(t, m, r.IntN(2) == 0, 1+r.IntN(12))
		if want := m.Rank(); s.Rank() != want {
			t.Fatalf("rank %d, not %d, of\n%v", s.Rank(), want, m)
		}
		if s.Nullity() > 0 {
			singular++
		}
		for k := range s.blocks[:len(s.blocks)-1] {
			if b := &s.blocks[k]; len(b.pivots) < b.lower.cols {
				delayed++
			}
		}
	}
	if singular < tries/4 || delayed < tries/4 {
		t.Errorf("%d of %d matrices were singular, and %d blocks left something to the block above", singular, tries, delayed)
	}
}

func withoutColumns(m *Matrix, r *rand.Rand) *Matrix {
	keep := slices.DeleteFunc(upTo(m.Cols()), func(int32) bool { return r.IntN(5) == 0 })
	s := NewMatrix(m.Rows(), len(keep))
	for i := range m.Rows() {
		for j, c := range keep {
			s.Set(i, j, m.At(i, int(c)))
		}
	}
	return s
}

// singularGrid is the matrix of a shuffled grid of 59×59, whose nullity is 22 (OEIS A159257), as columns;
// rows and columns for which drop says so are left out, the rows by leaving them zero.
func singularGrid(drop func(int32) (row, col bool)) (rows int, kept Lists) {
	const n = 59
	full := gridMatrix(n)
	for c := range int32(n * n) {
		if _, col := drop(c); !col {
			Append(&kept, slices.DeleteFunc(slices.Clone(full.Of(int(c))), func(r int32) bool { row, _ := drop(r); return row }))
		}
	}
	return n * n, kept
}

func dense(rows int, lists Lists) *Matrix {
	m := NewMatrix(rows, lists.Len())
	for c := range m.Cols() {
		for _, r := range lists.Of(c) {
			m.Set(int(r), c, true)
		}
	}
	return m
}

// Large graphs are eliminated in blocks, also with locked switches, lights that do not matter, and both.
func TestLargeGraphsAreEliminatedInBlocks(t *testing.T) {
	for name, drop := range map[string]func(int32) (row, col bool){
		"whole":    func(int32) (bool, bool) { return false, false },
		"locked":   func(v int32) (bool, bool) { return false, v%9 == 0 },
		"unheeded": func(v int32) (bool, bool) { return v%50 == 0, false },
		"both":     func(v int32) (bool, bool) { return v%50 == 0, v%31 == 0 },
	} {
		rows, lists := singularGrid(drop)
		s, err := NewSparseSystem(context.Background(), rows, lists, 1<<30)
		if err != nil {
			t.Fatal(name, err)
		}
		if len(s.blocks) < 2 {
			t.Errorf("%s: the core is dense", name)
		}
		if name == "whole" && s.Nullity() != 22 {
			t.Errorf("the nullity is %d", s.Nullity())
		}
		m := dense(rows, lists)
		if want := m.Rank(); s.Rank() != want {
			t.Errorf("%s: rank %d, not %d", name, s.Rank(), want)
		}
		for _, x := range s.RightNull() {
			if !m.MulVec(x).IsZero() {
				t.Fatalf("%s: a quiet pattern changes lights", name)
			}
		}
		r := rand.New(rand.NewPCG(1, 1))
		for _, y := range s.LeftNull() {
			if !vecMul(m, y).IsZero() {
				t.Fatalf("%s: a column meets an invariant an odd number of times", name)
			}
			b := m.MulVec(randomVec(r, m.Cols()))
			b.Flip(y.NextOne(0))
			if _, witness, ok := s.Solve(b); ok || !vecMul(m, witness).IsZero() || !witness.Dot(b) {
				t.Fatalf("%s: no witness for a right side that has no answer", name)
			}
		}
		b := m.MulVec(randomVec(r, m.Cols()))
		if x, _, ok := s.Solve(b); !ok || !m.MulVec(x).Equal(b) {
			t.Errorf("%s: no answer", name)
		}
	}
}

// A graph without small separators, and a matrix that would take too much room in blocks, are eliminated
// as if there were no blocks.
func TestWhatBlocksDoNotSuit(t *testing.T) {
	const n = 3000
	r := rand.New(rand.NewPCG(3, 4))
	m := NewMatrix(n, n)
	for i := range n {
		m.Set(i, i, true)
	}
	for range 5 {
		p := r.Perm(n)
		for k := 0; k < n; k += 2 {
			m.Set(p[k], p[k+1], true)
			m.Set(p[k+1], p[k], true)
		}
	}
	s, err := newSparse(context.Background(), m, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	e := newSparseElimination(sparseOf(m), MaxBits)
	if err := e.run(context.Background(), longRow); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.steps, e.steps) || s.Rank() != m.Rank() {
		t.Errorf("%d steps, not %d; rank %d, not %d", len(s.steps), len(e.steps), s.Rank(), m.Rank())
	}
	rows, lists := singularGrid(func(int32) (bool, bool) { return false, false })
	var core *CoreError
	if _, err := NewSparseSystem(context.Background(), rows, lists, 1000); !errors.As(err, &core) {
		t.Errorf("a grid in 1000 entries: %v", err)
	}
}

// Answers do not depend on the number of cores.
func TestBlocksOnAnyNumberOfCores(t *testing.T) {
	rows, lists := singularGrid(func(int32) (bool, bool) { return false, false })
	var first *SparseSystem
	for _, cores := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(cores)
		s, err := NewSparseSystem(context.Background(), rows, lists, 1<<30)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s
		}
		same := func(a, b []Vec) bool { return slices.EqualFunc(a, b, Vec.Equal) }
		x, _, _ := first.Solve(AllOnes(rows))
		y, _, _ := s.Solve(AllOnes(rows))
		if !x.Equal(y) || !same(first.RightNull(), s.RightNull()) || !same(first.LeftNull(), s.LeftNull()) {
			t.Errorf("%d cores give another answer", cores)
		}
	}
}

// endsAfter is a context that ends once it has been asked so often.
type endsAfter struct {
	context.Context
	left atomic.Int64
}

func (c *endsAfter) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	return context.Canceled
}

// A context that ends stops the elimination wherever it is, with the context's error.
func TestBlocksEndWithTheirContext(t *testing.T) {
	rows, lists := singularGrid(func(int32) (bool, bool) { return false, false })
	stopped := 0
	for asked := int64(0); asked < 1<<20; asked = 2*asked + 1 {
		ctx := &endsAfter{Context: context.Background()}
		ctx.left.Store(asked)
		s, err := NewSparseSystem(ctx, rows, lists, 1<<30)
		if err == nil {
			if s.Nullity() != 22 {
				t.Errorf("asked %d times: nullity %d", asked, s.Nullity())
			}
			break
		}
		stopped++
		if !errors.Is(err, context.Canceled) || s != nil {
			t.Errorf("asked %d times: %v, %v", asked, s, err)
		}
	}
	if stopped < 4 {
		t.Errorf("the context was asked for fewer than %d times", 1<<stopped)
	}
}
