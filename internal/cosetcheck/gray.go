package cosetcheck

import (
	"context"
	"math"
	"math/bits"
	"sync"
)

// maxGray is the most rows whose sums are numbered in one word.
const maxGray = 62

// scan weighs all words of a table, in the order of the reflected Gray code.
type scan struct {
	shift []uint
	word  []uint64
	rows  [][]uint64
}

func newScan(t *table) *scan {
	p := newLayout(t.cost)
	return &scan{shift: p.shift, word: p.pack(t.word), rows: p.packAll(t.rows)}
}

func (t *table) graySteps() float64 {
	return math.Ldexp(float64(len(newLayout(t.cost).shift)+1), len(t.rows))
}

// pieceBits is the binary logarithm of how many words a worker weighs at a time.
const pieceBits = 18

// least is the least cost of a word.
func (s *scan) least(ctx context.Context, o Options) (int, error) {
	all := uint64(1) << len(s.rows)
	size := min(all, 1<<pieceBits)
	least := math.MaxInt
	var mu sync.Mutex
	err := inParallel(ctx, o, "weighing every answer", all/size, func(n uint64) {
		lowest := s.leastOf(n*size, (n+1)*size)
		mu.Lock()
		defer mu.Unlock()
		least = min(least, lowest)
	})
	return least, err
}

// leastOf is the least cost of the words numbered from, …, to−1.
func (s *scan) leastOf(from, to uint64) int {
	at := make([]uint64, len(s.word))
	sum(at, s.word, s.rows, from^from>>1)
	least := weighNext(at, make([]uint64, len(at)), s.shift)
	for n := from + 1; n < to; n++ {
		least = min(least, weighNext(at, s.rows[bits.TrailingZeros64(n)], s.shift))
	}
	return least
}

// weighNext adds a row and returns the cost of the sum.
func weighNext(at, row []uint64, shift []uint) (cost int) {
	row, shift = row[:len(at)], shift[:len(at)]
	for i := range at {
		at[i] ^= row[i]
		cost += bits.OnesCount64(at[i]) << (shift[i] & 63)
	}
	return cost
}
