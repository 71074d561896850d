package gf2

// newtonWords is the length of divisor and quotient from which division by multiplying with an
// approximate inverse beats long division; BenchmarkNewtonCrossover measures it.
var newtonWords = 1000

// DivMod returns the quotient and the remainder of p by d. Dividing by zero panics.
func (p Poly) DivMod(d Poly) (quo, rem Poly) {
	switch {
	case d.IsZero():
		panic("gf2: polynomial divided by zero")
	case p.Deg() < d.Deg():
		return nil, p
	case d.IsOne():
		return p, nil
	case len(d) < newtonWords || len(p)-len(d) < newtonWords:
		return divLong(p, d)
	}
	return divNewton(p, d)
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

// divNewton divides p in slices of as many bits as the divisor has, the highest first, with one
// inverse for all of them.
func divNewton(p, d Poly) (quo, rem Poly) {
	dd := d.Deg()
	step := min(dd, p.Deg()-dd+1)
	step = (step + wordBits - 1) &^ (wordBits - 1)
	inverse := d.Reverse(dd).inverseSeries(step)

	quotient := make([]uint64, words(p.Deg()+1))
	slices := (p.Deg() - dd + step) / step
	rem = p.Shift(-slices * step)
	for i := slices - 1; i >= 0; i-- {
		// The remainder has degree below dd; bring down the next slice. The quotient by d is the
		// mirror image of a product of power series.
		slice := p.Shift(-i * step).Low(step)
		r := rem.Shift(step).Add(slice)
		var q Poly
		if top := r.Deg() - dd; top >= 0 {
			q = r.Reverse(r.Deg()).Low(top + 1).Mul(inverse.Low(top + 1)).Low(top + 1).Reverse(top)
			r = r.Add(q.Mul(d))
		}
		copy(quotient[i*step/wordBits:], q)
		rem = r
	}
	return Poly(quotient).Trim(), rem
}

// inverseSeries returns the inverse of p modulo x^k, for p with constant term 1. Newton's step
// v(2 - pv) is pv² in characteristic two, and squaring is almost free.
func (p Poly) inverseSeries(k int) Poly {
	v := Poly{1}
	for have := 1; have < k; {
		have = min(2*have, k)
		v = p.Low(have).Mul(v.Sqr()).Low(have)
	}
	return v
}
