package generate

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

// purpose is the second word of the key, so that draws for different purposes are independent. The
// numbers are frozen: a seed keeps its meaning.
type purpose uint64

const (
	drawing        purpose = iota // candidates
	permuting                     // the rounds of a permutation
	piloting                      // measuring how often candidates pass
	orienting                     // which of the alike states is shown
	pressing                      // no longer used
	randomising                   // the method sat
	fingerprinting                // telling states apart
	mixing                        // which board is next
)

// stream is a sequence of random words that belongs to one puzzle and one attempt at it:
//
//	word 4n+j = word j of philox(counter: n, index, attempt, 0; key: seed, purpose)
type stream struct {
	seed, index, attempt uint64
	why                  purpose
	block                uint64
	left                 int // unused words in the buffer
	buffer               [4]uint64
}

func newStream(seed uint64, why purpose, index, attempt uint64) stream {
	return stream{seed: seed, why: why, index: index, attempt: attempt}
}

// restart makes s a new stream. It leaves the buffer alone, as nothing in it counts.
func (s *stream) restart(seed uint64, why purpose, index, attempt uint64) {
	s.seed, s.why, s.index, s.attempt = seed, why, index, attempt
	s.block, s.left = 0, 0
}

func (s *stream) word() uint64 {
	if s.left == 0 {
		s.refill()
	}
	s.left--
	return s.buffer[3-s.left]
}

func (s *stream) refill() {
	b := &s.buffer
	b[0], b[1], b[2], b[3] = philox(s.block, s.index, s.attempt, 0, s.seed, uint64(s.why))
	s.block++
	s.left = 4
}

// fill sets all of w, drawing len(w) words.
func (s *stream) fill(w []uint64) {
	for s.left == 0 && len(w) >= 4 {
		w[0], w[1], w[2], w[3] = philox(s.block, s.index, s.attempt, 0, s.seed, uint64(s.why))
		s.block++
		w = w[4:]
	}
	for i := range w {
		w[i] = s.word()
	}
}

// below is uniform over 0…n-1, n > 0: the high half of word·n, words whose low half falls short of
// 2^64 mod n being drawn again (Lemire, "Fast Random Integer Generation in an Interval", 2019).
func (s *stream) below(n uint64) uint64 {
	hi, lo := bits.Mul64(s.word(), n)
	if lo < n {
		for short := -n % n; lo < short; {
			hi, lo = bits.Mul64(s.word(), n)
		}
	}
	return hi
}

// rank is a number of up to 128 bits: which element of a set of candidates.
type rank struct{ hi, lo uint64 }

func (a rank) less(b rank) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func (a rank) plus(b uint64) rank {
	lo, carry := bits.Add64(a.lo, b, 0)
	return rank{a.hi + carry, lo}
}

// times is a·b for factors whose product has at most 128 bits, as of two numbers of 64.
func times(a, b uint64) rank {
	hi, lo := bits.Mul64(a, b)
	return rank{hi, lo}
}

func (a rank) bitLen() int {
	if a.hi != 0 {
		return 64 + bits.Len64(a.hi)
	}
	return bits.Len64(a.lo)
}

func (a rank) big() *big.Int {
	b := new(big.Int).SetUint64(a.hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(a.lo))
}

// rankOf is a number below 2^128.
func rankOf(b *big.Int) rank {
	var lo, hi big.Int
	lo.And(b, new(big.Int).SetUint64(^uint64(0)))
	hi.Rsh(b, 64)
	return rank{hi.Uint64(), lo.Uint64()}
}

// permutation is a keyed bijection of 0…n-1: a Feistel network on the next even number of bits,
// applied again while its result lies outside (cycle walking, Black and Rogaway, "Ciphers with
// Arbitrary Finite Domains", 2002). It needs no memory, and any element at any time.
type permutation struct {
	n    rank
	half uint // bits of a half
	seed uint64
	salt uint64
	// table has the words of every round, if the permutation was tabulated and they are short.
	table []uint16
}

// permutationRounds is frozen, as the round function is: changing either changes every distinct
// batch.
const permutationRounds = 8

// newPermutation permutes 0…n-1, n ≥ 1. Different salts give independent permutations.
func newPermutation(n rank, seed, salt uint64) permutation {
	lo, borrow := bits.Sub64(n.lo, 1, 0)
	largest := rank{n.hi - borrow, lo}
	return permutation{n: n, half: uint(max(2, largest.bitLen())+1) / 2, seed: seed, salt: salt}
}

// at is where x goes.
func (p permutation) at(x rank) rank {
	for {
		x = p.network(x)
		if x.less(p.n) {
			return x
		}
	}
}

func (p permutation) network(x rank) rank {
	mask := uint64(1)<<p.half - 1 // all ones for 64, as the shift then gives 0
	right := x.lo & mask
	left := (x.lo>>p.half | x.hi<<(64-p.half)) & mask // shifts by 64 give 0
	for round := range uint64(permutationRounds) {
		left, right = right, left^p.word(round, right)&mask
	}
	return rank{left >> (64 - p.half), left<<p.half | right}
}

// word is the word of a round that the right half chooses.
func (p permutation) word(round, right uint64) uint64 {
	word, _, _, _ := philox(right, round, p.salt, 0, p.seed, uint64(permuting))
	return word
}

// maxTabulated is the longest half whose words are tabulated: 2^16 of 16 bits for each round are 1 MiB.
const maxTabulated = 16

// tabulated is the same permutation, whose run is several times faster. It pays where hundreds of
// thousands of numbers are permuted.
func (p permutation) tabulated() permutation {
	if p.half > maxTabulated {
		return p
	}
	p.table = make([]uint16, permutationRounds<<p.half)
	for i := range p.table {
		p.table[i] = uint16(p.word(uint64(i)>>p.half, uint64(i)&(1<<p.half-1)) & (1<<p.half - 1))
	}
	return p
}

// lanes are numbers that go through the rounds of a table side by side: as many as make the words of a
// round, once in the processor's nearest cache, serve again and again.
type lanes struct{ left, right [listRun]uint16 }

// run makes the lanes the halves of where first, first+1, … go, of which there are n; p is tabulated. The
// results may lie outside of the permutation, and then must be permuted again.
func (p permutation) run(lanes *lanes, first uint64, n int) (left, right []uint16) {
	left, right = lanes.left[:n], lanes.right[:n]
	for i := range left {
		x := first + uint64(i)
		left[i], right[i] = uint16(x>>p.half), uint16(x&(1<<p.half-1))
	}
	for round := range uint64(permutationRounds) {
		words := p.table[round<<p.half : (round+1)<<p.half]
		for i, x := range right {
			left[i] ^= words[x]
		}
		left, right = right, left
	}
	return left, right
}

// sliceCount is how many slices a set of more than 2^128 is cut into, so that its elements can be
// reached by a rank nevertheless: a rank stands for a slice, in which one element is drawn. A slice
// has at least 2^64 elements, so that all are equally likely up to one part in 2^64.
var sliceCount = rank{hi: 1}

func isSliced(size *big.Int) bool { return size.BitLen() > 128 }
