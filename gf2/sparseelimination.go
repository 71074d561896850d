package gf2

import (
	"context"
	"maps"
	"slices"
)

// sparseElimination takes rows out of a sparse matrix, cheapest first, as long as that is cheaper
// than leaving them to dense elimination.
//
// The next row is one with the fewest ones, its pivot the column with the fewest ones among them
// (Markowitz's rule; on symmetric matrices this is the minimum-degree order). Of equally short rows
// the one that has waited longest goes first: that spreads the steps evenly over the matrix, and on
// grids causes far less fill-in than continuing with a neighbour.
type sparseElimination struct {
	row   [][]int32 // the ones of each row still there, ascending; nil if they are in sets
	col   [][]int32 // the rows of each column; some may have lost it since, some stand there twice
	count []int32   // how many rows of a column are still there
	live  int       // rows that are still there
	room  int       // how many more rows the columns may list
	queue byLength

	taken    []bool
	steps    []sparseStep
	lists    []int32
	zeroRows []int32

	// sets are long rows to which short ones are added, such as the middle of a star: moving all their ones for each
	// of them would take quadratic time. A set takes some ten times as much memory as a list.
	sets  map[int32]map[int32]struct{}
	long  int // rows of so many ones may become sets
	moved int // ones moved by all additions so far

	scratch []int32
	seen    []int32 // the step at which a row was last met, so that one that stands twice is taken once
}

// byLength has the rows that are still there by their number of ones.
type byLength struct {
	rows  []fifo // some of them have another length now
	first int    // no row is shorter than this
}

// leastRoom is how many rows the columns may list in any case.
const leastRoom = 1 << 20

// short is the part of a long row that another may have to make it a set.
const short = 16

// longRow is where rows stop being sorted by length: such rows are about to be left to the core.
const longRow = 1024

// newSparseElimination begins with a matrix. Its columns will take at most half the memory of a dense core.
func newSparseElimination(a *sparseMatrix, maxCore int) *sparseElimination {
	e := &sparseElimination{
		row: make([][]int32, a.Len()), col: make([][]int32, a.cols), count: make([]int32, a.cols),
		live: a.Len(), room: max(maxCore/64, leastRoom, len(a.index)),
		queue: byLength{rows: make([]fifo, min(longRow, a.cols)+1)}, taken: make([]bool, a.Len()),
		seen: make([]int32, a.Len()),
		sets: map[int32]map[int32]struct{}{}, long: longRow,
	}
	for _, j := range a.index {
		e.count[j]++
	}
	// Both start as parts of one array each, cut so that a list that grows moves away.
	columns, used := make([]int32, len(a.index)), 0
	for j, n := range e.count {
		e.col[j] = columns[used : used : used+int(n)]
		used += int(n)
	}
	rows := slices.Clone(a.index)
	for i := range a.Len() {
		e.row[i] = rows[a.start[i]:a.start[i+1]:a.start[i+1]]
		for _, j := range e.row[i] {
			e.col[j] = append(e.col[j], int32(i))
		}
		e.seen[i] = -1
		e.push(int32(i))
	}
	return e
}

// length is how many ones a row has.
func (e *sparseElimination) length(i int32) int {
	if e.row[i] == nil {
		return len(e.sets[i])
	}
	return len(e.row[i])
}

func (e *sparseElimination) has(i, c int32) bool {
	if e.row[i] == nil {
		_, has := e.sets[i][c]
		return has
	}
	_, has := slices.BinarySearch(e.row[i], c)
	return has
}

// list makes a row a list, if it is a set, and returns it.
func (e *sparseElimination) list(i int32) []int32 {
	if e.row[i] == nil {
		e.row[i] = slices.Sorted(maps.Keys(e.sets[i]))
		delete(e.sets, i)
	}
	return e.row[i]
}

func (e *sparseElimination) push(i int32) {
	n := min(e.length(i), longRow)
	e.queue.rows[n].push(i)
	e.queue.first = min(e.queue.first, n)
}

// shortest takes a row with the fewest ones from the queue, or -1 if there is none.
func (e *sparseElimination) shortest() int32 {
	for ; e.queue.first < len(e.queue.rows); e.queue.first++ {
		for q := &e.queue.rows[e.queue.first]; q.len() > 0; {
			if i := q.pop(); !e.taken[i] && min(e.length(i), longRow) == e.queue.first {
				return i
			}
		}
	}
	return -1
}

// run takes out rows, the shortest first, as long as that pays, there is room, and they have at most longest ones. It
// may be called again.
func (e *sparseElimination) run(ctx context.Context, longest int) error {
	const often = 1 << 22 // ones moved between two looks at the context: some milliseconds
	for n, next := 0, 0; ; n++ {
		if n%1024 == 0 || e.moved >= next {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			next = e.moved + often
		}
		i := e.shortest()
		if i < 0 {
			return nil
		}
		if e.queue.first > longest {
			e.queue.rows[e.queue.first].head-- // as if it had not been taken
			return nil
		}
		if e.list(i); len(e.row[i]) == 0 {
			e.taken[i] = true
			e.live--
			e.zeroRows = append(e.zeroRows, i)
			continue
		}
		j := e.row[i][0]
		for _, c := range e.row[i] {
			if e.count[c] < e.count[j] {
				j = c
			}
		}
		if e.room < 0 || !e.pays(len(e.row[i])-1, int(e.count[j])-1) {
			return nil
		}
		e.step(i, j)
	}
}

// runShort takes out short rows, and longer ones as long as each time at least a quarter of the rows go.
func (e *sparseElimination) runShort(ctx context.Context) error {
	for longest := shortRow; ; longest += 2 {
		before := e.live
		if err := e.run(ctx, longest); err != nil || e.live > before-before/4 || longest >= longRow {
			return err
		}
	}
}

