package puzzlefile

import (
	"fmt"
	"slices"
	"strings"
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

// positives reads so many numbers from 1.
func positives(line string, n int) ([]int, bool) {
	fields := strings.Fields(clip(line))
	if len(fields) != n {
		return nil, false
	}
	list := make([]int, n)
	for i, text := range fields {
		var ok bool
		if list[i], ok = number(text, 1, maxListed); !ok {
			return nil, false
		}
	}
	return list, true
}

func readAlist(d *document) *graphFile {
	line, ok := d.below("#%")
	if !ok {
		return nil
	}
	first := d.from
	size, ok := positives(line, 2)
	if !ok {
		panic(fmt.Errorf("%q is not how an alist file begins: with the number of columns and the number of rows", clip(line)))
	}
	d.numbers(2, "the most ones in a column and in a row")
	inColumns := d.numbers(size[0], "the number of ones in each column")
	inRows := d.numbers(size[1], "the number of ones in each row")
	columns := d.ones("column", inColumns, "row", size[1])
	rows := d.ones("row", inRows, "column", size[0])
	d.check(first, sameOnes(columns, rows))
	if line, more := d.below("#%"); more {
		panic(fmt.Errorf("%q follows the matrix; an alist file holds one", clip(line)))
	}
	return &graphFile{at: first, nodes: size[1], flips: columns}
}

// numbers reads a line of so many numbers.
func (d *document) numbers(n int, what string) []int {
	line, ok := d.below("#%")
	if !ok {
		panic(fmt.Errorf("the file ends before %s", what))
	}
	fields := strings.Fields(line)
	if len(fields) != n {
		panic(fmt.Errorf("%d numbers; here goes %s, which are %d", len(fields), what, n))
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
		if !ok && degree > 0 {
			panic(fmt.Errorf("the file ends before %s %d of %d", what, i+1, len(degrees)))
		}
		fields := strings.Fields(line)
		for len(fields) > degree && fields[len(fields)-1] == "0" {
			fields = fields[:len(fields)-1]
		}
		if len(fields) != degree {
			panic(fmt.Errorf("%s %d has %d ones here, but %d were announced", what, i+1, len(fields), degree))
		}
		for _, text := range fields {
			lists[i] = append(lists[i], numberIn(text, 1, limit, "is not a %s of this matrix: they are numbered 1 to %d", other, limit)-1)
		}
		slices.Sort(lists[i])
		if len(slices.Compact(slices.Clone(lists[i]))) < degree {
			panic(fmt.Errorf("%s %d names a %s twice", what, i+1, other))
		}
	}
	return lists
}

// sameOnes holds the rows against the columns.
func sameOnes(columns, rows [][]int) error {
	again := make([][]int, len(rows))
	for c, list := range columns {
		for _, r := range list {
			again[r] = append(again[r], c)
		}
	}
	for r := range rows {
		if !slices.Equal(again[r], rows[r]) {
			return fmt.Errorf("the columns and the rows are different matrices: row %d has other ones in them", r+1)
		}
	}
	return nil
}
