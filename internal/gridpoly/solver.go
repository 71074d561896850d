package gridpoly

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// Solver is everything about a shape that does not depend on the lights.
//
// Let p_i be the presses on row i. Lights b_i go out if p_(i+1) = b_i + w·p_i + p_(i-1), so two
// rows decide all others: k rows down, the state (p_(i-1), p_i) is the k-th power of T = ((0,1),(1,w))
// times the state at the start, plus what the lights add. With m rows and
//
//   - ends: p_(-1) = 0 is known, p_m = 0 is wanted, and f_m(w)·p_0 = s is the one equation left;
//   - no ends: the state must return, (T^m + 1)·v = r. The trace of T^k is w·f_(k-1)(w), so for
//     m = 2k the matrix is T^k times that number, and for m = 2k+1 it is T^k times the number
//     f_k + f_(k-1) times (T + 1), whose determinant is w. Either way two equations are left.
type Solver struct {
	shape     board.Rectangle
	ring      *ring
	all       powers      // for all rows
	half      powers      // for Rows/2 rows, if rows wrap
	equations []*equation // one if rows have ends, else one for each row of the state
}

// NewSolver prepares to solve boards of the given shape.
func NewSolver(shape board.Rectangle) *Solver {
	s, _ := NewSolverWithin(context.Background(), shape) // which never ends
	return s
}

// NewSolverWithin is NewSolver, unless the context ends: then that is the error.
func NewSolverWithin(ctx context.Context, shape board.Rectangle) (*Solver, error) {
	r := newRing(shape.Cols, shape.WrapCols)
	s := &Solver{shape: shape, ring: r, all: r.after(shape.Rows)}
	for _, a := range coefficients(r, shape, s.all, &s.half) {
		e, err := newEquation(ctx, r, a)
		if err != nil {
			return nil, err
		}
		s.equations = append(s.equations, e)
	}
	if shape.WrapRows && shape.Rows%2 == 0 {
		s.equations = append(s.equations, s.equations[0])
	}
	return s, nil
}

// coefficients returns the left sides of the equations that remain, one that occurs twice only
// once. If the rows wrap it sets half to the powers for half the rows.
func coefficients(r *ring, shape board.Rectangle, all powers, half *powers) []gf2.Poly {
	if !shape.WrapRows {
		return []gf2.Poly{all.f}
	}
	*half = r.after(shape.Rows / 2)
	if shape.Rows%2 == 0 {
		return []gf2.Poly{r.mul(r.step, half.before)}
	}
	h := half.f.Add(half.before)
	return []gf2.Poly{h, r.mul(h, r.step)}
}

// Nullity is the number of independent quiet patterns of a shape. It is faster than a Solver: it
// needs no inverse, and it takes the shorter side for the rows.
func Nullity(shape board.Rectangle) int {
	if shape.Rows < shape.Cols {
		shape = board.Rectangle{Rows: shape.Cols, Cols: shape.Rows, WrapRows: shape.WrapCols, WrapCols: shape.WrapRows}
	}
	r := newRing(shape.Cols, shape.WrapCols)
	var all, half powers
	if !shape.WrapRows {
		all = r.after(shape.Rows)
	}
	total := 0
	for _, a := range coefficients(r, shape, all, &half) {
		total += r.modulus.GCD(a).Deg()
	}
	if shape.WrapRows && shape.Rows%2 == 0 {
		total *= 2
	}
	return total
}

// Nullity is the number of independent quiet patterns.
func (s *Solver) Nullity() int {
	k := 0
	for _, e := range s.equations {
		k += e.nullity()
	}
	return k
}

// Rank is the rank of the board as a matrix.
func (s *Solver) Rank() int { return s.shape.Rows*s.shape.Cols - s.Nullity() }

