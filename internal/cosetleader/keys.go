package cosetleader

import (
	"math/bits"
	"math/rand/v2"

	"lightsout/gf2"
)

// keyer maps columns to numbers, linearly: a column's key is the sum of the words of its ones. So the
// key of a sum is the sum of the keys. The words are random, so all bits of a key are equally good;
// the seed is fixed, so they are always the same.
type keyer []uint64

// newKeyer is a keyer for columns of k bits under which exactly the columns in the span of the given
// ones have key 0, as long as the quotient has at most 64 dimensions; beyond that a key of 0 is only a
// hint, and columns can be chosen that have it: whoever finds equal keys then compares the columns. It also
// returns the dimension of the span.
func newKeyer(p *part, kill []int) (keyer, int) {
	m := gf2.NewMatrix(len(kill), p.k)
	for r, c := range kill {
		for w, x := range p.col(c) {
			for ; x != 0; x &= x - 1 {
				m.Set(r, w*64+bits.TrailingZeros64(x), true)
			}
		}
	}
	pivots := m.Reduce()
	isPivot := make([]bool, p.k)
	for _, i := range pivots {
		isPivot[i] = true
	}
	words := independentWords(p.k - len(pivots))
	key := make(keyer, p.k)
	for i := range key {
		if !isPivot[i] {
			key[i], words = words[0], words[1:]
		}
	}
	// Modulo the span a pivot is the sum of the others in its row.
	for r, pivot := range pivots {
		for i := range m.Row(r).Ones() {
			if i != pivot {
				key[pivot] ^= key[i]
			}
		}
	}
	return key, len(pivots)
}

// independentWords are n words, linearly independent if n ≤ 64, with their ones among the first n
// bits from the top.
func independentWords(n int) []uint64 {
	rng := rand.New(rand.NewPCG(uint64(n), 0x73796e64726f6d65))
	var list []uint64
	var span gf2.Basis64
	for len(list) < n {
		word := rng.Uint64()
		if n < 64 {
			word = word >> (64 - n) << (64 - n)
		}
		if n > 64 || span.Add(word) {
			list = append(list, word)
		}
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
