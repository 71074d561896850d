package gf2

// DivMod returns the quotient and the remainder of p by d. Dividing by zero panics.
func (p Poly) DivMod(d Poly) (quo, rem Poly) {
	switch {
	case d.IsZero():
		panic("gf2: polynomial divided by zero")
	case p.Deg() < d.Deg():
		return nil, p
	case d.IsOne():
		return p, nil
	}
	return divLong(p, d)
}

// Div returns the quotient of p by d without the remainder.
func (p Poly) Div(d Poly) Poly {
	q, _ := p.DivMod(d)
	return q
}

// Mod returns the remainder of p by d.
func (p Poly) Mod(d Poly) Poly {
	_, r := p.DivMod(d)
	return r
}

// divLong is long division, a word of quotient at a time.
//
// Both sides are first multiplied by a power of x that makes the divisor x^(64k) + lower words, its
// top word 1. Then the quotient's next word depends only on the remainder's top word t and on the
// divisor's next word: it is the quotient of t·x^64 by x^64 + d1, which is t·mu over x^64 for
// mu the quotient of x^128 by x^64 + d1.
func divLong(p, d Poly) (quo, rem Poly) {
	dd := d.Deg() // at least 1
	s := (wordBits - dd%wordBits) % wordBits
	k := (dd + s) / wordBits
	divisor := make([]uint64, k+1)
	shiftUp(divisor, d, s)
	r := make([]uint64, words(p.Deg()+1+s)+1)
	shiftUp(r, p, s)
	divisor = divisor[:k] // the top word is 1, and q·x^(64k) is cancelled by hand
	low := reciprocal(divisor[k-1])

	q := make([]uint64, max(len(r)-k, 0))
	for j := len(q) - 1; j >= 0; j-- {
		t := r[j+k]
		if t == 0 {
			continue
		}
		hi, _ := mulWord(t, low)
		q[j] = t ^ hi
		addMul(r[j:], divisor, q[j])
		r[j+k] ^= q[j]
	}
	shiftDown(r[:k], r[:k], s)
	return Poly(q).Trim(), Poly(r[:k]).Trim()
}

// reciprocal returns m such that x^64 + m is the quotient of x^128 by x^64 + d.
func reciprocal(d uint64) uint64 {
	var m uint64
	r := d // the remainder x^128 - x^64·(x^64 + d), over x^64
	for i := wordBits - 1; i >= 0; i-- {
		if r>>(wordBits-1) != 0 {
			m |= 1 << i
			r = r<<1 ^ d
		} else {
			r <<= 1
		}
	}
	return m
}

// mulWord is the product of two words.
func mulWord(x, y uint64) (hi, lo uint64) {
	if hasCLMUL {
		var p [2]uint64
		addMulCLMUL(&p[0], &y, 1, x)
		return p[1], p[0]
	}
	return newMultiples(x).times(y)
}
