package gf2

import "math/bits"

//go:generate go run -C ../tools/asm ./gf2 -out ../../gf2/polykernel_amd64.s -stubs ../../gf2/polykernel_stubs_amd64.go -pkg gf2

// The three loops that all polynomial arithmetic ends in. Each has a portable form here and, where
// the processor multiplies without carries, a form in assembly; the two give the same words.

// mulPairs sets dst to a·b. Both lengths are even and not zero, and dst has their sum.
func mulPairs(dst, a, b []uint64) {
	if hasCLMUL {
		_ = dst[len(a)+len(b)-1]
		mulPairsCLMUL(&dst[0], &a[0], &b[0], len(a)/2, len(b)/2)
		return
	}
	mulPairsPortable(dst, a, b)
}

// mulAddTwo sets dst to x·a + y·b, where dst has one word more than a, and b at least as many as a.
func mulAddTwo(dst, a, b []uint64, x, y uint64) {
	if hasCLMUL && len(a) > 0 {
		_, _ = dst[len(a)], b[len(a)-1]
		mulAddTwoCLMUL(&dst[0], &a[0], &b[0], len(a), x, y)
		return
	}
	mulAddTwoPortable(dst, a, b, x, y)
}

// addMul adds x·a to dst, which has at least one word more than a.
func addMul(dst, a []uint64, x uint64) {
	if hasCLMUL && len(a) > 0 {
		_ = dst[len(a)]
		addMulCLMUL(&dst[0], &a[0], len(a), x)
		return
	}
	addMulPortable(dst, a, x)
}

func mulPairsPortable(dst, a, b []uint64) {
	clear(dst)
	for i, x := range a {
		addMulPortable(dst[i:], b, x)
	}
}

func mulAddTwoPortable(dst, a, b []uint64, x, y uint64) {
	clear(dst[:len(a)+1])
	addMulPortable(dst, a, x)
	addMulPortable(dst, b[:len(a)], y)
}

func addMulPortable(dst, a []uint64, x uint64) {
	t := newMultiples(x)
	var carry uint64
	for i, w := range a {
		hi, lo := t.times(w)
		dst[i] ^= lo ^ carry
		carry = hi
	}
	dst[len(a)] ^= carry
}

// multiples holds x times each polynomial of degree below 4: four steps of a product at once.
type multiples struct{ hi, lo [16]uint64 }

func newMultiples(x uint64) *multiples {
	t := new(multiples)
	for i := 1; i < 16; i++ {
		k := bits.Len(uint(i)) - 1
		rest := i &^ (1 << k)
		t.lo[i] = t.lo[rest] ^ x<<k
		t.hi[i] = t.hi[rest] ^ x>>(wordBits-k)
	}
	return t
}

// times returns the product of w and the word that t is made of.
func (t *multiples) times(w uint64) (hi, lo uint64) {
	for s := wordBits - 4; s >= 0; s -= 4 {
		hi = hi<<4 | lo>>(wordBits-4)
		lo <<= 4
		i := w >> s & 15
		hi ^= t.hi[i]
		lo ^= t.lo[i]
	}
	return hi, lo
}
