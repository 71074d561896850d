package weigh

import (
	"context"
	"math/bits"
	"sync"
)

// blocks weighs all words of a table, 2^low at a time, for tables with too many words to add up each.
//
// Let column j have the cost c_j, and let s(x) be the sum of c_j over the columns that are 0 in the word of
// the coefficients x, minus that over the columns that are 1. Then the word costs (Σ c_j − s(x))/2. A column
// changes its sign with the coefficients of the rows that have it, so s is the Walsh–Hadamard transform of
// the costs, each put in the place that these rows number. Only the first coefficients are transformed; the
// others, which a block has in common, decide the sign with which a column enters.
type blocks struct {
	dimension, low int
	total          int // Σ c_j
	columns        []blockColumn
}

type blockColumn struct {
	place uint32 // the first rows that have the column, as bits
	high  uint64 // the other rows
	cost  int32  // negative if the word has the column
}

const lowCoefficients = 12 // the table of 2^12 sums is 16 KiB

func newBlocks(t *table) *blocks {
	b := &blocks{dimension: len(t.rows), low: min(lowCoefficients, len(t.rows))}
	b.columns = make([]blockColumn, len(t.cost))
	for j, c := range t.cost {
		b.total += c
		if t.word.Bit(j) {
			c = -c
		}
		b.columns[j].cost = int32(c)
	}
	for i, row := range t.rows {
		for j := range row.Ones() {
			if i < b.low {
				b.columns[j].place |= 1 << i
			} else {
				b.columns[j].high |= 1 << (i - b.low)
			}
		}
	}
	return b
}

// blockSteps is about how many steps weighing the words of a class takes.
func blockSteps(columns, dimension int) float64 {
	perWord := 16 + float64(columns)/(1<<lowCoefficients)
	return perWord * float64(uint64(1)<<dimension)
}

// weigh fills costs with those of the words whose other coefficients are high.
func (b *blocks) weigh(high uint64, costs []int32) {
	clear(costs)
	for _, c := range b.columns {
		sign := -int32(bits.OnesCount64(c.high&high) & 1)
		costs[c.place] += (c.cost ^ sign) - sign
	}
	for half := 1; half < len(costs); half *= 2 {
		for at := 0; at < len(costs); at += 2 * half {
			left, right := costs[at:at+half], costs[at+half:at+2*half]
			for i, x := range left {
				y := right[i]
				left[i], right[i] = x+y, x-y
			}
		}
	}
	total := int32(b.total)
	for i, s := range costs {
		costs[i] = (total - s) / 2
	}
}

// each calls do for every block, from several goroutines, with its number and the costs of its words.
func (b *blocks) each(ctx context.Context, o Options, what string, do func(high uint64, costs []int32)) error {
	const run = 64 // blocks to a piece
	all := uint64(1) << (b.dimension - b.low)
	size := min(all, run)
	scratch := sync.Pool{New: func() any { s := make([]int32, 1<<b.low); return &s }}
	return inParallel(ctx, o, what, int(all/size), func(n int) {
		costs := scratch.Get().(*[]int32)
		defer scratch.Put(costs)
		for high := uint64(n) * size; high < uint64(n+1)*size; high++ {
			b.weigh(high, *costs)
			do(high, *costs)
		}
	})
}

// histogram counts the words of each cost.
func (b *blocks) histogram(ctx context.Context, o Options, what string) ([]uint64, error) {
	var mu sync.Mutex
	var all [][]uint64
	tallies := sync.Pool{New: func() any {
		t := make([]uint64, b.total+1)
		mu.Lock()
		defer mu.Unlock()
		all = append(all, t)
		return &t
	}}
	err := b.each(ctx, o, what, func(_ uint64, costs []int32) {
		tally := tallies.Get().(*[]uint64)
		defer tallies.Put(tally)
		for _, c := range costs {
			(*tally)[c]++
		}
	})
	counts := make([]uint64, b.total+1)
	for _, t := range all {
		for c, n := range t {
			counts[c] += n
		}
	}
	return counts, err
}

// hit is a word by its coefficients, with its cost.
type hit struct {
	coefficients uint64
	cost         int
}

// upTo lists the words that cost at most bound.
func (b *blocks) upTo(ctx context.Context, o Options, bound int, what string) ([]hit, error) {
	var hits []hit
	var mu sync.Mutex
	err := b.each(ctx, o, what, func(high uint64, costs []int32) {
		for x, c := range costs {
			if int(c) <= bound {
				mu.Lock()
				hits = append(hits, hit{high<<b.low | uint64(x), int(c)})
				mu.Unlock()
			}
		}
	})
	return hits, err
}
