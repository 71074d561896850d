package gf2

import "slices"

// Lists is lists of numbers, one after another in memory: what each switch flips, the neighbours of each node, the ones
// of each column. A copy shares its numbers. The zero Lists has no lists.
type Lists struct {
	start []int // list i is index[start[i]:start[i+1]]
	index []int32
}

// NewLists has no lists, and room for so many of them with so many numbers in all.
func NewLists(lists, numbers int) Lists {
	return Lists{start: make([]int, 1, lists+1), index: make([]int32, 0, numbers)}
}

// ListsOf has n lists: x is in list i for each pair that is put, in their order. It asks twice for the pairs, which
// must be the same both times, and keeps nothing but the result.
func ListsOf(n int, pairs func(put func(i, x int))) Lists {
	// While filling, start[i+1] is where the next number of list i goes. In the end that is where list i+1 begins.
	start := make([]int, n+2)
	pairs(func(i, _ int) { start[i+2]++ })
	for i := range n {
		start[i+2] += start[i+1]
	}
	index := make([]int32, start[n+1])
	pairs(func(i, x int) {
		index[start[i+1]] = int32(x)
		start[i+1]++
	})
	return Lists{start[:n+1], index}
}

// Len is how many lists there are, and Total how many numbers.
func (l Lists) Len() int   { return max(len(l.start)-1, 0) }
func (l Lists) Total() int { return len(l.index) }

// Of is list i, not a copy.
func (l Lists) Of(i int) []int32 { return l.index[l.start[i]:l.start[i+1]:l.start[i+1]] }

// Bounds says where list i is among all numbers, for what is kept beside each of them: from inclusive, to exclusive.
func (l Lists) Bounds(i int) (from, to int) { return l.start[i], l.start[i+1] }

// Has reports whether list i, which is in order, has a number.
func (l Lists) Has(i, number int) bool {
	_, found := slices.BinarySearch(l.Of(i), int32(number))
	return found
}

// Append appends a list to lists that nobody else appends to.
func Append[T int | int32](l *Lists, list []T) {
	if l.start == nil {
		l.start = []int{0}
	}
	for _, x := range list {
		l.index = append(l.index, int32(x))
	}
	l.start = append(l.start, len(l.index))
}

// Transposed has a list for each number below n: the lists in which it is, in order and as often as it is there.
func (l Lists) Transposed(n int) Lists {
	t := Lists{start: make([]int, n+1), index: make([]int32, len(l.index))}
	for _, j := range l.index {
		t.start[j+1]++
	}
	for j := range n {
		t.start[j+1] += t.start[j]
	}
	next := slices.Clone(t.start)
	for i := range l.Len() {
		for _, j := range l.Of(i) { // not by ListsOf, which takes several times as long
			t.index[next[j]] = int32(i)
			next[j]++
		}
	}
	return t
}

// Clone is a copy with numbers of its own.
func (l Lists) Clone() Lists { return Lists{slices.Clone(l.start), slices.Clone(l.index)} }

// Equal reports whether both have the same lists.
func (l Lists) Equal(m Lists) bool {
	return l.Len() == m.Len() && slices.Equal(l.index, m.index) && (l.Len() == 0 || slices.Equal(l.start, m.start))
}

// sparseMatrix is a matrix with few ones: the ones of each row, ascending. It is immutable.
type sparseMatrix struct {
	Lists
	cols int
}

// transposed has the rows of m as its columns. Its rows are ascending even if those of m are not.
func (m *sparseMatrix) transposed() *sparseMatrix {
	return &sparseMatrix{m.Transposed(m.cols), m.Len()}
}
