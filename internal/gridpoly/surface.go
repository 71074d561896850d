package gridpoly

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// Edges says which edges of a rectangle are joined, and how.
type Edges int

// The six ways. Möbius, Klein and projective boards join the left edge to the right one upside down;
// their top and bottom edges are apart, joined, or joined with left and right exchanged.
const (
	Apart Edges = iota
	JoinedCols
	JoinedBoth
	Mobius
	Klein
	Projective
)

// twisted reports whether the left edge meets the right one upside down.
func (e Edges) twisted() bool { return e >= Mobius }

// Surface is the linear algebra of a rectangle with any edges and the cross pattern, in time nearly linear in
// the lights. All vectors number the cells row by row. It is safe for concurrent use.
//
// With H and V for the sums over the neighbours in the row and in the column, the matrix is
// Self + H + V, and H and V commute on every one of these surfaces. So the columns' direction is a
// recurrence, and the rows are polynomials. The file docs/theory.md has the proofs.
//
// Let p_i be the presses on line i and b_i its lights. The lights go out if
//
//	p_(i+1) = b_i + w·p_i + p_(i-1),
//
// with w = Self + z. The first line, or on a torus the first and the one
// before it, decides all others. What comes back at the far end is linear in it, with a few elements of
// the ring for coefficients: a system of at most four equations in two unknowns.
type Surface struct {
	strip
	modulus modulus
	w       gf2.Poly
	turned  polyMatrix // what the half turn Y does to a line, where the surface is twisted
	system  *diagonal
}

// NewSurface prepares a surface; self says whether a press flips its own light.
func NewSurface(edges Edges, rows, cols int, self bool) (*Surface, error) {
	if err := Grid(rows, cols).validate(); err != nil {
		return nil, err
	}
	return newSurface(edges, rows, cols, self), nil
}

func newSurface(edges Edges, rows, cols int, self bool) *Surface {
	c := &Surface{strip: newStrip(edges, rows, cols)}
	c.modulus = newModulus(c.ring.modulus)
	c.w = c.ring.neighbours()
	if self {
		c.w = c.w.Add(gf2.Poly{1})
	}
	c.w = c.modulus.reduce(c.w)
	c.turned = c.turn(c.modulus)
	c.system = newDiagonal(c.modulus, c.coefficients())
	return c
}

// after returns f_k, f_(k-1) and f_(k-2) at w.
func (c *Surface) after(k int) (f, before, twoBefore gf2.Poly) {
	m := c.modulus
	f = m.reduce(gf2.Poly{1})
	for bit := 62; bit >= 0; bit-- {
		f, before = m.reduce(f.Add(before).Sqr()), m.mul(c.w, m.reduce(before.Sqr()))
		if k>>bit&1 == 1 {
			f, before = m.mul(c.w, f).Add(before), f
		}
	}
	return f, before, f.Add(m.mul(c.w, before))
}

// coefficients is what residue makes of a first line, or a first line and the one before.
func (c *Surface) coefficients() polyMatrix {
	m := c.modulus
	f, before, twoBefore := c.after(c.steps())
	switch {
	case c.edges == JoinedBoth:
		one := m.reduce(gf2.Poly{1})
		return polyMatrix{{twoBefore.Add(one), before}, {before, f.Add(one)}}
	case !c.edges.twisted():
		return polyMatrix{{f}}
	}
	start := c.startMatrix()
	here := scalar(f).plus(start.times(before, m))          // the line after the last step
	above := scalar(before).plus(start.times(twoBefore, m)) // and the one before it
	if c.rows%2 == 0 {
		return here.plus(c.turned.mul(above, m))
	}
	both := scalar(m.reduce(gf2.Poly{1})).plus(c.turned) // 1 + Y
	return append(both.mul(here, m), here.times(c.w, m).plus(both.mul(above, m))...)
}

// startMatrix sends the first line to the one before it.
func (c *Surface) startMatrix() polyMatrix {
	one := c.modulus.reduce(gf2.Poly{1})
	switch c.edges {
	case Klein:
		return c.turned
	case Projective:
		return polyMatrix{{nil, one}, {one, nil}}
	default:
		return polyMatrix{{nil, nil}, {nil, nil}}
	}
}

// steps is how many lines are chased: all, or up to the middle where the surface is twisted.
func (c *Surface) steps() int {
	if c.edges.twisted() {
		return c.rows / 2
	}
	return c.rows
}

