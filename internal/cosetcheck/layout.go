package cosetcheck

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// layout is a vector over columns in words such that cost is counting: bit b of the columns' costs has
// words of its own, in which a one costs 2^b.
type layout struct {
	at    []int  // for each bit, the column it stands for, or −1
	shift []uint // for each word, b
}

// newLayout is the layout of columns with such costs.
func newLayout(cost []int) layout {
	var p layout
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

// pack lays out a vector.
func (p layout) pack(v gf2.Vec) []uint64 {
	words := make([]uint64, len(p.shift))
	for i, j := range p.at {
		if j >= 0 && v.Bit(j) {
			words[i/64] |= 1 << (i % 64)
		}
	}
	return words
}

// packAll lays out several vectors.
func (p layout) packAll(rows []gf2.Vec) [][]uint64 {
	list := make([][]uint64, len(rows))
	for i, row := range rows {
		list[i] = p.pack(row)
	}
	return list
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
