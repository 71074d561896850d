package gf2

import (
	"fmt"
	"slices"
)

// SparseMatrix is a matrix of which most entries are zero, kept as the list of ones of each row. It
// does not change once made.
type SparseMatrix struct {
	rows, cols int
	start      []int   // row i has its ones at index[start[i]:start[i+1]], ascending
	index      []int32 // columns
}

// SparseFromColumns makes the matrix with the given number of rows whose column j has its ones at
// the rows index[start[j]:start[j+1]], each named once. The slices stay the caller's.
func SparseFromColumns(rows int, start []int, index []int32) *SparseMatrix {
	m := &SparseMatrix{rows: rows, cols: len(start) - 1, start: make([]int, rows+1), index: make([]int32, len(index))}
	for _, i := range index {
		m.start[i+1]++
	}
	for i := range rows {
		m.start[i+1] += m.start[i]
	}
	next := slices.Clone(m.start)
	for j := range m.cols {
		for _, i := range index[start[j]:start[j+1]] {
			m.index[next[i]] = int32(j)
			next[i]++
		}
	}
	return m
}

// Rows is the number of rows.
func (m *SparseMatrix) Rows() int { return m.rows }

// Cols is the number of columns.
func (m *SparseMatrix) Cols() int { return m.cols }

// Ones is the number of ones.
func (m *SparseMatrix) Ones() int { return len(m.index) }

// Row lists the columns at which row i has its ones, ascending. It is the matrix's own storage, for
// reading.
func (m *SparseMatrix) Row(i int) []int32 { return m.index[m.start[i]:m.start[i+1]] }

// MulVec is m·x.
func (m *SparseMatrix) MulVec(x Vec) Vec {
	if x.n != m.cols {
		panic(fmt.Sprintf("gf2: %d columns times a vector of length %d", m.cols, x.n))
	}
	y := NewVec(m.rows)
	for i := range m.rows {
		odd := false
		for _, j := range m.Row(i) {
			odd = odd != x.Bit(int(j))
		}
		y.Set(i, odd)
	}
	return y
}

// Dense is the same matrix with every entry stored.
func (m *SparseMatrix) Dense() *Matrix {
	d := NewMatrix(m.rows, m.cols)
	for i := range m.rows {
		for _, j := range m.Row(i) {
			d.Set(i, int(j), true)
		}
	}
	return d
}