// start is the two lines that unknowns stand for: the one before the first, and the first.
func (c *Surface) start(u []gf2.Poly) (above, here line) {
	switch {
	case c.edges == JoinedBoth:
		return line{u[0]}, line{u[1]}
	case !c.edges.twisted():
		return line{}, line{u[0]}
	}
	here = line{u[0], u[1]}
	return c.startMatrix().of(here, c.modulus), here
}

// residue is what must be zero, given the lines at the start and those that chasing ended with, and the
// lights of the line that it ended on where that is the middle one of a twisted surface.
func (c *Surface) residue(before, first, above, here, lights line) []gf2.Poly {
	m := c.modulus
	switch {
	case c.edges == JoinedBoth:
		return []gf2.Poly{above[0].Add(before[0]), here[0].Add(first[0])}
	case !c.edges.twisted():
		return []gf2.Poly{here[0]}
	case c.rows%2 == 0:
		r := here.add(c.turned.of(above, m))
		return r[:]
	}
	// The middle line is its own image, and the line after it the image of the one before.
	image := here.add(c.turned.of(here, m))
	out := c.times(here).add(above).add(c.turned.of(above, m)).add(lights)
	return []gf2.Poly{image[0], image[1], out[0], out[1]}
}

// times is w times a line.
func (c *Surface) times(l line) line { return line{c.modulus.mul(c.w, l[0]), c.modulus.mul(c.w, l[1])} }

// down chases from a start, with the lights of each line or nil for none, and calls visit for each line
// of presses, the middle one of a twisted surface included.
func (c *Surface) down(u []gf2.Poly, lights []line, visit func(i int, p line)) (residue []gf2.Poly) {
	above, here := c.start(u)
	before, first := above, here
	var last line
	for i := range c.lines {
		if visit != nil {
			visit(i, here)
		}
		var b line
		if lights != nil {
			b = lights[i]
		}
		if i == c.steps() { // the middle line
			last = b
			break
		}
		above, here = here, c.times(here).add(above).add(b)
	}
	return c.residue(before, first, above, here, last)
}

// Nullity is the number of independent quiet patterns.
func (c *Surface) Nullity() int { return c.system.nullity() }

// pattern is the presses that unknowns and lights lead to.
func (c *Surface) pattern(u []gf2.Poly, lights []line) gf2.Vec {
	presses := NewBits(c.rows, c.cols)
	c.down(u, lights, func(i int, p line) { c.put(presses, i, p) })
	return presses.Vec()
}

// Solve is presses, or a witness that there are none.
func (c *Surface) Solve(lights gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	bits := BitsOf(c.rows, c.cols, lights)
	mine := make([]line, c.lines)
	for i := range mine {
		for k, p := range c.take(bits, i) {
			mine[i][k] = c.modulus.reduce(p)
		}
	}
	u, ok := c.system.solve(c.down(make([]gf2.Poly, c.system.unknowns()), mine, nil))
	if !ok {
		return gf2.Vec{}, c.odd(lights), false
	}
	return c.pattern(u, mine), gf2.Vec{}, true
}

// odd finds a quiet pattern that has an odd number of cells in common with the lights. If there is one, half of
// all quiet patterns will do, so that two attempts at random are needed on average. The random numbers are always the
// same, and lights can be chosen to share an even number with all these patterns, but not with a basis too.
func (c *Surface) odd(lights gf2.Vec) gf2.Vec {
	numbers := rand.New(rand.NewPCG(0, 0))
	for range 64 {
		if z := c.pattern(c.system.randomNull(numbers), nil); z.Dot(lights) {
			return z
		}
	}
	for i := range c.Nullity() {
		if z := c.quiet(i); z.Dot(lights) {
			return z
		}
	}
	panic("gridpoly: a state is unsolvable but no quiet pattern shows it")
}

// Quiet is a basis of the quiet patterns.
func (c *Surface) Quiet() []gf2.Vec {
	basis := make([]gf2.Vec, c.Nullity())
	for i := range basis {
		basis[i] = c.quiet(i)
	}
	return basis
}

// quiet is pattern i of that basis.
func (c *Surface) quiet(i int) gf2.Vec { return c.pattern(c.system.null(i), nil) }

// line is a line of cells as one element of the ring, or two where the surface is twisted: see strip.
type line [2]gf2.Poly

func (l line) add(k line) line { return line{l[0].Add(k[0]), l[1].Add(k[1])} }
