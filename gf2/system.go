package gf2

import (
	"context"
	"fmt"
)

// System is one matrix a made ready to answer a·x = b for many b, each at the cost of one product
// of a matrix of that size and a vector. It does not change once made, and may be used by many
// goroutines together.
type System struct {
	// eliminated is a brought into reduced form by adding rows to rows, except for the pivot
	// columns, where the reduced form has a unit matrix that need not be stored. Instead, the column
	// pivots[k] tells which rows were added: row i of the reduced form is the sum of the rows
	// order[k] of a, for all k with a one at (i, pivots[k]), and, for i ≥ rank, of row order[i].
	eliminated *Matrix
	pivots     []int
	order      []int
}

// NewSystem eliminates a, which stays as it is and is not needed afterwards. It uses all cores.
func NewSystem(a *Matrix) *System {
	s, _ := NewSystemContext(context.Background(), a) // which never ends
	return s
}

// NewSystemContext is NewSystem for matrices that take long: once the context ends it stops soon,
// with the context's error.
func NewSystemContext(ctx context.Context, a *Matrix) (*System, error) {
	e := newElimination(a, a.cols)
	e.above, e.keep = true, true
	e.stopped = func() bool { return ctx.Err() != nil }
	e.run()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &System{eliminated: NewMatrix(a.rows, a.cols), pivots: e.pivots, order: e.order}
	e.store(s.eliminated)
	return s, nil
}

// Rank is the rank of a.
func (s *System) Rank() int { return len(s.pivots) }

// Nullity is the dimension of the space of all x with a·x = 0: a solvable a·x = b has 2^Nullity
// answers.
func (s *System) Nullity() int { return s.eliminated.cols - len(s.pivots) }

// Pivots lists the pivot columns of the reduced form of a, ascending. The caller may keep it and
// must not change it.
func (s *System) Pivots() []int { return s.pivots }

// Solve returns ok and an x with a·x = b, namely the one that is zero outside the pivot columns; or
// else not ok and a witness that there is none, a vector y with yᵀ·a = 0 and y·b = 1. The other of
// the two is the zero Vec.
func (s *System) Solve(b Vec) (x, witness Vec, ok bool) {
	m := s.eliminated
	if b.n != m.rows {
		panic(fmt.Sprintf("gf2: %d rows against a right side of length %d", m.rows, b.n))
	}
	named := NewVec(m.cols) // b, each row of a that gave a pivot standing for its pivot column
	for k, c := range s.pivots {
		if b.Bit(s.order[k]) {
			named.Set(c, true)
		}
	}
	for i := len(s.pivots); i < m.rows; i++ {
		if m.Row(i).Dot(named) != b.Bit(s.order[i]) {
			return Vec{}, s.dependency(i), false
		}
	}
	x = NewVec(m.cols)
	for i, c := range s.pivots {
		if m.Row(i).Dot(named) {
			x.Set(c, true)
		}
	}
	return x, Vec{}, true
}

// dependency is the set of rows of a that add up to row i ≥ rank of the reduced form, thus to zero.
func (s *System) dependency(i int) Vec {
	y := VecOf(s.eliminated.rows, s.order[i])
	row := s.eliminated.Row(i)
	for k, c := range s.pivots {
		if row.Bit(c) {
			y.Set(s.order[k], true)
		}
	}
	return y
}

// RightNull returns the basis that [Matrix.RightNull] returns for a.
func (s *System) RightNull() []Vec { return s.eliminated.nullOfReduced(s.pivots) }

// LeftNull returns a basis of all y with yᵀ·a = 0: one vector for each row of a that gave no pivot.
// It is the only vector of the basis with a one there. Which rows those are is up to the
// elimination, so the basis may differ from that of [Matrix.LeftNull].
func (s *System) LeftNull() []Vec {
	basis := make([]Vec, 0, s.eliminated.rows-len(s.pivots))
	for i := len(s.pivots); i < s.eliminated.rows; i++ {
		basis = append(basis, s.dependency(i))
	}
	return basis
}

// Solve is [System.Solve] for a single right side, at less cost: one elimination if a·x = b has an
// answer, two if not. The answer is the same; the witness may be another one.
func Solve(a *Matrix, b Vec) (x, witness Vec, ok bool) {
	if b.n != a.rows {
		panic(fmt.Sprintf("gf2: %d rows against a right side of length %d", a.rows, b.n))
	}
	if x, ok = solveOnce(a, b); ok {
		return x, Vec{}, true
	}
	// A witness is an answer y to [aᵀ; bᵀ]·y = (0, …, 0, 1).
	t := NewMatrix(a.cols+1, a.rows)
	copy(t.data, a.Transpose().data)
	copy(t.words(a.cols), b.w)
	witness, _ = solveOnce(t, VecOf(t.rows, a.cols))
	return Vec{}, witness, false
}

// solveOnce reduces [a|b] and reads off the answer.
func solveOnce(a *Matrix, b Vec) (x Vec, ok bool) {
	m := NewMatrix(a.rows, a.cols+1)
	for i := range a.rows {
		copy(m.words(i), a.words(i))
		m.Set(i, a.cols, b.Bit(i))
	}
	pivots := m.Reduce()
	if n := len(pivots); n > 0 && pivots[n-1] == a.cols {
		return Vec{}, false
	}
	x = NewVec(a.cols)
	for i, c := range pivots {
		x.Set(c, m.At(i, a.cols))
	}
	return x, true
}
