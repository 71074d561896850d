package gf2

import "slices"

// sparseMatrix is a matrix with few ones, stored as the list of ones of each row. It is immutable.
type sparseMatrix struct {
	rows, cols int
	start      []int   // row i has its ones at index[start[i]:start[i+1]], ascending
	index      []int32 // columns
}

// sparseFromColumns makes the matrix with the given number of rows whose column j has its ones at
// the rows index[start[j]:start[j+1]], each named once. The slices stay the caller's.
func sparseFromColumns(rows int, start []int, index []int32) *sparseMatrix {
	m := &sparseMatrix{rows: rows, cols: len(start) - 1, start: make([]int, rows+1), index: make([]int32, len(index))}
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
