package gridpoly

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// line is a line of cells as one element of the ring, or two where the surface is twisted: see strip.
type line [2]gf2.Poly

func (l line) add(k line) line { return line{l[0].Add(k[0]), l[1].Add(k[1])} }

// chased is a surface whose lines follow from one another.
//
// Let p_i be the presses on line i and b_i its lights. Divided by X where corners are flipped, the
// lights go out if
//
//	p_(i+1) = b_i + w·p_i + p_(i-1),
//
// with w = Self + Beside·z, or Beside + 1/X. The ring splits into the part where X has an inverse, modulus
// unit, and the part where it is nilpotent. In the latter 1 + X·T has an inverse, the product of the
// 1 + X^k·T^k for k = 1, 2, 4, …; in the former the first line, or on a torus the first and the one
// before it, decides all others. What comes back at the far end is linear in it, with a few elements of
// the ring for coefficients: a system of at most four equations in two unknowns.
type chased struct {
	strip
	flips Flips

	unit, nilpotent modulus
	w               gf2.Poly   // modulo unit
	inverse         gf2.Poly   // 1/X modulo unit, if corners are flipped
	x               gf2.Poly   // X modulo nilpotent
	lift            gf2.Poly   // 1/unit modulo nilpotent
	turned          polyMatrix // what the half turn Y does to a line, modulo unit, where the surface is twisted
	system          *diagonal
}

func newChased(edges Edges, rows, cols int, flips Flips) *chased {
	c := &chased{strip: newStrip(edges, rows, cols), flips: flips}
	all := c.ring.modulus
	c.unit, c.nilpotent = newModulus(all), newModulus(gf2.Poly{1})
	z := c.ring.neighbours()
	if flips.Diagonal {
		x := z
		if flips.Above {
			x = x.Add(gf2.Poly{1})
		}
		shared := nilpotentPart(x, all)
		c.unit, c.nilpotent = newModulus(all.Div(shared)), newModulus(shared)
		c.x = c.nilpotent.reduce(x)
		_, c.inverse = c.unit.reduce(x).Bezout(c.unit.m)
		_, c.lift = c.nilpotent.reduce(c.unit.m).Bezout(c.nilpotent.m)
		c.w = c.inverse
		if flips.Beside {
			c.w = c.unit.reduce(c.w.Add(gf2.Poly{1}))
		}
	} else {
		if flips.Beside {
			c.w = z
		}
		if flips.Self {
			c.w = c.w.Add(gf2.Poly{1})
		}
		c.w = c.unit.reduce(c.w)
	}
	c.turned = c.turn(c.unit)
	c.system = newDiagonal(c.unit, c.coefficients())
	return c
}

// nilpotentPart is the largest divisor of m all of whose prime factors divide x.
func nilpotentPart(x, m gf2.Poly) gf2.Poly {
	if g := m.GCD(x.Mod(m)); g.IsOne() {
		return g
	}
	for k := 1; k < m.Deg(); k *= 2 {
		x = x.Mod(m).Sqr()
	}
	return m.GCD(x.Mod(m))
}

// after returns f_k, f_(k-1) and f_(k-2) at w.
func (c *chased) after(k int) (f, before, twoBefore gf2.Poly) {
	m := c.unit
	f = m.reduce(gf2.Poly{1})
	for bit := 62; bit >= 0; bit-- {
		f, before = m.reduce(f.Add(before).Sqr()), m.mul(c.w, m.reduce(before.Sqr()))
		if k>>bit&1 == 1 {
			f, before = m.mul(c.w, f).Add(before), f
		}
	}
	return f, before, f.Add(m.mul(c.w, before))
}

