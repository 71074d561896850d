package gf2

// karatsubaWords is the length of the shorter factor from which three products of half the length
// beat the schoolbook; BenchmarkKaratsubaCrossover measures it.
var karatsubaWords = 40

// Mul returns p·q, in time O(n^1.59) for factors of n words.
func (p Poly) Mul(q Poly) Poly {
	if p.IsZero() || q.IsZero() {
		return nil
	}
	dst := make([]uint64, len(p)+len(q))
	mulWords(dst, p, q)
	return Poly(dst).Trim()
}

// Sqr returns p², whose coefficients are those of p at even places.
func (p Poly) Sqr() Poly {
	s := make([]uint64, 2*len(p))
	for i, w := range p {
		s[2*i] = spreadBits(uint32(w))
		s[2*i+1] = spreadBits(uint32(w >> 32))
	}
	return Poly(s).Trim()
}

// spreadBits moves bit i of w to bit 2i.
func spreadBits(w uint32) uint64 {
	x := uint64(w)
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}

// mulWords sets dst to a·b. dst has as many words as both together, and overlaps neither.
func mulWords(dst, a, b []uint64) {
	if len(a) < len(b) {
		a, b = b, a
	}
	n := len(b)
	switch {
	case n < karatsubaWords:
		mulSchoolbook(dst, a, b)
	case len(a) == n:
		karatsuba(dst, a, b, make([]uint64, karatsubaScratch(n)))
	default:
		mulSlices(dst, a, b)
	}
}

// mulSlices cuts the longer factor a into slices as long as b.
func mulSlices(dst, a, b []uint64) {
	n := len(b)
	clear(dst)
	product := make([]uint64, 2*n)
	scratch := make([]uint64, karatsubaScratch(n))
	for i := 0; i < len(a); i += n {
		slice := a[i:min(i+n, len(a))]
		part := product[:len(slice)+n]
		if len(slice) == n {
			karatsuba(part, slice, b, scratch)
		} else {
			mulWords(part, slice, b)
		}
		xorInto(dst[i:], part)
	}
}

// karatsubaHalf is the length of the lower halves: even, because the schoolbook product works on pairs of words.
func karatsubaHalf(n int) int { return ((n+1)/2 + 1) &^ 1 }

// karatsubaScratch is enough for all levels: each takes 4 halves of a length that halves again.
func karatsubaScratch(n int) int {
	total := 0
	for n >= karatsubaWords && n >= 4 {
		n = karatsubaHalf(n)
		total += 4 * n
	}
	return total
}

// karatsuba sets dst to a·b for factors of equal length:
// (a0 + a1·X)(b0 + b1·X) = a0b0 + ((a0+a1)(b0+b1) + a0b0 + a1b1)·X + a1b1·X².
func karatsuba(dst, a, b, scratch []uint64) {
	n := len(a)
	if n < karatsubaWords || n < 4 {
		mulSchoolbook(dst, a, b)
		return
	}
	h := karatsubaHalf(n)
	sumA, sumB, mid, rest := scratch[:h], scratch[h:2*h], scratch[2*h:4*h], scratch[4*h:]
	copy(sumA, a[:h])
	xorInto(sumA, a[h:])
	copy(sumB, b[:h])
	xorInto(sumB, b[h:])
	karatsuba(dst[:2*h], a[:h], b[:h], rest)
	karatsuba(dst[2*h:], a[h:], b[h:], rest)
	karatsuba(mid, sumA, sumB, rest)
	xorInto(mid, dst[:2*h])
	xorInto(mid, dst[2*h:2*n])
	xorInto(dst[h:], mid[:n]) // a0b1 + a1b0 has no more than n words
}

// mulSchoolbook sets dst to a·b with one word product per pair of words.
func mulSchoolbook(dst, a, b []uint64) {
	ea, eb := len(a)&^1, len(b)&^1
	if ea > 0 && eb > 0 {
		mulPairs(dst[:ea+eb], a[:ea], b[:eb])
		clear(dst[ea+eb:])
	} else {
		clear(dst)
	}
	if ea < len(a) {
		addMul(dst[ea:], b, a[ea])
	}
	if eb < len(b) {
		addMul(dst[eb:], a[:ea], b[eb])
	}
}
