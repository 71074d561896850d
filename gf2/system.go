package gf2

import (
	"context"
	"fmt"
)

// System is one matrix a, prepared to answer a·x = b for many b, each at the cost of one product of a
// matrix of that size and a vector. It is immutable and safe for concurrent use.
// The zero System has no matrix, and its methods panic: [NewSystem] makes one.
type System struct {
	// eliminated is a brought into reduced form by adding rows to rows, except for the pivot
	// columns, where the reduced form has a unit matrix that need not be stored. Instead, the column
	// pivots[k] tells which rows were added: row i of the reduced form is the sum of the rows
	// order[k] of a, for all k with a one at (i, pivots[k]), and, for i ≥ rank, of row order[i].
	eliminated *Matrix
	pivots     []int
	order      []int
}

// NewSystem eliminates a, which stays as it is and is not needed afterwards. It uses all cores. Once
// the context ends it stops soon, with the context's error.
func NewSystem(ctx context.Context, a *Matrix) (*System, error) {
	if a == nil {
		a = &Matrix{}
	}
	e := newElimination(a, a.cols)
	e.keep = true
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

// Solve returns ok and an x with a·x = b, namely the one that is zero outside the pivot columns; or
// else not ok and a witness that there is none: a vector y with yᵀ·a = 0 and y·b = 1. The other of
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
// It is the only vector of the basis with a one there. Which rows those are depends on the
// elimination.
func (s *System) LeftNull() []Vec {
	basis := make([]Vec, 0, s.eliminated.rows-len(s.pivots))
	for i := len(s.pivots); i < s.eliminated.rows; i++ {
		basis = append(basis, s.dependency(i))
	}
	return basis
}
