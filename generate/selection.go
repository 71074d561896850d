package generate

import "math/bits"

// selection is a set of numbers that finds its n-th element fast: a bit for each number, how many
// are selected before every block of them, and for every so many selected ones the block to begin
// looking in.
type selection struct {
	words  []uint64
	before []uint32 // before block b of blockWords words; one more at the end
	hint   []uint32 // the block of selected number n·2^stride
	stride uint
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
	s.before = append(s.before, uint32(s.count))
	for s.count>>s.stride > uint64(len(s.before)) {
		s.stride++
	}
	block := uint32(0)
	for n := uint64(0); n < s.count; n += 1 << s.stride {
		for uint64(s.before[block+1]) <= n {
			block++
		}
		s.hint = append(s.hint, block)
	}
}

// at is the n-th selected number, n < count.
func (s *selection) at(n uint64) uint64 {
	block := int(s.hint[n>>s.stride])
	for uint64(s.before[block+1]) <= n {
		block++
	}
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
