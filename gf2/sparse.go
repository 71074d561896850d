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

// gathered renumbers rows and columns alike, so that those that meet are near each other: order[i] is the
// old number of the new i. Whatever goes through a shuffled matrix of a million rows in its own order
// waits for memory most of the time; this does so once. If m is not square, it is m itself, and order is
// nil.
func (m *sparseMatrix) gathered() (near *sparseMatrix, order []int32) {
	if m.rows != m.cols {
		return m, nil
	}
	number := make([]int32, m.rows) // the new number, plus one
	order = make([]int32, 0, m.rows)
	for root := range int32(m.rows) {
		if number[root] != 0 {
			continue
		}
		order = append(order, root)
		number[root] = int32(len(order))
		for at := len(order) - 1; at < len(order); at++ {
			i := order[at]
			for _, j := range m.index[m.start[i]:m.start[i+1]] {
				if number[j] == 0 {
					order = append(order, j)
					number[j] = int32(len(order))
				}
			}
		}
	}
	near = &sparseMatrix{rows: m.rows, cols: m.cols, start: make([]int, 1, m.rows+1), index: make([]int32, 0, len(m.index))}
	for _, i := range order {
		row := len(near.index)
		for _, j := range m.index[m.start[i]:m.start[i+1]] {
			near.index = append(near.index, number[j]-1)
		}
		slices.Sort(near.index[row:])
		near.start = append(near.start, len(near.index))
	}
	return near, order
}
