package gf2

import (
	"context"
	"math/bits"
	"slices"
)

// GCD returns the greatest common divisor of p and q; that of 0 and 0 is 0.
func (p Poly) GCD(q Poly) Poly {
	if q.IsZero() {
		return p
	}
	g, _ := p.Bezout(q)
	return g
}

// Bezout returns g, the greatest common divisor of p and q, and the u of least degree for which
// u·p ≡ g modulo q. If g = 1 that is the inverse of p modulo q. q is not zero.
//
// It runs Euclid's algorithm a word of quotients at a time. The leading 128 bits of both
// polynomials fix the quotients of the next steps, 63 degrees of them, as a matrix of four words
// (D. H. Lehmer's idea for integers, 1938); only then are the long polynomials touched.
func (p Poly) Bezout(q Poly) (g, u Poly) {
	g, u, _ = p.BezoutWithin(context.Background(), q) // which never ends
	return g, u
}

// BezoutWithin is Bezout, unless the context ends: then that is the error.
func (p Poly) BezoutWithin(ctx context.Context, q Poly) (g, u Poly, err error) {
	if q.IsZero() {
		panic("gf2: Bezout modulo zero")
	}
	remainders := newPair(q, p.Mod(q)) // the second has the lower degree
	cofactors := newPair(nil, Poly{1}) // of p, modulo q
	for asked := 0; ; asked++ {
		if asked%256 == 255 && ctx.Err() != nil { // what is quick is never stopped
			return nil, nil, ctx.Err()
		}
		top, below := remainders.x, remainders.y
		n, m := degree(top), degree(below)
		if m < 0 {
			return Poly(top).Trim(), Poly(cofactors.x).Trim(), nil
		}
		if n-m >= wordBits {
			quo := Poly(top).Div(below)
			remainders.divided(quo)
			cofactors.divided(quo)
			continue
		}
		topHi, topLo := leadingBits(top, n)
		belowHi, belowLo := leadingBits(below, n)
		t := quotients(topHi, topLo, belowHi, belowLo)
		remainders.apply(&t)
		cofactors.apply(&t)
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

func newPair(x, y Poly) pair { return pair{x: slices.Clone(x), y: slices.Clone(y)} }

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