// pays compares a step, which adds a row of some ones to some others, with what it spares the dense
// elimination of n rows. The latter took 0.35 s of one core for 8,192 rows, so it is about
// 0.6·10⁻¹²·n³ s and one row less spares 1.9·10⁻¹²·n² s; a one added here took about 4·10⁻⁹ s on
// grids and cubic graphs, which makes the ratio below. Half or double of it changed the time of the
// benchmarks by less than a third.
func (e *sparseElimination) pays(ones, rows int) bool {
	const ratio = 2000
	return ones*rows*ratio <= e.live*e.live || ones == 0 || rows == 0
}

// step takes out row i with pivot column j.
func (e *sparseElimination) step(i, j int32) {
	pivot := e.row[i]
	k := sparseStep{row: i, col: j, from: len(e.lists)}
	number := int32(len(e.steps))
	e.seen[i] = number
	for _, r := range e.col[j] {
		if e.taken[r] || e.seen[r] == number {
			continue
		}
		e.seen[r] = number
		if !e.has(r, j) {
			continue
		}
		e.lists = append(e.lists, r)
		before := e.length(r)
		e.add(r, pivot)
		if min(before, e.length(r)) < longRow { // otherwise it is in that queue already
			e.push(r)
		}
	}
	k.mid = len(e.lists)
	for _, c := range pivot {
		e.count[c]--
		if c != j {
			e.lists = append(e.lists, c)
		}
	}
	k.to = len(e.lists)
	e.steps = append(e.steps, k)
	e.taken[i] = true
	e.live--
	e.room += len(e.col[j])
	e.row[i], e.col[j] = nil, nil
}

// add adds the pivot row to row r, which becomes a set if it is long and the pivot row is not.
func (e *sparseElimination) add(r int32, pivot []int32) {
	if n := len(e.row[r]); n >= e.long && len(pivot) <= n/short {
		set := make(map[int32]struct{}, n)
		for _, c := range e.row[r] {
			set[c] = struct{}{}
		}
		e.row[r], e.sets[r] = nil, set
		e.moved += n
	}
	if e.row[r] != nil {
		e.merge(r, pivot)
		return
	}
	set := e.sets[r]
	e.moved += len(pivot)
	for _, c := range pivot {
		if _, has := set[c]; has {
			delete(set, c)
			e.count[c]--
			continue
		}
		set[c] = struct{}{}
		e.gain(r, c)
	}
}

// merge adds the pivot row to a list: both are ascending, and pairs cancel.
func (e *sparseElimination) merge(r int32, pivot []int32) {
	old, sum := e.row[r], e.scratch[:0]
	e.moved += len(old) + len(pivot)
	a, b := 0, 0
	for a < len(old) && b < len(pivot) {
		switch x, y := old[a], pivot[b]; {
		case x < y:
			sum = append(sum, x)
			a++
		case x > y:
			sum = append(sum, y)
			e.gain(r, y)
			b++
		default:
			e.count[x]--
			a++
			b++
		}
	}
	sum = append(sum, old[a:]...)
	for _, y := range pivot[b:] {
		sum = append(sum, y)
		e.gain(r, y)
	}
	e.row[r] = append(old[:0], sum...)
	e.scratch = sum
}

func (e *sparseElimination) gain(r, c int32) {
	e.count[c]++
	e.room--
	e.col[c] = append(e.col[c], r)
}

// left lists the rows and columns that are still there, and the columns that no row has any more.
func (e *sparseElimination) left() (rows, cols, free []int32) {
	isPivot := make([]bool, len(e.col))
	for _, k := range e.steps {
		isPivot[k.col] = true
	}
	for c := range e.col {
		switch {
		case isPivot[c]:
		case e.count[c] == 0:
			free = append(free, int32(c))
		default:
			cols = append(cols, int32(c))
		}
	}
	for i, taken := range e.taken {
		if !taken {
			rows = append(rows, int32(i))
		}
	}
	return rows, cols, free
}

// core gathers what is left, some rows and columns, as a dense matrix.
func (e *sparseElimination) core(rows, cols []int32, maxCore int) (*Matrix, error) {
	if n := len(rows); n > 0 && len(cols) > maxCore/n {
		return nil, &CoreError{Rows: n, Cols: len(cols)}
	}
	place := e.places(cols)
	m := NewMatrix(len(rows), len(cols))
	for n, i := range rows {
		for _, c := range e.list(i) {
			m.Set(n, int(place[c]), true)
		}
	}
	return m, nil
}

// places numbers some columns.
func (e *sparseElimination) places(cols []int32) []int32 {
	place := make([]int32, len(e.col))
	for j, c := range cols {
		place[c] = int32(j)
	}
	return place
}

// sparseCore is core as a sparse matrix, given by its columns.
func (e *sparseElimination) sparseCore(rows, cols []int32) *sparseMatrix {
	place := e.places(cols)
	m := &sparseMatrix{NewLists(len(rows), 0), len(cols)}
	var list []int32
	for _, i := range rows {
		list = list[:0]
		for _, c := range e.list(i) {
			list = append(list, place[c])
		}
		Append(&m.Lists, list)
	}
	return m.transposed()
}

// fifo is a queue.
type fifo struct {
	items []int32
	head  int
}

func (q *fifo) len() int { return len(q.items) - q.head }

func (q *fifo) push(i int32) {
	if q.head > len(q.items)/2 && q.head > 64 {
		q.items = q.items[:copy(q.items, q.items[q.head:])]
		q.head = 0
	}
	q.items = append(q.items, i)
}

func (q *fifo) pop() int32 {
	i := q.items[q.head]
	q.head++
	return i
}
