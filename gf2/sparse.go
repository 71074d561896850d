package gf2

import "slices"

// sparseMatrix is a matrix with few ones, stored as the list of ones of each row. It is immutable.
type sparseMatrix struct {
	rows, cols int
	start      []int   // row i has its ones at index[start[i]:start[i+1]], ascending
	index      []int32 // columns
}

// transposed has the rows of m as its columns. Its rows are ascending even if those of m are not.
func (m *sparseMatrix) transposed() *sparseMatrix {
	t := &sparseMatrix{rows: m.cols, cols: m.rows, start: make([]int, m.cols+1), index: make([]int32, len(m.index))}
	for _, j := range m.index {
		t.start[j+1]++
	}
	for j := range t.rows {
		t.start[j+1] += t.start[j]
	}
	next := slices.Clone(t.start)
	for i := range m.rows {
		for _, j := range m.index[m.start[i]:m.start[i+1]] {
			t.index[next[j]] = int32(i)
			next[j]++
		}
	}
	return t
}
