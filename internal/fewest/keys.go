package fewest

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// keyer maps columns to numbers, linearly: a column's key is the sum of the words of its ones. So the
// key of a sum is the sum of the keys. The words are random, so all bits of a key are equally good;
// the seed is fixed, so they are always the same.
type keyer []uint64

// newKeyer is a keyer for columns of n bits. Up to 64 bits its words are independent, with their ones among the first
// n bits from the top, so that different columns have different keys. Beyond that equal keys are only a hint, and
// columns can be chosen that have them: whoever finds equal keys then compares the columns.
func newKeyer(n int) keyer {
	rng := rand.New(rand.NewPCG(uint64(n), 0x73796e64726f6d65))
	var key keyer
	var span gf2.Basis64
	for len(key) < n {
		word := rng.Uint64()
		if n < 64 {
			word = word >> (64 - n) << (64 - n)
		}
		if n > 64 || span.Add(word) {
			key = append(key, word)
		}
	}
	return key
}

func (key keyer) of(column []uint64) uint64 {
	sum := uint64(0)
	for i := range onesOf(column) {
		sum ^= key[i]
	}
	return sum
}
