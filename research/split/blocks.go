package split

import (
	"context"
	"math/bits"
	"sync"

	"lightsout/internal/cosetcheck"
)

// blocks weighs all words of a table, 2^low at a time, for tables with too many words to add up each.
//
// Let column j have the cost c_j, and let s(x) be the sum of c_j over the columns that are 0 in the word of
// the coefficients x, minus that over the columns that are 1. Then the word costs (Σ c_j − s(x))/2. A column
// changes its sign with the coefficients of the rows that have it, so s is the Walsh–Hadamard transform of
// the costs, each put in the place that these rows number. Only the first coefficients are transformed; the
// others, which a block has in common, decide the sign with which a column enters.
//
// A uint64 holds four sums s₀, …, s₃ as the number Σ sᵢ·2^16i. To add or subtract two such numbers adds or
// subtracts their sums, whatever borrows from its neighbour; it matters only when they are read, and then 2^15
// is added to each. Four such numbers make a vector. So sixteen words share one, the lanes, and the first four
// coefficients are done by how a column enters. If the costs add up to 2^14 or more, eight do.
type blocks struct {
	dimension, low int
	laneBits       int // logarithm of the words that share a vector
	total          int // Σ c_j
	columns        []blockColumn
	signs          [32]vector // by the first coefficients of a column and its sign
}

// lowCoefficients is a variable for the tests. The sums of a block take 128 KiB; with fewer coefficients, entering the
// columns takes most of the time.
var lowCoefficients = 16

const (
	fewestPlaces  = 2       // logarithm; quarters needs four
	maxTotalCosts = 1 << 30 // twice a sum must fit a lane
)

// newBlocks makes blocks of 2^low words. A block has a few vectors at least; where these are more words than there are,
// coefficients past the dimension repeat them, and upTo drops the repeats.
func newBlocks(t *table, low int) *blocks {
	b := &blocks{dimension: len(t.rows), laneBits: 4}
	for _, c := range t.cost {
		b.total += c
	}
	if b.total >= 1<<14 {
		b.laneBits = 3
	}
	b.low = max(b.laneBits+fewestPlaces, low)
	rows := make([]uint64, len(t.cost))
	for i, row := range t.rows {
		for j := range row.Ones() {
			rows[j] |= 1 << i
		}
	}
	for j, c := range t.cost {
		col := blockColumn{
			high:  rows[j] >> b.low,
			place: uint32(rows[j] & (1<<b.low - 1) >> b.laneBits),
			signs: uint32(rows[j] & (1<<b.laneBits - 1)),
		}
		if t.word.Bit(j) {
			col.signs |= 16
		}
		for range c {
			b.columns = append(b.columns, col)
		}
	}
	for i := range b.signs {
		for lane := range b.lanes() {
			sign := uint64(1)
			if (bits.OnesCount(uint(i&lane))+i/16)%2 != 0 {
				sign = -sign
			}
			b.signs[i][lane*b.width()/64] += sign << (lane * b.width() % 64)
		}
	}
	return b
}

func (b *blocks) lanes() int { return 1 << b.laneBits }

// width is the number of bits of a sum.
func (b *blocks) width() int { return 256 >> b.laneBits }

// each is a number in each lane of a uint64.
func (b *blocks) each(x int64) (sum uint64) {
	for shift := 0; shift < 64; shift += b.width() {
		sum += uint64(x) << shift
	}
	return sum
}

// blockSteps is about how many steps weighing the words of a class takes.
func blockSteps(columns, dimension int) float64 {
	perWord := 1 + float64(columns)/float64(uint64(1)<<lowCoefficients)
	return perWord * float64(uint64(1)<<dimension)
}

// newSums has room for those of a block.
func (b *blocks) newSums() []uint64 { return make([]uint64, 4<<(b.low-b.laneBits)) }

// transform fills sums with those of the words whose last coefficients are high.
func (b *blocks) transform(high uint64, sums []uint64) {
	clear(sums)
	enter(sums, b.columns, high, &b.signs)
	butterflies(sums)
}

// butterflies replaces every two vectors whose places differ in one bit by their sum and their difference, for
// each bit of the places. Two bits at a time make half as many loads and stores, and what is too large for the
// first-level cache is first cut into pieces that fit.
func butterflies(a []uint64) {
	const cached = 1 << 11
	n := len(a)
	if n > cached {
		quarters(a, n)
		for i := range 4 {
			butterflies(a[i*n/4 : (i+1)*n/4])
		}
		return
	}
	size := n
	for ; size >= 16; size /= 4 {
		quarters(a, size)
	}
	for ; size == 8 && len(a) > 0; a = a[8:] {
		for i := range 4 {
			a[i], a[i+4] = a[i]+a[i+4], a[i]-a[i+4]
		}
	}
}

// hit is a word by its coefficients, with its cost.
type hit struct {
	coefficients uint64
	cost         int
}

// upTo calls found with the words that cost at most bound, of the blocks that are wanted, each word once, from
// several goroutines.
func (b *blocks) upTo(
	ctx context.Context, o Options, bound int, wanted func(high uint64) bool, what string, found func([]hit),
) error {
	const run = 64 // blocks to a piece
	all := uint64(1) << max(0, b.dimension-b.low)
	size := min(all, run)
	if bound = min(bound, b.total); bound < 0 {
		return ctx.Err()
	}
	// A word costs at most bound if its sum is at least total − 2·bound. With that subtracted, and a bit
	// added, such a sum has the highest bit of its lane.
	mark := b.each(1 << (b.width() - 1))
	raise := mark - b.each(int64(b.total-2*bound))
	scratch := sync.Pool{New: func() any { s := b.newSums(); return &s }}
	return cosetcheck.InParallel(ctx, o.workers(), what, all/size, func(n uint64) {
		sums := scratch.Get().(*[]uint64)
		defer scratch.Put(sums)
		var hits []hit
		for block := n * size; block < (n+1)*size; block++ {
			if wanted != nil && !wanted(block) {
				continue
			}
			b.transform(block, *sums)
			for at := 0; at < len(*sums); at += 16 {
				at += light((*sums)[at:], raise, mark)
				for i, s := range (*sums)[at:min(at+16, len(*sums))] {
					for marked := (s + raise) & mark; marked != 0; marked &= marked - 1 {
						lane := bits.TrailingZeros64(marked) / b.width()
						x := block<<b.low | uint64(at+i)/4<<b.laneBits | uint64((at+i)%4*64/b.width()+lane)
						if x>>b.dimension == 0 {
							hits = append(hits, hit{x, b.cost(s, lane)})
						}
					}
				}
			}
		}
		if len(hits) > 0 {
			found(hits)
		}
	})
}

// cost is that of a word whose sum is in a lane of s.
func (b *blocks) cost(s uint64, lane int) int {
	half := int64(1) << (b.width() - 1)
	s += b.each(half)
	sum := int64(s>>(lane*b.width())&(1<<b.width()-1)) - half
	return (b.total - int(sum)) / 2
}
