package cosetleader

import "math/bits"

// maxGray bounds the coefficients: more would take far too long.
const maxGray = 62

// gray weighs all 2^k words, each from the one before by adding one row (Gray code). Among words of
// equal weight it prefers the smallest coefficients, read as a number.
//
// Cost: 2^k·n/64.
func gray(s *search) error {
	f := s.f
	if f.k() > maxGray {
		return tooManyCoefficients("gray", f.k())
	}
	word := f.word.Clone()
	best, x, bestX := f.weigh(word), uint64(0), uint64(0)
	if s.listing() {
		s.offer(word.Clone(), best)
	}
	for i := uint64(1); i < 1<<f.k(); i++ {
		if i%1024 == 0 && s.stopped() {
			break
		}
		row := bits.TrailingZeros64(i)
		word.Add(f.rows[row])
		x ^= 1 << row
		weight := f.weigh(word)
		if s.listing() {
			if weight <= s.within() {
				s.offer(word.Clone(), weight)
			}
		} else if weight < best || weight == best && x < bestX {
			best, bestX = weight, x
		}
	}
	s.words.Store(1 << f.k())
	if !s.listing() {
		s.prefer(f.at(bestX), best)
	}
	return nil
}
