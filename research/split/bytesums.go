package split

import (
	"math/bits"
	"slices"
)

// byteSums has the sum of every set of rows whose coefficients are in one byte. So a word takes a few additions, and one
// with the same higher bytes as the word before takes fewer, as nearly all do in increasing order: on 131×131 many
// millions of words of one class are combined with a single one of another, and adding up their rows one by one takes
// longer than weighing them. (Words that are images under a symmetry are in another order, and share less.)
type byteSums struct {
	word []uint64
	sums [][][]uint64 // by byte and its value
}

func newByteSums(word []uint64, rows [][]uint64) *byteSums {
	s := &byteSums{word: word}
	for ; len(rows) > 0; rows = rows[min(8, len(rows)):] {
		sums := [][]uint64{make([]uint64, len(word))}
		for _, row := range rows[:min(8, len(rows))] {
			for _, sum := range sums[:len(sums):len(sums)] {
				next := slices.Clone(sum)
				for i, w := range row {
					next[i] ^= w
				}
				sums = append(sums, next)
			}
		}
		s.sums = append(s.sums, sums)
	}
	return s
}

// walk writes words one after another.
type walk struct {
	*byteSums
	at      uint64
	partial [][]uint64 // from byte i up; the last is the word alone
}

func (s *byteSums) walk() *walk {
	w := &walk{byteSums: s}
	for range s.sums {
		w.partial = append(w.partial, slices.Clone(s.word))
	}
	w.partial = append(w.partial, s.word)
	return w
}

// to is the word with the given coefficients. It is valid until the next one.
func (w *walk) to(coefficients uint64) []uint64 {
	for i := (bits.Len64(coefficients^w.at) + 7) / 8; i > 0; i-- {
		sum := w.sums[i-1][byte(coefficients>>(8*(i-1)))]
		into, above := w.partial[i-1][:len(sum)], w.partial[i][:len(sum)]
		for j, x := range sum {
			into[j] = above[j] ^ x
		}
	}
	w.at = coefficients
	return w.partial[0]
}
