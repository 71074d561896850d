package gf2

import (
	"math/bits"
	"strconv"
	"strings"
)

// Poly is a polynomial over GF(2): bit i, counted as in a [Vec], is the coefficient of x^i. The
// last word is never zero, so the zero polynomial is empty (nil will do) and equal polynomials have
// equal words. Operations return new polynomials and leave their operands alone; results may share
// memory with operands, so treat the words as read-only once they are a Poly.
type Poly []uint64

// PolyOf returns the sum of x^e over the given exponents; an exponent given twice cancels.
func PolyOf(exponents ...int) Poly {
	top := -1
	for _, e := range exponents {
		top = max(top, e)
	}
	p := make(Poly, words(top+1))
	for _, e := range exponents {
		p[e/wordBits] ^= 1 << (e % wordBits)
	}
	return p.Trim()
}

// Trim makes a polynomial of any words of coefficients: it drops the zero words at the end. The words
// are shared and must not change any more.
func (p Poly) Trim() Poly {
	w := trimmed(p)
	return Poly(w[:len(w):len(w)])
}

// trimmed is w without the zero words at its end.
func trimmed(w []uint64) []uint64 {
	n := len(w)
	for n > 0 && w[n-1] == 0 {
		n--
	}
	return w[:n]
}

// Deg is the degree; the zero polynomial has degree -1.
func (p Poly) Deg() int { return degree(p) }

func degree(w []uint64) int {
	for i := len(w) - 1; i >= 0; i-- {
		if w[i] != 0 {
			return i*wordBits + bits.Len64(w[i]) - 1
		}
	}
	return -1
}

// IsZero reports whether p = 0.
func (p Poly) IsZero() bool { return len(p) == 0 }

// IsOne reports whether p = 1.
func (p Poly) IsOne() bool { return len(p) == 1 && p[0] == 1 }

// Equal reports whether p = q.
func (p Poly) Equal(q Poly) bool {
	if len(p) != len(q) {
		return false
	}
	for i := range p {
		if p[i] != q[i] {
			return false
		}
	}
	return true
}

// Coeff reports whether x^i occurs in p; i may lie beyond the degree.
func (p Poly) Coeff(i int) bool {
	return i/wordBits < len(p) && p[i/wordBits]>>(i%wordBits)&1 != 0
}

// Add returns p + q.
func (p Poly) Add(q Poly) Poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	s := make([]uint64, len(p))
	copy(s, p)
	xorInto(s, q)
	return Poly(s).Trim()
}

// xorInto adds src to the first words of dst.
func xorInto(dst, src []uint64) {
	dst = dst[:len(src)]
	for i, w := range src {
		dst[i] ^= w
	}
}

// Shift returns p·x^k. A negative k divides by x^-k and drops the remainder.
func (p Poly) Shift(k int) Poly {
	n := p.Deg() + 1 + k
	if p.IsZero() || n <= 0 {
		return nil
	}
	s := make([]uint64, words(n))
	if k >= 0 {
		shiftUp(s, p, k)
	} else {
		shiftDown(s, p, -k)
	}
	return Poly(s).Trim()
}

// shiftUp writes src·x^k over dst, as far as dst reaches. They may not overlap.
func shiftUp(dst, src []uint64, k int) {
	q, r := k/wordBits, k%wordBits
	clear(dst[:min(q, len(dst))])
	var carry uint64
	i := q
	for _, w := range src {
		if i >= len(dst) {
			return
		}
		dst[i] = w<<r | carry
		carry = w >> (wordBits - r) // a shift by 64 gives 0
		i++
	}
	for ; i < len(dst); i++ {
		dst[i] = carry
		carry = 0
	}
}

// shiftDown writes the quotient of src by x^k over dst, as far as dst reaches. dst may be src.
func shiftDown(dst, src []uint64, k int) {
	q, r := k/wordBits, k%wordBits
	for i := range dst {
		var w uint64
		if i+q < len(src) {
			w = src[i+q] >> r
		}
		if i+q+1 < len(src) {
			w |= src[i+q+1] << (wordBits - r)
		}
		dst[i] = w
	}
}

// Low returns p mod x^k.
func (p Poly) Low(k int) Poly {
	if k <= 0 {
		return nil
	}
	if p.Deg() < k {
		return p
	}
	s := append([]uint64(nil), p[:words(k)]...)
	if r := k % wordBits; r != 0 {
		s[len(s)-1] &= 1<<r - 1
	}
	return Poly(s).Trim()
}

// Reverse returns x^k·p(1/x): coefficient i becomes coefficient k-i. The degree is at most k.
func (p Poly) Reverse(k int) Poly {
	if p.IsZero() {
		return nil
	}
	n := words(k + 1)
	s := make([]uint64, n)
	for i, w := range p {
		s[n-1-i] = bits.Reverse64(w)
	}
	shiftDown(s, s, n*wordBits-(k+1))
	return Poly(s).Trim()
}

// ShiftArgument returns p(x+1).
//
// With N a power of two (x+1)^N = x^N + 1, so a polynomial lo + x^N·hi turns into
// (lo+hi)(x+1) + x^N·hi(x+1): every bit of the exponent is one pass of additions.
func (p Poly) ShiftArgument() Poly {
	s := append([]uint64(nil), p...)
	for half := 1; half < len(s); half *= 2 {
		for i := 0; i+half < len(s); i += 2 * half {
			hi := s[i+half : min(i+2*half, len(s))]
			xorInto(s[i:], hi)
		}
	}
	for i, w := range s {
		w ^= w >> 32
		w ^= w >> 16 & 0x0000ffff0000ffff
		w ^= w >> 8 & 0x00ff00ff00ff00ff
		w ^= w >> 4 & 0x0f0f0f0f0f0f0f0f
		w ^= w >> 2 & 0x3333333333333333
		w ^= w >> 1 & 0x5555555555555555
		s[i] = w
	}
	return Poly(s).Trim()
}

// String writes the terms by falling degree, as in x^3 + x + 1.
func (p Poly) String() string {
	if p.IsZero() {
		return "0"
	}
	var terms []string
	for i := p.Deg(); i >= 0; i-- {
		switch {
		case !p.Coeff(i):
		case i == 0:
			terms = append(terms, "1")
		case i == 1:
			terms = append(terms, "x")
		default:
			terms = append(terms, "x^"+strconv.Itoa(i))
		}
	}
	return strings.Join(terms, " + ")
}