// Solve finds presses that change the given lights, the same at every call. If there are none, the witness is a quiet
// pattern that contains an odd number of the lights: every switch toggles an even number of its cells, so no presses
// change that. It passes over the lights twice, once to find the first row.
func (s *Solver) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	c := chase{s.shape, gf2.NewVec(s.shape.Cols), gf2.NewVec(s.shape.Cols)}
	for i := range s.shape.Rows {
		c.down(i, change)
	}
	rest := state{s.ring.fromRow(c.above), s.ring.fromRow(c.here)}
	if v, ok := s.start(rest); ok {
		return s.pattern(v, change), gf2.Vec{}, true
	}
	return gf2.Vec{}, s.pattern(s.witness(c), gf2.Vec{}), false
}

// Quiet is a basis of the quiet patterns.
func (s *Solver) Quiet() []gf2.Vec {
	basis := make([]gf2.Vec, s.Nullity())
	for i := range basis {
		basis[i] = s.pattern(s.quiet(i), gf2.Vec{})
	}
	return basis
}

// Invariants are the quiet patterns: the matrix is symmetric.
func (s *Solver) Invariants() []gf2.Vec { return s.Quiet() }

// pattern is all rows of presses that begin with the given state: the row before the first, and the first.
func (s *Solver) pattern(start state, change gf2.Vec) gf2.Vec {
	cells := gf2.NewVec(s.shape.Rows * s.shape.Cols)
	c := chase{s.shape, s.ring.toRow(start.above), s.ring.toRow(start.here)}
	for i := range s.shape.Rows {
		cells.AddAt(i*s.shape.Cols, c.here)
		c.down(i, change)
	}
	return cells
}

// start returns the state that the presses begin with, given what the lights add up to.
func (s *Solver) start(rest state) (v state, ok bool) {
	if !s.shape.WrapRows {
		v.here, ok = s.equations[0].solve(rest.here)
		return v, ok
	}
	c := s.ring.uncarry(s.half, rest)
	if s.shape.Rows%2 == 0 {
		if v.above, ok = s.equations[0].solve(c.above); !ok {
			return v, false
		}
		v.here, ok = s.equations[1].solve(c.here)
		return v, ok
	}
	// h·(above + here) = c.above and h·w·here = c.above + c.here
	both, ok := s.equations[0].solve(c.above)
	if !ok {
		return v, false
	}
	if v.here, ok = s.equations[1].solve(c.above.Add(c.here)); !ok {
		return v, false
	}
	v.above = both.Add(v.here)
	return v, true
}

// quiet returns the state that quiet pattern i of the basis begins with.
func (s *Solver) quiet(i int) state {
	first := s.equations[0]
	switch {
	case !s.shape.WrapRows:
		return state{here: first.null(i)}
	case i < first.nullity():
		return state{above: first.null(i)}
	}
	v := s.equations[1].null(i - first.nullity())
	if s.shape.Rows%2 == 0 {
		return state{here: v}
	}
	return state{above: v, here: v}
}

// witness returns the state that a quiet pattern z with an odd number of lights in it begins with, given what the
// lights add up to. The presses found by chasing from an empty state put out all lights, but leave behind
// end.here on the last row and, if rows wrap, end.above on the first. No presses change the
// parity of lights in z, so it is that of z in what these leave behind.
func (s *Solver) witness(end chase) state {
	above, here := end.above, end.here
	if !s.shape.WrapRows {
		// Upside down a quiet pattern is quiet too: take z for the last row. Then the first one is
		// f_(m-1)·z, because f_(m-1)² + f_m·f_(m-2) = 1 and f_m·z = 0.
		if z, ok := s.equations[0].oddNull(s.ring, here); ok {
			return state{here: s.ring.mul(s.all.before, z)}
		}
	} else {
		// The row above the first is the last row. The two kinds of states are those of quiet.
		if z, ok := s.equations[0].oddNull(s.ring, here); ok {
			return state{above: z}
		}
		both := s.shape.Rows%2 == 1
		if both {
			above.Add(here)
		}
		if z, ok := s.equations[1].oddNull(s.ring, above); ok {
			v := state{here: z}
			if both {
				v.above = z
			}
			return v
		}
	}
	panic(fmt.Sprintf("gridpoly: %+v is unsolvable but no quiet pattern shows it", s.shape))
}
