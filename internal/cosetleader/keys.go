package cosetleader

import (
	"math/bits"
	"math/rand/v2"
)

// keyer maps columns to numbers, linearly: a column's key is the sum of the words of its ones. So the
// key of a sum is the sum of the keys. The words are random, so all bits of a key are equally good;
// the seed is fixed, so they are always the same.
type keyer []uint64

// newKeyer is a keyer for columns of k bits. Up to 64 bits, different columns have different keys: its words are
// linearly independent, with their ones among the first k bits from the top. Beyond that a key of 0 is only a hint, and
// columns can be chosen that have it: whoever finds equal keys then compares the columns.
func newKeyer(k int) keyer {
	rng := rand.New(rand.NewPCG(uint64(k), 0x73796e64726f6d65))
	var list, echelon []uint64
	for len(list) < k {
		word := rng.Uint64()
		if k < 64 {
			word = word >> (64 - k) << (64 - k)
		}
		rest := word
		for _, e := range echelon {
			rest = min(rest, rest^e)
		}
		if k <= 64 {
			if rest == 0 {
				continue
			}
			echelon = append(echelon, rest)
		}
		list = append(list, word)
	}
	return list
}

func (key keyer) of(column []uint64) uint64 {
	sum := uint64(0)
	for w, x := range column {
		for ; x != 0; x &= x - 1 {
			sum ^= key[w*64+bits.TrailingZeros64(x)]
		}
	}
	return sum
}
