package gridpoly

import "math/bits"

// The change of basis between powers of x and Dickson polynomials.
//
// The Dickson polynomial D_j is the one with D_j(y + 1/y) = y^j + 1/y^j. Over GF(2) it is x times
// the row polynomial f_(j-1), so Dickson coefficients are what the bits of a row are. From
// D_(N+j) + D_(N-j) = D_N·D_j, and D_N = x^N for N a power of two,
//
//	D_(N+j) = D_(N-j) + x^N·D_j,
//
// which takes a sum over j < 2N apart into two of half the size: fold the upper half back onto the
// lower one, in reverse. Bit by bit of the exponent, n coefficients cost n/64·log n words.
//
// D_0 is zero, so place 0 is free to hold a constant term; likewise place N of every upper half
// holds x^N alone, because D_N is just that.

// toPowers turns Dickson coefficients into coefficients of powers of x, in place.
func toPowers(c []uint64) {
	half := 1
	for 2*half < len(c) {
		half *= 2
	}
	for ; half >= 1; half /= 2 {
		foldBlocks(c, half)
	}
	for i, w := range c {
		w ^= bits.Reverse64(w) << 1 & 0x00000000fffffffe
		w ^= reverse32(w) << 1 & 0x0000fffe0000fffe
		w ^= reverse16(w) << 1 & 0x00fe00fe00fe00fe
		w ^= reverse8(w) << 1 & 0x0e0e0e0e0e0e0e0e
		w ^= w >> 2 & 0x2222222222222222
		c[i] = w
	}
}

// toDickson undoes toPowers: each fold undoes itself.
func toDickson(c []uint64) {
	for i, w := range c {
		w ^= w >> 2 & 0x2222222222222222
		w ^= reverse8(w) << 1 & 0x0e0e0e0e0e0e0e0e
		w ^= reverse16(w) << 1 & 0x00fe00fe00fe00fe
		w ^= reverse32(w) << 1 & 0x0000fffe0000fffe
		w ^= bits.Reverse64(w) << 1 & 0x00000000fffffffe
		c[i] = w
	}
	for half := 1; half < len(c); half *= 2 {
		foldBlocks(c, half)
	}
}

// foldBlocks does one level of folding, for N = 64·half: in every block of 2N coefficients, adds
// number 2N-j to number j for 0 < j < N. What lies beyond the end of c counts as zero.
func foldBlocks(c []uint64, half int) {
	for start := 0; start+half < len(c); start += 2 * half {
		block := c[start:min(start+2*half, len(c))]
		// Word i of the lower half takes bits 63…1 of word 2·half-1-i, mirrored, and bit 0 of the
		// word after that one.
		var after uint64
		for i := 2*half - len(block); i < half; i++ {
			w := block[2*half-1-i]
			block[i] ^= bits.Reverse64(w)<<1 | after
			after = w & 1
		}
	}
}

// reverse32, reverse16 and reverse8 reverse the bits within each part of that many bits.

func reverse32(w uint64) uint64 { return bits.RotateLeft64(bits.Reverse64(w), 32) }

func reverse16(w uint64) uint64 {
	w = reverse32(w)
	return w>>16&0x0000ffff0000ffff | w&0x0000ffff0000ffff<<16
}

func reverse8(w uint64) uint64 { return bits.ReverseBytes64(bits.Reverse64(w)) }