// coefficients is what [chased.residue] makes of a first line, or a first line and the one before.
func (c *chased) coefficients() polyMatrix {
	m := c.unit
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
func (c *chased) startMatrix() polyMatrix {
	one := c.unit.reduce(gf2.Poly{1})
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
func (c *chased) steps() int {
	if c.edges.twisted() {
		return c.rows / 2
	}
	return c.rows
}

// start is the two lines that unknowns stand for: the one before the first, and the first.
func (c *chased) start(u []gf2.Poly) (above, here line) {
	switch {
	case c.edges == JoinedBoth:
		return line{u[0]}, line{u[1]}
	case !c.edges.twisted():
		return line{}, line{u[0]}
	}
	here = line{u[0], u[1]}
	return c.startMatrix().of(here, c.unit), here
}

// residue is what must be zero, given the lines at the start and those that chasing ended with, and the
// lights of the line that it ended on where that is the middle one of a twisted surface.
func (c *chased) residue(before, first, above, here, lights line) []gf2.Poly {
	m := c.unit
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
func (c *chased) times(l line) line { return line{c.unit.mul(c.w, l[0]), c.unit.mul(c.w, l[1])} }

// down chases from a start, with the lights of each line or nil for none, and calls visit for each line
// of presses, the middle one of a twisted surface included.
func (c *chased) down(u []gf2.Poly, lights []line, visit func(i int, p line)) (residue []gf2.Poly) {
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
func (c *chased) Nullity() int { return c.system.nullity() }

// pattern is the presses that unknowns and lights lead to, with the other part of the ring, if any.
func (c *chased) pattern(u []gf2.Poly, lights, rest []line) gf2.Vec {
	presses := NewBits(c.rows, c.cols)
	c.down(u, lights, func(i int, p line) {
		if !c.nilpotent.m.IsOne() {
			var r line
			if rest != nil {
				r = rest[i]
			}
			for k := range p {
				p[k] = c.join(p[k], r[k])
			}
		}
		c.put(presses, i, p)
	})
	return presses.Vec()
}

// join is the element of the whole ring with the given remainders.
func (c *chased) join(unit, nilpotent gf2.Poly) gf2.Poly {
	n := c.nilpotent
	return unit.Add(c.unit.m.Mul(n.mul(c.lift, n.reduce(unit).Add(nilpotent))))
}

// Solve is presses, or a witness that there are none.
func (c *chased) Solve(lights gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	bits := BitsOf(c.rows, c.cols, lights)
	mine := make([]line, c.lines)
	var rest []line
	if !c.nilpotent.m.IsOne() {
		rest = make([]line, c.lines)
	}
	for i := range mine {
		for k, p := range c.take(bits, i) {
			if rest != nil {
				rest[i][k] = c.nilpotent.reduce(p)
			}
			if p = c.unit.reduce(p); c.flips.Diagonal {
				p = c.unit.mul(c.inverse, p)
			}
			mine[i][k] = p
		}
	}
	u, ok := c.system.solve(c.down(make([]gf2.Poly, c.system.unknowns()), mine, nil))
	if !ok {
		return gf2.Vec{}, oddOf(lights, func(random *rand.Rand) gf2.Vec {
			return c.pattern(c.system.randomNull(random), nil, nil)
		}, c.Nullity(), c.quiet), false
	}
	c.invertNilpotent(rest)
	return c.pattern(u, mine, rest), gf2.Vec{}, true
}

// Quiet is a basis of the quiet patterns.
func (c *chased) Quiet() []gf2.Vec {
	basis := make([]gf2.Vec, c.Nullity())
	for i := range basis {
		basis[i] = c.quiet(i)
	}
	return basis
}

// quiet is pattern i of that basis.
func (c *chased) quiet(i int) gf2.Vec { return c.pattern(c.system.null(i), nil, nil) }

// invertNilpotent applies the inverse of 1 + X·T to lines of the nilpotent part. Squares of sums are sums
// of squares, so T^k is Beside plus the lines k before and k after.
func (c *chased) invertNilpotent(lines []line) {
	if lines == nil {
		return
	}
	m := c.nilpotent
	turned := c.turn(m)
	for k, x := 1, c.x; !x.IsZero(); k, x = 2*k, m.reduce(x.Sqr()) {
		next := make([]line, len(lines))
		for i, p := range lines {
			sum := c.lineAt(lines, i-k, turned, m).add(c.lineAt(lines, i+k, turned, m))
			if c.flips.Beside {
				sum = sum.add(p)
			}
			next[i] = p.add(line{m.mul(x, sum[0]), m.mul(x, sum[1])})
		}
		copy(lines, next)
	}
}
