package gridpoly

import (
	"slices"

	"lightsout/gf2"
)

// strip is the lines of a surface, and what each is in the ring.
//
// The lines of a grid, cylinder or torus are its rows, each one element of the ring of rows. On a twisted
// surface row r goes on as row R-1-r and comes back: the two are one line, a cycle of 2C cells, and there
// are half as many lines. The middle row of an odd number, C cells gone round twice, is a line as well.
//
// A cycle of 2C cells is GF(2)[y] modulo y^(2C) + 1, where z = y + 1/y is the sum over neighbours. It has
// the basis 1, 1/y over GF(2)[z] modulo the Dickson polynomial D_C, as y^(2C) + 1 = y^C·D_C(z). In
// this basis y^j is (f_j, f_(j-1)), and reversing the cycle exchanges the two.
type strip struct {
	edges             Edges
	rows, cols, lines int
	ring              *ring
}

func newStrip(edges Edges, rows, cols int) strip {
	s := strip{edges: edges, rows: rows, cols: cols, lines: rows}
	switch {
	case edges.twisted():
		s.lines = (rows + 1) / 2
		s.ring = &ring{n: cols, modulus: fibonacci(cols - 1).Shift(1)}
	default:
		s.ring = newRing(cols, edges != Apart)
	}
	return s
}

// neighbours is the sum over neighbours, z.
func (r *ring) neighbours() gf2.Poly {
	if !r.cycle {
		return gf2.PolyOf(1).Mod(r.modulus)
	}
	return gf2.PolyOf(1, 2*r.n-1).Mod(r.modulus)
}

// turn is the half turn Y = y^C of a line, modulo m; nil if the surface is not twisted.
func (s strip) turn(m modulus) polyMatrix {
	if !s.edges.twisted() {
		return nil
	}
	n := s.cols
	f, before, twoBefore := m.reduce(fibonacci(n)), m.reduce(fibonacci(n-1)), m.reduce(fibonacci(n-2))
	return polyMatrix{{f, before}, {before, twoBefore}}
}

// take reads line i.
func (s strip) take(cells *Bits, i int) line {
	if !s.edges.twisted() {
		return line{s.ring.fromRow(cells.Row(i))}
	}
	forth := gf2.Poly(slices.Clone(cells.Row(i))).Trim()
	back := gf2.Poly(slices.Clone(cells.Row(s.rows - 1 - i))).Trim().Reverse(s.cols - 1)
	return line{
		powersOf(forth.Add(back.Shift(-1))),
		powersOf(back.Add(forth.Shift(-1))),
	}
}

// put writes line i.
func (s strip) put(cells *Bits, i int, l line) {
	if !s.edges.twisted() {
		copy(cells.Row(i), s.ring.toRow(l[0]))
		return
	}
	// Cell j of forth plus cell j+1 of back is coefficient j of the first, and the other way round. So
	// each is a sum over every second coefficient from its own on.
	a, b := cellsOf(l[0]), cellsOf(l[1])
	forth, back := everySecond(a.Add(b.Shift(-1))), everySecond(b.Add(a.Shift(-1)))
	copy(cells.Row(i), forth)
	copy(cells.Row(s.rows-1-i), back.Reverse(s.cols-1))
}

// everySecond returns the polynomial whose coefficient j is the sum of p's coefficients j, j+2, j+4, ….
func everySecond(p gf2.Poly) gf2.Poly {
	sums := slices.Clone(p)
	var even, odd uint64 // all ones if the words above add up to one there
	for i := len(sums) - 1; i >= 0; i-- {
		w := sums[i]
		for shift := 2; shift < 64; shift *= 2 {
			w ^= w >> shift
		}
		w ^= even&0x5555555555555555 | odd&0xaaaaaaaaaaaaaaaa
		even, odd = -(w & 1), -(w >> 1 & 1)
		sums[i] = w
	}
	return sums.Trim()
}

// modulus is a polynomial to reduce by, again and again.
type modulus struct {
	m       gf2.Poly
	inverse gf2.Poly // the quotient of x^(2·degree) by m
}

func newModulus(m gf2.Poly) modulus {
	return modulus{m, gf2.PolyOf(2 * m.Deg()).Div(m)}
}

// reduce is p modulo m. Where p is no longer than a product, the quotient is found by a product
// (P. Barrett, CRYPTO '86): over GF(2) it is exact.
func (m modulus) reduce(p gf2.Poly) gf2.Poly {
	n := m.m.Deg()
	switch {
	case p.Deg() < n:
		return p
	case p.Deg() > 2*n:
		return p.Mod(m.m)
	}
	quotient := p.Shift(-n).Mul(m.inverse).Shift(-n)
	return p.Add(quotient.Mul(m.m)).Low(n)
}

func (m modulus) mul(a, b gf2.Poly) gf2.Poly { return m.reduce(a.Mul(b)) }
