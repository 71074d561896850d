package puzzlefile

import (
	"slices"
	"strings"

	"lightsout/board"
)

// alist is how David MacKay's collection writes parity-check matrices of codes:
//
//	7 3                columns (bits), rows (checks)
//	3 4                the most ones in a column, in a row
//	1 1 2 1 2 2 3      ones in each column
//	4 4 4              ones in each row
//	1 0 0              then for each column the rows of its ones, from 1, filled up with 0
//	...
//	1 3 5 7            and for each row the columns of its ones
//	...
//
// The board has a switch for every column and a light for every row: pressing a bit flips its checks.
// Files without the zeros are read too. There is one matrix in a file.

func readAlist(d *document) *graphFile {
	fields, ok := d.fields("#%")
	if !ok {
		return nil
	}
	g := newGraph(d)
	var size [2]int
	for i, text := range fields {
		if n, ok := number(text, 1, maxListed); ok && len(fields) == 2 {
			size[i] = n
		}
	}
	refuse(min(size[0], size[1]) == 0, "%q is not how an alist file begins: with the number of columns and the "+
		"number of rows", d.shown())
	d.numbers(2, "the most ones in a column and in a row")
	inColumns := d.numbers(size[0], "the number of ones in each column")
	inRows := d.numbers(size[1], "the number of ones in each row")
	columns := d.ones("column", inColumns, "row", size[1])
	rows, again := d.ones("row", inRows, "column", size[0]), make([][]int, size[1])
	for c, list := range columns {
		for _, r := range list {
			again[r] = append(again[r], c)
		}
	}
	for r := range rows {
		if !slices.Equal(again[r], rows[r]) {
			d.fail(g.at, "the columns and the rows are different matrices: row %d has other ones in them", r+1)
		}
	}
	if _, more := d.fields("#%"); more {
		fail("%q follows the matrix; an alist file holds one", d.shown())
	}
	g.nodes, g.listed = size[1], &board.Listed{Lights: size[1], Toggles: columns}
	return g
}

// numbers reads a line of so many numbers.
func (d *document) numbers(n int, what string) []int {
	fields, ok := d.fields("#%")
	switch {
	case !ok:
		fail("the file ends before %s", what)
	case len(fields) != n:
		fail("%d numbers; here goes %s, which are %d", len(fields), what, n)
	}
	list := make([]int, n)
	for i, text := range fields {
		list[i] = numberIn(text, 0, maxListed, "is not a number of ones")
	}
	return list
}

// ones reads a line for each column, or for each row: where its ones are, from 0 and in order.
func (d *document) ones(what string, degrees []int, other string, limit int) [][]int {
	lists := make([][]int, len(degrees))
	for i, degree := range degrees {
		line, ok := d.next()
		for ok && degree > 0 && isBlank(line) {
			line, ok = d.next()
		}
		refuse(!ok && degree > 0, "the file ends before %s %d of %d", what, i+1, len(degrees))
		fields := strings.Fields(line)
		for len(fields) > degree && fields[len(fields)-1] == "0" {
			fields = fields[:len(fields)-1]
		}
		refuse(len(fields) != degree, "%s %d has %d ones here, but %d were announced", what, i+1, len(fields), degree)
		for _, text := range fields {
			one := numberIn(text, 1, limit, "is not a %s of this matrix: they are numbered 1 to %d", other, limit)
			lists[i] = append(lists[i], one-1)
		}
		slices.Sort(lists[i])
		refuse(len(slices.Compact(slices.Clone(lists[i]))) < degree, "%s %d names a %s twice", what, i+1, other)
	}
	return lists
}
