// Package sample draws evenly, and again the same from the same seed: random words that belong to a purpose and a number,
// permutations that need no memory, and sets of things that have numbers. All of it is frozen: seeds keep their meaning.
package sample

import (
	"math/big"
	"math/bits"
)

// Philox4x64-10 of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3"
// (SC 2011): a keyed scrambling of a 256-bit counter. There is no state to carry from one puzzle to
// the next, which is what lets puzzle i be made without the puzzles before it.
const (
	philoxM0 = 0xD2E7470EE14C6C93
	philoxM1 = 0xCA5A826395121157
	philoxW0 = 0x9E3779B97F4A7C15
	philoxW1 = 0xBB67AE8584CAA73B
)

func philox(c0, c1, c2, c3, k0, k1 uint64) (r0, r1, r2, r3 uint64) {
	for range 10 {
		hi0, lo0 := bits.Mul64(philoxM0, c0)
		hi1, lo1 := bits.Mul64(philoxM1, c2)
		c0, c1, c2, c3 = hi1^c1^k0, lo1, hi0^c3^k1, lo0
		k0 += philoxW0
		k1 += philoxW1
	}
	return c0, c1, c2, c3
}

// toPermute is the purpose of the keys of a permutation. Purposes are the second word of a key, so that draws for
// different purposes are independent; package generate numbers the others.
const toPermute = 1

// Stream is a sequence of random words that belongs to one puzzle and one attempt at it:
//
//	word 4n+j = word j of philox(counter: n, index, attempt, 0; key: seed, purpose)
type Stream struct {
	seed, why, index, attempt uint64
	block                     uint64
	left                      int // unused words in the buffer
	buffer                    [4]uint64
}

// NewStream is the stream of a purpose, for an attempt at a puzzle.
func NewStream(seed, why, index, attempt uint64) Stream {
	return Stream{seed: seed, why: why, index: index, attempt: attempt}
}

// For is the stream for another purpose, of the same puzzle and attempt.
func (s *Stream) For(why uint64) Stream { return NewStream(s.seed, why, s.index, s.attempt) }

// Restart makes s a new stream. It leaves the buffer alone, as nothing in it counts.
func (s *Stream) Restart(seed, why, index, attempt uint64) {
	s.seed, s.why, s.index, s.attempt = seed, why, index, attempt
	s.block, s.left = 0, 0
}

func (s *Stream) Word() uint64 {
	if s.left == 0 {
		s.refill()
	}
	s.left--
	return s.buffer[3-s.left]
}

func (s *Stream) refill() {
	b := &s.buffer
	b[0], b[1], b[2], b[3] = philox(s.block, s.index, s.attempt, 0, s.seed, s.why)
	s.block++
	s.left = 4
}

// Fill sets all of w, drawing len(w) words.
func (s *Stream) Fill(w []uint64) {
	for i := range w {
		w[i] = s.Word()
	}
}

// Below is uniform over 0…n-1, n > 0: the high half of word·n, words whose low half falls short of
// 2^64 mod n being drawn again (Lemire, "Fast Random Integer Generation in an Interval", 2019).
func (s *Stream) Below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Word(), n)
	if lo < n {
		for short := -n % n; lo < short; {
			hi, lo = bits.Mul64(s.Word(), n)
		}
	}
	return hi
}

// numbers are 64 bits long. A set of more than 2^64 elements is cut into slices, and a number stands for a slice, in
// which one element is drawn. A slice has at least 2^32 elements, so that all elements are equally likely up to one
// part in 2^32.

// SliceBits is how many bits the numbers of the slices have; 0 if the set, which is not empty, has no slices.
func SliceBits(size *big.Int) uint {
	length := new(big.Int).Sub(size, big.NewInt(1)).BitLen()
	if length <= 64 {
		return 0
	}
	return uint(min(64, length-33))
}

// LastNumber is the largest number of an element or a slice of a set.
func LastNumber(size *big.Int) uint64 {
	if n := SliceBits(size); n > 0 {
		return 1<<n - 1 // all ones for 64, as the shift then gives 0
	}
	return new(big.Int).Sub(size, big.NewInt(1)).Uint64()
}

// Element is the element n of a set of that size, or one that is drawn from slice n.
func Element(size *big.Int, slices uint, n uint64, s *Stream) *big.Int {
	low := new(big.Int).SetUint64(n)
	if slices == 0 {
		return low
	}
	low.Mul(low, size)
	high := new(big.Int).Add(low, size)
	low.Rsh(low, slices)
	high.Rsh(high, slices)
	return low.Add(low, randomBelow(high.Sub(high, low), s))
}

// randomBelow is uniform over 0…n-1: words from the least significant, cut to the length of n,
// until they make a number below n.
func randomBelow(n *big.Int, random *Stream) *big.Int {
	length := n.BitLen()
	x, word := new(big.Int), new(big.Int)
	for {
		x.SetInt64(0)
		for at := 0; at < length; at += 64 {
			v := random.Word()
			if length-at < 64 {
				v &= 1<<(length-at) - 1
			}
			x.Or(x, word.Lsh(word.SetUint64(v), uint(at)))
		}
		if x.Cmp(n) < 0 {
			return x
		}
	}
}

// Permutation is a keyed bijection of 0…last: a Feistel network on the next even number of bits,
// applied again while its result lies outside (cycle walking, Black and Rogaway, "Ciphers with
// Arbitrary Finite Domains", 2002). It needs no memory, and any element at any time. A round is a
// multiply-shift hash with random keys (Dietzfelbinger and others, "A reliable randomized algorithm for the
// closest-pair problem", 1997). The rounds are frozen: changing them changes every distinct batch.
type Permutation struct {
	last uint64
	half uint // bits of a half
	keys [8]struct{ factor, addend uint64 }
}

// NewPermutation permutes 0…last. Different salts give independent permutations.
func NewPermutation(last, seed, salt uint64) *Permutation {
	p := &Permutation{last: last, half: uint(max(2, bits.Len64(last))+1) / 2}
	for round := range p.keys {
		factor, addend, _, _ := philox(uint64(round), salt, 0, 0, seed, toPermute)
		p.keys[round].factor, p.keys[round].addend = factor|1, addend
	}
	return p
}

// At is where x goes.
func (p *Permutation) At(x uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	for {
		left, right := x>>p.half, x&mask
		for i := range p.keys {
			k := &p.keys[i]
			left, right = right, left^((right+k.addend)*k.factor)>>(64-p.half)
		}
		if x = left<<p.half | right; x <= p.last {
			return x
		}
	}
}

// Shuffled is 0…n-1 in random order.
func Shuffled(n int, s *Stream) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		j := s.Below(uint64(i) + 1)
		order[i] = order[j]
		order[j] = uint32(i)
	}
	return order
}
