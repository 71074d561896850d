package generate

import "math/bits"

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

// purpose is the second word of the key, so that draws for different ends are independent. The
// numbers are frozen: a seed keeps its meaning.
type purpose uint64

const (
	drawing        purpose = iota // candidates
	permuting                     // the rounds of a permutation
	piloting                      // measuring how often a filter lets pass
	orienting                     // which of the alike states is shown
	pressing                      // not used: the numbers are frozen
	randomising                   // the method sat
	fingerprinting                // telling states apart
)

// stream is a sequence of random words that belongs to one puzzle and one attempt at it:
//
//	word 4n+j = word j of philox(counter: n, index, attempt, 0; key: seed, purpose)
type stream struct {
	seed, index, attempt uint64
	why                  purpose
	block                uint64
	left                 int // words in the buffer that are not used yet
	buffer               [4]uint64
}

func newStream(seed uint64, why purpose, index, attempt uint64) stream {
	return stream{seed: seed, why: why, index: index, attempt: attempt}
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
