package gridpoly

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// polyMatrix is a small matrix over the ring.
type polyMatrix [][]gf2.Poly

// scalar is a number times the two by two identity.
func scalar(a gf2.Poly) polyMatrix { return polyMatrix{{a, nil}, {nil, a}} }

func identity(n int) polyMatrix {
	m := make(polyMatrix, n)
	for i := range m {
		m[i] = make([]gf2.Poly, n)
		m[i][i] = gf2.Poly{1}
	}
	return m
}

func (a polyMatrix) plus(b polyMatrix) polyMatrix {
	sum := make(polyMatrix, len(a))
	for i := range a {
		for j := range a[i] {
			sum[i] = append(sum[i], a[i][j].Add(b[i][j]))
		}
	}
	return sum
}

func (a polyMatrix) times(f gf2.Poly, m modulus) polyMatrix {
	product := make(polyMatrix, len(a))
	for i := range a {
		for j := range a[i] {
			product[i] = append(product[i], m.mul(f, a[i][j]))
		}
	}
	return product
}

func (a polyMatrix) mul(b polyMatrix, m modulus) polyMatrix {
	product := make(polyMatrix, len(a))
	for i := range a {
		product[i] = make([]gf2.Poly, len(b[0]))
		for j := range product[i] {
			for k := range b {
				product[i][j] = product[i][j].Add(m.mul(a[i][k], b[k][j]))
			}
		}
	}
	return product
}

// vec is a times a column.
func (a polyMatrix) vec(v []gf2.Poly, m modulus) []gf2.Poly {
	product := make([]gf2.Poly, len(a))
	for i := range a {
		for k, p := range v {
			product[i] = product[i].Add(m.mul(a[i][k], p))
		}
	}
	return product
}

// of is a times a line.
func (a polyMatrix) of(l line, m modulus) line { return line(a.vec(l[:], m)) }

// diagonal is a system K·u = s of a few equations over the ring, with K = (left)⁻¹·D·(right)⁻¹ for a
// diagonal D. Over a ring of polynomials modulo a polynomial every matrix has this form.
type diagonal struct {
	m           modulus
	left, right polyMatrix
	equations   []*equation // one for each unknown
}

// newDiagonal brings k, with no fewer rows than columns, into diagonal form.
func newDiagonal(m modulus, k polyMatrix) *diagonal {
	d := &diagonal{m: m, left: identity(len(k)), right: identity(len(k[0]))}
	for t := range d.right {
		d.clear(k, t)
		d.equations = append(d.equations, newEquation(m.m, m.mul, k[t][t]))
	}
	return d
}

// clear makes row t and column t of k zero but for the pivot. Each round either divides the pivot
// properly or leaves nothing to do.
func (d *diagonal) clear(k polyMatrix, t int) {
	for dirty := true; dirty; {
		dirty = false
		for i := t + 1; i < len(k); i++ {
			if k[i][t].IsZero() {
				continue
			}
			c := combine(k[t][t], k[i][t])
			d.rows(k, t, i, c)
			d.rows(d.left, t, i, c)
		}
		for j := t + 1; j < len(k[t]); j++ {
			if k[t][j].IsZero() {
				continue
			}
			c := combine(k[t][t], k[t][j])
			d.columns(k, t, j, c)
			d.columns(d.right, t, j, c)
		}
		for i := t + 1; i < len(k); i++ {
			dirty = dirty || !k[i][t].IsZero()
		}
	}
}

// combination is a two by two matrix of determinant 1 that sends (a, b) to (their gcd, 0).
type combination [2][2]gf2.Poly

func combine(a, b gf2.Poly) combination {
	if !a.IsZero() {
		if quotient, rest := b.DivMod(a); rest.IsZero() {
			return combination{{gf2.Poly{1}, nil}, {quotient, gf2.Poly{1}}}
		}
	}
	g, u := a.Bezout(b)
	return combination{{u, g.Add(u.Mul(a)).Div(b)}, {b.Div(g), a.Div(g)}}
}

func (d *diagonal) rows(k polyMatrix, s, t int, c combination) {
	for j := range k[s] {
		k[s][j], k[t][j] = d.pair(c, k[s][j], k[t][j])
	}
}

func (d *diagonal) columns(k polyMatrix, s, t int, c combination) {
	for i := range k {
		k[i][s], k[i][t] = d.pair(c, k[i][s], k[i][t])
	}
}

func (d *diagonal) pair(c combination, x, y gf2.Poly) (gf2.Poly, gf2.Poly) {
	return d.m.reduce(c[0][0].Mul(x).Add(c[0][1].Mul(y))), d.m.reduce(c[1][0].Mul(x).Add(c[1][1].Mul(y)))
}

func (d *diagonal) unknowns() int { return len(d.equations) }

func (d *diagonal) nullity() int {
	k := 0
	for _, e := range d.equations {
		k += e.nullity()
	}
	return k
}

// solve returns u with K·u = s, if there is one.
func (d *diagonal) solve(s []gf2.Poly) (u []gf2.Poly, ok bool) {
	s = d.left.vec(s, d.m)
	for i, c := range s {
		if i >= len(d.equations) {
			if !c.IsZero() {
				return nil, false
			}
			continue
		}
		v, ok := d.equations[i].solve(c)
		if !ok {
			return nil, false
		}
		u = append(u, v)
	}
	return d.right.vec(u, d.m), true
}

// null is unknown i of a basis of those that K sends to zero.
func (d *diagonal) null(i int) []gf2.Poly {
	u := make([]gf2.Poly, len(d.equations))
	for j, e := range d.equations {
		if i < e.nullity() {
			u[j] = e.null(i)
			return d.right.vec(u, d.m)
		}
		i -= e.nullity()
	}
	panic("gridpoly: no such quiet pattern")
}

// randomNull is unknowns that K sends to zero, each such with the same probability.
func (d *diagonal) randomNull(random *rand.Rand) []gf2.Poly {
	u := make([]gf2.Poly, len(d.equations))
	for j, e := range d.equations {
		words := make([]uint64, e.nullity()/64+1)
		for i := range words {
			words[i] = random.Uint64()
		}
		u[j] = e.free.Mul(gf2.Poly(words).Trim().Low(e.nullity()))
	}
	return d.right.vec(u, d.m)
}
