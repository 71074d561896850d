package gf2

import (
	"math/bits"
	"sync"
)

// panel is the elimination of the columns of one word, without looking at the other columns.
type panel struct {
	mask uint64 // the pivot columns found
	// For each pivot column q: reduced[q] is a row of the panel in reduced echelon form, with its
	// pivot at q; at[q] is the row of the matrix that first brought q; and transform[q] tells which
	// of those rows add up to reduced[q], row at[q] being named by bit q.
	reduced   [wordBits]uint64
	transform [wordBits]uint64
	at        [wordBits]int

	sums SumTable // of the transforms
}

// panels is a pool: for small matrices allocation would cost more than the work.
var panels = sync.Pool{New: func() any { return new(panel) }}

// find reduces the given columns of one word of a strip, over the rows from top on.
func (p *panel) find(rows []line, word, top int, columns uint64) {
	p.mask = 0
	for i := top; i < len(rows) && p.mask != columns; i++ {
		x := rows[i][word] & columns
		var t uint64
		for y := x & p.mask; y != 0; y &= y - 1 {
			q := bits.TrailingZeros64(y)
			x ^= p.reduced[q]
			t ^= p.transform[q]
		}
		if x != 0 {
			p.insert(x, t, i)
		}
	}
}

// insert adds x, which is zero in all pivot columns, to the reduced rows. Its first one becomes a
// pivot; only rows with an earlier pivot can have a one there, so all pivots stay first ones.
func (p *panel) insert(x, t uint64, row int) {
	q := bits.TrailingZeros64(x)
	t |= 1 << q
	for y := p.mask & (1<<q - 1); y != 0; y &= y - 1 {
		k := bits.TrailingZeros64(y)
		if p.reduced[k]>>q&1 != 0 {
			p.reduced[k] ^= x
			p.transform[k] ^= t
		}
	}
	p.mask |= 1 << q
	p.reduced[q], p.transform[q], p.at[q] = x, t, row
}

// swaps appends to list the exchanges of rows that bring the rows at[q] to the rows from top on, in
// the order of q.
func (p *panel) swaps(list [][2]int, top int) [][2]int {
	for left := p.mask; left != 0; left &= left - 1 {
		from := p.at[bits.TrailingZeros64(left)]
		if from != top {
			list = append(list, [2]int{top, from})
			for rest := left; rest != 0; rest &= rest - 1 {
				if r := bits.TrailingZeros64(rest); p.at[r] == top {
					p.at[r] = from
				}
			}
		}
		top++
	}
	return list
}

// coefficients tells which of the rows at[q] add up to a row that agrees with x in all pivot
// columns. The sums of the transforms must have been listed.
func (p *panel) coefficients(x uint64) uint64 {
	x &= p.mask
	s := (*[8 * 256]uint64)(p.sums.sums)
	return s[uint8(x)] ^ s[1<<8|x>>8&255] ^ s[2<<8|x>>16&255] ^ s[3<<8|x>>24&255] ^
		s[4<<8|x>>32&255] ^ s[5<<8|x>>40&255] ^ s[6<<8|x>>48&255] ^ s[7<<8|x>>56]
}
