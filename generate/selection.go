package generate

import (
	"math/bits"
	"sort"
)

// selection is a set of numbers that finds its n-th element fast: a bit for each number, and how
// many are selected before every block of them.
type selection struct {
	words  []uint64
	before []uint32 // before block b of blockWords words
	count  uint64
}

const blockWords = 8

func newSelection(numbers int) *selection {
	return &selection{words: make([]uint64, (numbers+63)/64)}
}

// finish counts. The bits must not change any more.
func (s *selection) finish() {
	for i, w := range s.words {
		if i%blockWords == 0 {
			s.before = append(s.before, uint32(s.count))
		}
		s.count += uint64(bits.OnesCount64(w))
	}
}

// at is the n-th selected number, n < count.
func (s *selection) at(n uint64) uint64 {
	block := sort.Search(len(s.before), func(b int) bool { return uint64(s.before[b]) > n }) - 1
	n -= uint64(s.before[block])
	for i := block * blockWords; ; i++ {
		w := s.words[i]
		if here := uint64(bits.OnesCount64(w)); n >= here {
			n -= here
			continue
		}
		for ; n > 0; n-- {
			w &= w - 1
		}
		return uint64(64*i + bits.TrailingZeros64(w))
	}
}
