package gf2

import (
	"fmt"
	"slices"
)

// SumTable has the sums of some vectors, all 256 of every eight vectors, so that a sum of any of them takes one
// addition for eight vectors: the method of the four Russians, for products of one matrix with many vectors. Its zero
// value is that of no vectors.
//
//	t := gf2.NewSumTable([]uint64{0b001, 0b011, 0b111}, 1)
//	t.Sum(0, 0b110)           // [0b100]: the second and the third
type SumTable struct {
	words int
	sums  []uint64 // first those of vectors 0 to 7, by the byte of their coefficients
}

// NewSumTable is the table of vectors that stand one after another, each of so many words.
func NewSumTable(vectors []uint64, words int) *SumTable {
	t := &SumTable{}
	t.Fill(vectors, words)
	return t
}

// Fill makes t the table of other vectors, in its memory if that is enough.
func (t *SumTable) Fill(vectors []uint64, words int) {
	if words < 1 {
		panic(fmt.Sprintf("gf2: vectors of %d words", words))
	}
	t.words, t.sums = words, t.sums[:0]
	const some = 8
	for ; len(vectors) > 0; vectors = vectors[min(some*words, len(vectors)):] {
		t.sums = appendSums(t.sums, vectors[:min(some*words, len(vectors))], words)
	}
}

// appendSums lists all sums of the vectors: for each vector, the sums before it come once more with that vector added.
func appendSums(list, vectors []uint64, words int) []uint64 {
	start := len(list)
	list = append(list, make([]uint64, words)...)
	for ; len(vectors) > 0; vectors = vectors[words:] {
		end := len(list)
		list = slices.Grow(list, end-start)[:end+end-start]
		done, next := list[start:end], list[end:]
		for at := 0; at < len(next); at += words {
			for w, x := range vectors[:words] {
				next[at+w] = done[at+w] ^ x
			}
		}
	}
	return list
}

// Sum is the sum of those of the vectors 8·b, 8·b+1, … that have a bit in x. It is not a copy.
func (t *SumTable) Sum(b int, x uint8) []uint64 {
	at := (b<<8 | int(x)) * t.words
	return t.sums[at : at+t.words]
}

// AddTo adds to dst the vectors that have a bit in the coefficients.
func (t *SumTable) AddTo(dst, coefficients []uint64) {
	if t.words == 1 { // as below, without loops over one word
		sum, x := dst[0], uint64(0)
		for at := 0; at < len(t.sums); at += 256 {
			if at%(8*256) == 0 {
				x = coefficients[at/(8*256)]
			}
			sum ^= t.sums[at+int(uint8(x))]
			x >>= 8
		}
		dst[0] = sum
		return
	}
	for b := 0; b<<8*t.words < len(t.sums); b++ {
		for w, x := range t.Sum(b, uint8(coefficients[b/8]>>(b%8*8))) {
			dst[w] ^= x
		}
	}
}
