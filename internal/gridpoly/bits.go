package gridpoly

import (
	"fmt"

	"lightsout/gf2"
)

// Bits is a set of cells held in memory, one bit each.
type Bits struct {
	rows, cols int
	words      []uint64 // the rows, one after another
}

// NewBits returns an empty set of cells of a board with m rows and n columns.
func NewBits(m, n int) *Bits {
	return &Bits{rows: m, cols: n, words: make([]uint64, m*rowWords(n))}
}

// Size is the number of rows and columns.
func (b *Bits) Size() (rows, cols int) { return b.rows, b.cols }

// Words is the storage itself: the rows one after another, each starting on a word of its own.
func (b *Bits) Words() []uint64 { return b.words }

// From returns a reader of rows that share memory with the set.
func (b *Bits) From(i int) Rows {
	return func([]uint64) ([]uint64, error) {
		i++
		return b.Row(i - 1), nil
	}
}

// Row is row i, not a copy. Code that writes to it must keep the bits past the last column zero.
func (b *Bits) Row(i int) []uint64 {
	n := rowWords(b.cols)
	return b.words[i*n : (i+1)*n : (i+1)*n]
}

// Has reports whether a cell is in the set.
func (b *Bits) Has(row, col int) bool {
	b.check(row, col)
	return b.Row(row)[col/64]>>(col%64)&1 != 0
}

// Flip puts a cell in the set, or takes it out.
func (b *Bits) Flip(row, col int) {
	b.check(row, col)
	b.Row(row)[col/64] ^= 1 << (col % 64)
}

func (b *Bits) check(row, col int) {
	if uint(row) >= uint(b.rows) || uint(col) >= uint(b.cols) {
		panic(fmt.Sprintf("gridpoly: cell (%d, %d) of a board of %d rows and %d columns",
			row, col, b.rows, b.cols))
	}
}

// BitsOf takes a set of cells from a vector that numbers them row by row.
func BitsOf(m, n int, v gf2.Vec) *Bits {
	if v.Len() != m*n {
		panic(fmt.Sprintf("gridpoly: %d bits for a board of %d rows and %d columns", v.Len(), m, n))
	}
	b := NewBits(m, n)
	words := v.Words()
	last := Shape{Cols: n}.lastWord()
	for i := range m {
		row := b.Row(i)
		for j := range row {
			k, r := (i*n+64*j)/64, (i*n+64*j)%64
			row[j] = words[k] >> r
			if k+1 < len(words) {
				row[j] |= words[k+1] << (64 - r)
			}
		}
		row[len(row)-1] &= last
	}
	return b
}

// Vec returns the set as a vector that numbers the cells row by row.
func (b *Bits) Vec() gf2.Vec {
	v := gf2.NewVec(b.rows * b.cols)
	for i := range b.rows {
		put(v.Words(), i*b.cols, b.Row(i))
	}
	return v
}

// put adds a row to a vector's words, its first cell at the given bit.
func put(words []uint64, at int, row []uint64) {
	for j, w := range row {
		k, r := (at+64*j)/64, (at+64*j)%64
		words[k] |= w << r
		if k+1 < len(words) {
			words[k+1] |= w >> (64 - r)
		}
	}
}
