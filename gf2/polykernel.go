package gf2

import "math/bits"

//go:generate go run -C ../tools/asm ./gf2 -out ../../gf2/polykernel_amd64.s -stubs ../../gf2/polykernel_stubs_amd64.go -pkg gf2

// The loop that all polynomial arithmetic ends in. It has a portable form here and, where the processor multiplies
// without carries, a form in assembly; the two give the same words.

// addMul adds x·a to dst, which has at least one word more than a.
func addMul(dst, a []uint64, x uint64) {
	if hasCLMUL && len(a) > 0 {
		_ = dst[len(a)]
		addMulCLMUL(&dst[0], &a[0], len(a), x)
		return
	}
	addMulPortable(dst, a, x)
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
