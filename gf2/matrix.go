package gf2

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxBits bounds the matrices that the packages above build: 2^33 bits are 1 GiB. On machines with 32 bits it is a
// quarter of that.
const MaxBits = min(1<<33, math.MaxInt)

// Matrix is a dense matrix of bits of fixed size. Row i is the Vec that starts at word i·stride:
//
//	data:  [ row 0, ⌈cols/64⌉ words ][ row 1 ][ row 2 ] …
//
// Bits past the end of a row are zero, as in a Vec. The zero Matrix has no rows and no columns.
type Matrix struct {
	rows, cols int
	stride     int // words from one row to the next
	data       []uint64
}

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, cols int) *Matrix {
	if rows < 0 || cols < 0 {
		panic(fmt.Sprintf("gf2: matrix of %d×%d", rows, cols))
	}
	stride := words(cols)
	return &Matrix{rows: rows, cols: cols, stride: stride, data: make([]uint64, rows*stride)}
}

// Rows is the number of rows.
func (m *Matrix) Rows() int { return m.rows }

// Cols is the number of columns.
func (m *Matrix) Cols() int { return m.cols }

// Row is row i itself, not a copy: writing to it writes to m.
func (m *Matrix) Row(i int) Vec {
	if uint(i) >= uint(m.rows) {
		panic(rowError{i, m.rows})
	}
	return Vec{n: m.cols, w: m.words(i)}
}

// rowError is a panic of misuse, as indexError.
type rowError struct{ i, n int }

func (e rowError) Error() string {
	return fmt.Sprintf("gf2: row %d of a matrix of %d rows", e.i, e.n)
}

// words is the storage of row i.
func (m *Matrix) words(i int) []uint64 {
	start := i * m.stride
	return m.data[start : start+m.stride : start+m.stride]
}

// At reports whether the entry in row i and column j is 1.
func (m *Matrix) At(i, j int) bool { return m.Row(i).Bit(j) }

// Set makes the entry in row i and column j equal to b.
func (m *Matrix) Set(i, j int, b bool) { m.Row(i).Set(j, b) }

// Flip adds 1 to the entry in row i and column j.
func (m *Matrix) Flip(i, j int) { m.Row(i).Flip(j) }

// Clone returns a copy that shares nothing with m.
func (m *Matrix) Clone() *Matrix {
	c := *m
	c.data = slices.Clone(m.data)
	return &c
}

// Equal reports whether m and b have the same size and the same entries.
func (m *Matrix) Equal(b *Matrix) bool {
	return b != nil && m.rows == b.rows && m.cols == b.cols && slices.Equal(m.data, b.data)
}

// String writes one line of 0 and 1 for each row.
func (m *Matrix) String() string {
	var b strings.Builder
	b.Grow(m.rows * (m.cols + 1))
	for i := range m.rows {
		b.WriteString(m.Row(i).String())
		b.WriteByte('\n')
	}
	return b.String()
}
