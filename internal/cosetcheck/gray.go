package cosetcheck

import (
	"context"
	"iter"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// maxGray is the most rows whose sums are numbered in one word.
const maxGray = 62

// packing is a vector over columns in words such that cost is counting: bit b of the columns' costs has
// words of its own, in which a one costs 2^b.
type packing struct {
	at    []int  // for each bit, the column it stands for, or −1
	shift []uint // for each word, b
}

func newPacking(cost []int) packing {
	var p packing
	for b := range uint(63) {
		for j, c := range cost {
			if c>>b&1 == 0 {
				continue
			}
			if n := len(p.at); n%64 == 0 {
				p.shift = append(p.shift, b)
			}
			p.at = append(p.at, j)
		}
		for len(p.at)%64 != 0 {
			p.at = append(p.at, -1)
		}
	}
	return p
}

func (p packing) pack(v gf2.Vec) []uint64 {
	words := make([]uint64, len(p.shift))
	for i, j := range p.at {
		if j >= 0 && v.Bit(j) {
			words[i/64] |= 1 << (i % 64)
		}
	}
	return words
}

func (p packing) packAll(rows []gf2.Vec) [][]uint64 {
	list := make([][]uint64, len(rows))
	for i, row := range rows {
		list[i] = p.pack(row)
	}
	return list
}

// scan weighs all words of a table, in the order of the reflected Gray code.
type scan struct {
	shift []uint
	word  []uint64
	rows  [][]uint64
}

func newScan(t *table) *scan {
	p := newPacking(t.cost)
	return &scan{shift: p.shift, word: p.pack(t.word), rows: p.packAll(t.rows)}
}

func (t *table) graySteps() float64 {
	return math.Ldexp(float64(len(newPacking(t.cost).shift)+1), len(t.rows))
}

// sum writes the word with the given coefficients.
func sum(into, word []uint64, rows [][]uint64, coefficients uint64) {
	copy(into, word)
	for x := coefficients; x != 0; x &= x - 1 {
		for i, w := range rows[bits.TrailingZeros64(x)] {
			into[i] ^= w
		}
	}
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

// inParallel calls do for 0 to n−1, each once and in any order. It is an error if the context ends before.
func inParallel(ctx context.Context, o Options, what string, n uint64, do func(uint64)) error {
	unit := uint64(1) // of progress, so that it fits an int anywhere
	for n/unit > 1<<30 {
		unit *= 2
	}
	var next, done atomic.Uint64
	var mu sync.Mutex
	var group sync.WaitGroup
	for range min(uint64(o.Workers), n) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := next.Add(1) - 1
				if i >= n {
					return
				}
				do(i)
				all := done.Add(1)
				if o.Progress != nil && all%unit == 0 {
					mu.Lock()
					o.Progress(what, int(all/unit), int(n/unit))
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// leastOf is the least cost of the words numbered from, …, to−1.
func (s *scan) leastOf(from, to uint64) int {
	least := math.MaxInt
	for _, cost := range s.costs(from, to) {
		least = min(least, cost)
	}
	return least
}

// costs yields the cost of the words numbered from, …, to−1.
func (s *scan) costs(from, to uint64) iter.Seq2[uint64, int] {
	return func(yield func(uint64, int) bool) {
		at := make([]uint64, len(s.word))
		sum(at, s.word, s.rows, from^from>>1)
		cost := weighNext(at, make([]uint64, len(at)), s.shift)
		for n := from; yield(n, cost); {
			if n++; n == to {
				return
			}
			cost = weighNext(at, s.rows[bits.TrailingZeros64(n)], s.shift)
		}
	}
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
