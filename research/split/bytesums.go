package split

import (
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// byteSums has the sum of every set of rows whose coefficients are in one byte. So a word takes a few additions, and one
// with the same higher bytes as the word before takes fewer, as nearly all do in increasing order: on 131×131 many
// millions of words of one class are combined with a single one of another, and adding up their rows one by one takes
// longer than weighing them. (Words that are images under a symmetry are in another order, and share less.)
type byteSums struct {
	word  []uint64
	sums  *gf2.SumTable
	bytes int
}

func newByteSums(word []uint64, rows [][]uint64) *byteSums {
	return &byteSums{word: word, sums: gf2.NewSumTable(slices.Concat(rows...), len(word)), bytes: (len(rows) + 7) / 8}
}

// walk writes words one after another.
type walk struct {
	*byteSums
	at      uint64
	partial [][]uint64 // from byte i up; the last is the word alone
}

func (s *byteSums) walk() *walk {
	w := &walk{byteSums: s}
	for range s.bytes {
		w.partial = append(w.partial, slices.Clone(s.word))
	}
	w.partial = append(w.partial, s.word)
	return w
}

// to is the word with the given coefficients. It is valid until the next one.
func (w *walk) to(coefficients uint64) []uint64 {
	for i := (bits.Len64(coefficients^w.at) + 7) / 8; i > 0; i-- {
		sum := w.sums.Sum(i-1, uint8(coefficients>>(8*(i-1))))
		into, above := w.partial[i-1][:len(sum)], w.partial[i][:len(sum)]
		for j, x := range sum {
			into[j] = above[j] ^ x
		}
	}
	w.at = coefficients
	return w.partial[0]
}
