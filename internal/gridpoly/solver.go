package gridpoly

import (
	"context"
	"fmt"

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
	shape     Shape
	ring      *ring
	all       powers      // for all rows
	half      powers      // for Rows/2 rows, if rows wrap
	equations []*equation // one if rows have ends, else one for each row of the state
}

// NewSolver prepares to solve boards of the given shape.
func NewSolver(shape Shape) (*Solver, error) {
	if err := shape.validate(); err != nil {
		return nil, err
	}
	r := newRing(shape.Cols, shape.WrapCols)
	s := &Solver{shape: shape, ring: r, all: r.after(shape.Rows)}
	for _, a := range coefficients(r, shape, s.all, &s.half) {
		s.equations = append(s.equations, newEquation(r.modulus, r.mul, a))
	}
	if shape.WrapRows && shape.Rows%2 == 0 {
		s.equations = append(s.equations, s.equations[0])
	}
	return s, nil
}

// coefficients returns the left sides of the equations that remain, one that occurs twice only
// once. If the rows wrap it sets half to the powers for half the rows.
func coefficients(r *ring, shape Shape, all powers, half *powers) []gf2.Poly {
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
func Nullity(shape Shape) (int, error) {
	if err := shape.validate(); err != nil {
		return 0, err
	}
	if shape.Rows < shape.Cols {
		shape = Shape{shape.Cols, shape.Rows, shape.WrapCols, shape.WrapRows}
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
	return total, nil
}

// Shape is the shape that the solver is for.
func (s *Solver) Shape() Shape { return s.shape }

// Nullity is the number of independent quiet patterns.
func (s *Solver) Nullity() int {
	k := 0
	for _, e := range s.equations {
		k += e.nullity()
	}
	return k
}

// Solution says whether lights can be put out, and how or why not.
type Solution struct {
	Solvable bool
	// Answer is presses that put the lights out, if they are solvable: the same at every call. Its
	// rows are made from the lights, which must stay readable for as long as it is in use.
	Answer *Pattern
	// Witness is a quiet pattern that contains an odd number of the lights, if they are not. Every
	// switch toggles an even number of its cells, so no presses change that.
	Witness *Pattern
}

// Solve finds presses that put the lights out, or proves that there are none. It passes over the
// lights once, or not at all if they are [Uniform], and needs memory for a few rows; the answer's
// rows are made when they are asked for.
func (s *Solver) Solve(ctx context.Context, lights Lights) (*Solution, error) {
	rest, err := s.total(ctx, lights)
	if err != nil {
		return nil, err
	}
	start, ok := s.start(rest)
	if !ok {
		witness, err := s.witness(rest)
		if err != nil {
			return nil, err
		}
		return &Solution{Witness: witness}, nil
	}
	return &Solution{Solvable: true, Answer: s.pattern(lights, start)}, nil
}

// Quiet returns quiet pattern i of a basis, 0 ≤ i < Nullity.
func (s *Solver) Quiet(i int) *Pattern { return s.pattern(nil, s.quiet(i)) }

// total chases the lights from an empty state and returns the state after the last row.
func (s *Solver) total(ctx context.Context, lights Lights) (state, error) {
	if u, ok := lights.(Uniform); ok {
		return s.uniform(s.ring.fromRow(u.row)), nil
	}
	words := s.shape.words()
	c := newChase(s.shape, lights, make([]uint64, words), make([]uint64, words))
	watch := contextWatch{ctx: ctx}
	for range s.shape.Rows {
		if err := watch.spend(words); err != nil {
			return state{}, err
		}
		if err := c.down(c.above); err != nil {
			return state{}, err
		}
	}
	return state{s.ring.fromRow(c.above), s.ring.fromRow(c.here)}, nil
}

// uniform returns what rows of lights that are all alike add up to.
func (s *Solver) uniform(row gf2.Poly) state {
	return state{
		above: s.ring.mul(s.all.sum.Add(s.all.before), row), // one row fewer
		here:  s.ring.mul(s.all.sum, row),
	}
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

// quiet returns the state that quiet pattern i begins with.
func (s *Solver) quiet(i int) state {
	if i < 0 || i >= s.Nullity() {
		panic(fmt.Sprintf("gridpoly: quiet pattern %d of %d", i, s.Nullity()))
	}
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

// witness returns a quiet pattern z with an odd number of lights in it, given what the lights add
// up to. The presses x found by chasing from an empty state put out all lights, but leave behind
// rest.here on the last row and, if rows wrap, rest.above on the first. No presses change the
// parity of lights in z, so it is that of z in what x leaves behind.
func (s *Solver) witness(rest state) (*Pattern, error) {
	above, here := s.ring.toRow(rest.above), s.ring.toRow(rest.here)
	if !s.shape.WrapRows {
		// Upside down a quiet pattern is quiet too: take z for the last row. Then the first one is
		// f_(m-1)·z, because f_(m-1)² + f_m·f_(m-2) = 1 and f_m·z = 0.
		if z, ok := s.equations[0].oddNull(s.ring, here); ok {
			return s.pattern(nil, state{here: s.ring.mul(s.all.before, z)}), nil
		}
	} else {
		// The row above the first is the last row. The two kinds of states are those of quiet.
		if z, ok := s.equations[0].oddNull(s.ring, here); ok {
			return s.pattern(nil, state{above: z}), nil
		}
		both := s.shape.Rows%2 == 1
		if both {
			for j, w := range here {
				above[j] ^= w
			}
		}
		if z, ok := s.equations[1].oddNull(s.ring, above); ok {
			v := state{here: z}
			if both {
				v.above = z
			}
			return s.pattern(nil, v), nil
		}
	}
	return nil, fmt.Errorf("gridpoly: %v is unsolvable but no quiet pattern shows it", s.shape)
}
