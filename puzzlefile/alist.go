package puzzlefile

import (
	"fmt"
	"lightsout/board"
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

// likeAlist knows the format by its first four lines. Where all of them have two numbers, as in a list of edges, the
// ones of columns and rows must be as many, and eight lines be all there are.
func likeAlist(r *Reader, line string) likeness {
	size, ok := positives(line, 2)
	if !ok {
		return unlike
	}
	var sums [4]int
	for i, n := range []int{2, size[0], size[1]} {
		next, _ := r.peek(i + 1)
		fields := strings.Fields(next)
		if len(fields) != n || strings.Trim(next, "0123456789 \t") != "" {
			return unlike
		}
		for _, text := range fields {
			ones, _ := number(text, 0, maxListed)
			sums[i+1] += ones
		}
	}
	if size[0] == 2 && size[1] == 2 {
		next, more := r.peek(8)
		if _, last := r.peek(7); !last || more && !isBlank(next) || sums[2] != sums[3] {
			return unlike
		}
	}
	return fits
}

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

func (r *Reader) nextAlist() *board.Puzzle {
	line, ok := r.skip()
	if !ok {
		return nil
	}
	first := r.number
	if r.count > 0 {
		panic(fmt.Errorf("%q follows the matrix; an alist file holds one", clip(line)))
	}
	size, ok := positives(line, 2)
	if !ok {
		panic(fmt.Errorf("%q is not how an alist file begins: with the number of columns and the number of rows", clip(line)))
	}
	r.alistNumbers(2, "the most ones in a column and in a row")
	inColumns := r.alistNumbers(size[0], "the number of ones in each column")
	inRows := r.alistNumbers(size[1], "the number of ones in each row")
	columns := r.alistLists("column", inColumns, "row", size[1])
	rows := r.alistLists("row", inRows, "column", size[0])
	r.check(first, sameOnes(columns, rows))
	b, err := board.FromToggles(r.graphName(), size[1], columns)
	r.check(first, err)
	return r.boardPuzzle(first, b, &graphFile{})
}

// alistNumbers reads a line of so many numbers.
func (r *Reader) alistNumbers(n int, what string) []int {
	line, ok := r.skip()
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

// alistLists reads a line for each column, or for each row: where its ones are, from 0 and in order.
func (r *Reader) alistLists(what string, degrees []int, other string, limit int) [][]int {
	lists := make([][]int, len(degrees))
	for i, degree := range degrees {
		line, ok := r.next()
		for ok && degree > 0 && isBlank(line) {
			line, ok = r.next()
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
