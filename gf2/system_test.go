package gf2

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// newSystem is NewSystem that is never cancelled.
func newSystem(a *Matrix) *System {
	s, err := NewSystem(context.Background(), a)
	if err != nil {
		panic(err)
	}
	return s
}

// span returns the reduced form of the space spanned by vectors of length n, without zero rows: two
// lists span the same space just when these are equal.
func span(n int, basis []Vec) *Matrix {
	m := NewMatrix(len(basis), n)
	for i, v := range basis {
		copy(m.words(i), v.w)
	}
	m.Reduce()
	return m
}

func TestNullSpaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyMatrix(t, "matrix")
		s := newSystem(a)
		reduced := a.Clone()
		pivots := reduced.Reduce()

		tr := transposed(a)
		right, left := a.RightNull(), tr.RightNull()
		if len(right) != a.Cols()-len(pivots) || len(left) != a.Rows()-len(pivots) {
			t.Fatalf("rank %d of %d×%d, null spaces of dimension %d and %d",
				len(pivots), a.Rows(), a.Cols(), len(right), len(left))
		}
		for _, x := range right {
			if !a.MulVec(x).IsZero() {
				t.Fatal("a·x ≠ 0 for a right null vector")
			}
		}
		for _, y := range left {
			if !vecMul(a, y).IsZero() {
				t.Fatal("yᵀ·a ≠ 0 for a left null vector")
			}
		}
		if span(a.Cols(), right).Rank() != len(right) || span(a.Rows(), left).Rank() != len(left) {
			t.Fatal("null vectors depend on one another")
		}
		requireOwnColumns(t, a.Cols(), right, pivots)
		requireOwnColumns(t, a.Rows(), left, tr.Reduce())

		if s.Rank() != len(pivots) || s.Nullity() != len(right) || !slices.Equal(s.pivots, pivots) {
			t.Fatal("the system has another rank or other pivots")
		}
		if !slices.EqualFunc(s.RightNull(), right, Vec.Equal) {
			t.Fatal("the system has another right null basis")
		}
		if !span(a.Rows(), s.LeftNull()).Equal(span(a.Rows(), left)) {
			t.Fatal("the system has another left null space")
		}
	})
}

// requireOwnColumns checks the form that RightNull promises.
func requireOwnColumns(t *rapid.T, n int, basis []Vec, pivots []int) {
	free := 0
	for i, v := range basis {
		for slices.Contains(pivots, free) {
			free++
		}
		for j := range v.Ones() {
			if j > free || j < free && !slices.Contains(pivots, j) {
				t.Fatalf("vector %d of the free column %d has a one at %d", i, free, j)
			}
		}
		if !v.Bit(free) {
			t.Fatalf("vector %d is zero at its free column %d", i, free)
		}
		if free++; v.Len() != n {
			t.Fatalf("vector %d has length %d, not %d", i, v.Len(), n)
		}
	}
}

func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyMatrix(t, "matrix")
		b := anyVec(t, a.Rows(), "b")
		if rapid.Bool().Draw(t, "solvable") {
			b = a.MulVec(anyVec(t, a.Cols(), "x"))
		}
		s := newSystem(a)
		x, y, ok := s.Solve(b)
		requireAnswer(t, a, b, s.pivots, x, y, ok)
		// b can be reached exactly if it adds nothing to the rank.
		joined := NewMatrix(a.Rows(), a.Cols()+1)
		for i := range a.Rows() {
			copy(joined.words(i), a.words(i))
			joined.Set(i, a.Cols(), b.Bit(i))
		}
		if ok != (joined.Rank() == s.Rank()) {
			t.Fatalf("solvable %v, rank %d, with the right side %d", ok, s.Rank(), joined.Rank())
		}
	})
}

// requireAnswer checks what Solve returned against its definition.
func requireAnswer(t interface {
	Helper()
	Fatal(...any)
}, a *Matrix, b Vec, pivots []int, x, y Vec, ok bool) {
	t.Helper()
	if !ok {
		if x.Len() != 0 || y.Len() != a.Rows() {
			t.Fatal("vectors of the wrong length")
		}
		if !vecMul(a, y).IsZero() || !y.Dot(b) {
			t.Fatal("the witness proves nothing")
		}
		return
	}
	if x.Len() != a.Cols() || y.Len() != 0 {
		t.Fatal("vectors of the wrong length")
	}
	if !a.MulVec(x).Equal(b) {
		t.Fatal("a·x ≠ b")
	}
	for j := range x.Ones() {
		if _, found := slices.BinarySearch(pivots, j); !found {
			t.Fatal("a free variable is not zero")
		}
	}
}

// TestLargeSystem reaches the tables for many rows, several strips and several cores.
func TestLargeSystem(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for name, a := range map[string]*Matrix{
		"square":   randomMatrix(rng, 1500, 1500),
		"wide":     randomMatrix(rng, 1000, 2500),
		"tall":     randomMatrix(rng, 2500, 800),
		"low rank": schoolbookMul(randomMatrix(rng, 1500, 200), randomMatrix(rng, 200, 1500)),
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(a)
			reduced := a.Clone()
			if !slices.Equal(s.pivots, reduced.Reduce()) {
				t.Fatal("other pivots than those of Reduce")
			}
			for range 10 {
				b := randomVec(rng, a.Rows())
				x, y, ok := s.Solve(b)
				requireAnswer(t, a, b, s.pivots, x, y, ok)
				b = a.MulVec(randomVec(rng, a.Cols()))
				x, y, ok = s.Solve(b)
				if !ok {
					t.Fatal("a solvable system was reported unsolvable")
				}
				requireAnswer(t, a, b, s.pivots, x, y, ok)
			}
		})
	}
}

func TestSystemIsReadTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	a := randomMatrix(rng, 200, 150)
	s := newSystem(a)
	var wg sync.WaitGroup
	for range 4 {
		x := randomVec(rng, a.Cols())
		wg.Go(func() {
			if got, _, ok := s.Solve(a.MulVec(x)); !ok || !a.MulVec(got).Equal(a.MulVec(x)) {
				t.Error("wrong answer")
			}
			s.LeftNull()
			s.RightNull()
		})
	}
	wg.Wait()
}
