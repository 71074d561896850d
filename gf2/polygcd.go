package gf2

import "math/bits"

// GCD returns the greatest common divisor of p and q; that of 0 and 0 is 0.
func (p Poly) GCD(q Poly) Poly {
	g, _ := euclid(p, q, false)
	return g
}

// Bezout returns g, the greatest common divisor of p and q, and the u of least degree for which
// u·p ≡ g modulo q. If g = 1 that is the inverse of p modulo q. q is not zero.
func (p Poly) Bezout(q Poly) (g, u Poly) {
	if q.IsZero() {
		panic("gf2: Bezout modulo zero")
	}
	p = p.Mod(q)
	g, u = euclid(q, p, true)
	return g, u
}

// euclid returns g = gcd(a, b) and, if wanted, the u with u·b ≡ g modulo a that Euclid's algorithm
// finds, which is the one of least degree.
func euclid(a, b Poly, wanted bool) (g, u Poly) {
	var c0, c1 Poly // a ≡ c0·b and b ≡ c1·b in terms of the polynomials at the start
	if wanted {
		c1 = Poly{1}
	}
	if a.Deg() <= b.Deg() && !b.IsZero() {
		q, r := a.DivMod(b)
		a, b, c0, c1 = b, r, c1, c0.Add(q.Mul(c1))
	}
	if b.IsZero() {
		return a, c0
	}
	e := lehmer{remainders: newPair(a, b)}
	if !wanted {
		e.run()
		return Poly(e.remainders.x).Trim(), nil
	}
	e.cofactors = []pair{newPair(c0, c1)}
	e.run()
	return Poly(e.remainders.x).Trim(), Poly(e.cofactors[0].x).Trim()
}

// lehmer runs Euclid's algorithm a word of quotients at a time. The leading 128 bits of both
// polynomials fix the quotients of the next steps, 63 degrees of them, as a matrix of four words
// (D. H. Lehmer's idea for integers, 1938); only then are the long polynomials touched.
type lehmer struct {
	remainders pair   // deg x > deg y
	cofactors  []pair // what else undergoes the same steps
}

// run goes on until the second remainder is zero.
func (e *lehmer) run() {
	for {
		a, b := e.remainders.x, e.remainders.y
		da, db := degree(a), degree(b)
		if db < 0 {
			return
		}
		if da-db >= wordBits {
			q, r := Poly(a).DivMod(Poly(b))
			e.remainders.x, e.remainders.y = b, append(a[:0], r...)
			for i := range e.cofactors {
				e.cofactors[i].divided(q)
			}
			continue
		}
		ahi, alo := leadingBits(a, da)
		bhi, blo := leadingBits(b, da)
		m := quotients(ahi, alo, bhi, blo)
		e.remainders.apply(&m)
		for i := range e.cofactors {
			e.cofactors[i].apply(&m)
		}
	}
}

// leadingBits returns the 128 bits of w from its coefficient of x^top downwards, that one first.
// Coefficients that w does not have are zero, on either side.
func leadingBits(w []uint64, top int) (hi, lo uint64) {
	at := func(i int) uint64 {
		if uint(i) < uint(len(w)) {
			return w[i]
		}
		return 0
	}
	i, r := top/wordBits, wordBits-1-top%wordBits
	a, b, c := at(i), at(i-1), at(i-2)
	return a<<r | b>>(wordBits-r), b<<r | c>>(wordBits-r)
}

// wordTransform is a transform whose polynomials have degree at most 63.
type wordTransform [2][2]uint64

// quotients runs Euclid's algorithm on two polynomials of degree 127 and less until the second
// remainder has degree below 64: all that is decided before that holds for
// any polynomials that begin like these.
func quotients(ahi, alo, bhi, blo uint64) wordTransform {
	var a0, a1, b0, b1 uint64 = 1, 0, 0, 1
	for bhi != 0 {
		db := bits.Len64(bhi)
		for {
			d := bits.Len64(ahi) - db
			if d < 0 {
				break
			}
			ahi ^= bhi<<d | blo>>(wordBits-d)
			alo ^= blo << d
			a0 ^= b0 << d
			a1 ^= b1 << d
		}
		ahi, bhi = bhi, ahi
		alo, blo = blo, alo
		a0, b0 = b0, a0
		a1, b1 = b1, a1
	}
	return wordTransform{{a0, a1}, {b0, b1}}
}

// pair is two polynomials that are replaced together, with room for their successors.
type pair struct {
	x, y         []uint64
	nextX, nextY []uint64
}

func newPair(x, y Poly) pair {
	return pair{x: append([]uint64(nil), x...), y: append([]uint64(nil), y...)}
}

// apply replaces the pair by its image.
func (p *pair) apply(m *wordTransform) {
	n := max(len(p.x), len(p.y))
	x, y := zeroExtended(p.x, n), zeroExtended(p.y, n)
	nx, ny := resized(p.nextX, n+1), resized(p.nextY, n+1)
	for row, next := range [][]uint64{nx, ny} {
		clear(next)
		addMul(next, x, m[row][0])
		addMul(next, y, m[row][1])
	}
	p.nextX, p.nextY = x, y
	p.x, p.y = trimmed(nx), trimmed(ny)
}

// divided does one step of Euclid's algorithm with quotient q.
func (p *pair) divided(q Poly) {
	sum := Poly(p.x).Add(q.Mul(Poly(p.y).Trim()))
	p.x, p.y = p.y, append(p.x[:0], sum...)
}

// zeroExtended lengthens w to n words.
func zeroExtended(w []uint64, n int) []uint64 {
	for len(w) < n {
		w = append(w, 0)
	}
	return w
}

// resized returns n words of any content, in the room of w if that is enough.
func resized(w []uint64, n int) []uint64 {
	if cap(w) < n {
		return make([]uint64, n, n+n/2+8)
	}
	return w[:n]
}
