package gf2

import (
	"fmt"
	"math/bits"
	"runtime"
)

// Reduce brings m into reduced row echelon form, in place, and returns the pivot column of each
// row that is not zero. Those rows come first, their pivots ascending; a pivot is the first one of
// its row and the only one of its column. The form is unique, so it does not depend on the number
// of cores, of which it uses all.
func (m *Matrix) Reduce() []int { return m.ReduceColumns(m.cols) }

// ReduceColumns is Reduce with pivots sought among the first c columns only: for [A|B] with c the
// columns of A, it reduces A and does to B what that took. Rows from len(pivots) on are zero in the
// first c columns; what they hold beyond is the same on any number of cores.
func (m *Matrix) ReduceColumns(c int) []int {
	if c < 0 || c > m.cols {
		panic(fmt.Sprintf("gf2: reducing %d columns of %d", c, m.cols))
	}
	e := newElimination(m, c)
	e.above = true
	e.run()
	return e.pivots
}

// Rank is the dimension of the space that the rows span, which is that of the columns.
func (m *Matrix) Rank() int {
	e := newElimination(m.Clone(), m.cols)
	e.run()
	return len(e.pivots)
}

// elimination goes through the columns of m in panels, at most a word wide:
//
//	          panel
//	┌─────┬───┬─────────┐
//	│ 1 . │ x │ x x x x │  rows with a pivot left of the panel
//	│ . 1 │ x │ x x x x │
//	├─────┼───┼─────────┤
//	│ . . │ p │ p p p p │  up to 64 rows found to give the panel's pivots, swapped to here
//	├─────┼───┼─────────┤
//	│ . . │ x │ x x x x │  rows still without a pivot
//	└─────┴───┴─────────┘
//
// The panel's pivots are found by looking at its words alone. That also tells, for every row, which
// of the p rows as they stand must be added to it, to clear it in the pivot columns, and to make the
// p rows themselves a unit matrix there: one word of coefficients per row. Adding them, everywhere
// right of the panel, is the method of the four Russians, and nearly all of the work.
type elimination struct {
	m     *Matrix
	limit int  // pivots are sought in columns before this one
	above bool // also clear the columns above each pivot
	// keep records the transform in the pivot columns, which would hold nothing but a unit matrix:
	// see System. The columns left of a panel are then no longer zero in the rows below.
	keep bool
	// order[i] is the original place of the row now at i; only if keep.
	order []int

	block   int // columns in a panel, at most wordBits
	workers int

	pivots []int
	panel  panel
	coef   []uint64 // per row: which p rows are added to it, as bits of the panel's word
	copied []sources
	adders []*rowAdder
}

func newElimination(m *Matrix, limit int) *elimination {
	e := &elimination{m: m, limit: limit, block: wordBits, workers: runtime.GOMAXPROCS(0)}
	if m.rows*m.stride < 1<<13 {
		e.workers = 1 // starting another goroutine costs more than it saves
	}
	return e
}

func (e *elimination) run() {
	m := e.m
	e.pivots = make([]int, 0, min(m.rows, e.limit))
	e.coef = make([]uint64, m.rows)
	e.copied = make([]sources, (m.stride+lineWords-1)/lineWords)
	e.adders = make([]*rowAdder, e.workers)
	for k := range e.adders {
		e.adders[k] = newRowAdder(m.rows)
	}
	if e.keep {
		e.order = make([]int, m.rows)
		for i := range e.order {
			e.order[i] = i
		}
	}
	for c := 0; c < e.limit && len(e.pivots) < m.rows; {
		end := min(c+e.block, c/wordBits*wordBits+wordBits, e.limit)
		e.eliminate(c, end)
		c = end
	}
}

// eliminate finds the pivots in columns c to end-1, which lie in one word, and clears them.
func (e *elimination) eliminate(c, end int) {
	word, top := c/wordBits, len(e.pivots)
	columns := ^uint64(0) << (c % wordBits) & (^uint64(0) >> (wordBits - 1 - (end-1)%wordBits))
	p := &e.panel
	p.find(e.m, word, top, columns)
	if p.mask == 0 {
		return
	}
	e.raise(word, top)
	left := word
	if e.keep {
		left = 0
	}
	e.copyPanelRows(word, left, top)
	e.setCoefficients(word, top)
	e.addPanelRows(left, top)
}

// raise swaps the rows that give the panel's pivots to the rows from top on, in the order of their
// pivots, and appends those to the list.
func (e *elimination) raise(word, top int) {
	p := &e.panel
	to := top
	for left := p.mask; left != 0; left &= left - 1 {
		q := bits.TrailingZeros64(left)
		from := p.at[q]
		if from != to {
			a, b := e.m.words(to), e.m.words(from)
			for k := range a {
				a[k], b[k] = b[k], a[k]
			}
			if e.keep {
				e.order[to], e.order[from] = e.order[from], e.order[to]
			}
			for rest := left; rest != 0; rest &= rest - 1 {
				if r := bits.TrailingZeros64(rest); p.at[r] == to {
					p.at[r] = from
				}
			}
		}
		e.pivots = append(e.pivots, word*wordBits+q)
		to++
	}
}

// copyPanelRows copies the p rows, strip by strip from the word left on, since they are themselves
// among the rows that change.
func (e *elimination) copyPanelRows(word, left, top int) {
	m := e.m
	row := top
	for rest := e.panel.mask; rest != 0; rest &= rest - 1 {
		q := bits.TrailingZeros64(rest)
		w := m.words(row)
		for s, k := 0, left; k < m.stride; s, k = s+1, k+lineWords {
			copy(e.copied[s][q][:], w[k:])
		}
		if e.keep {
			// Every row thereby receives its coefficients where the pivot columns were.
			e.copied[(word-left)/lineWords][q][(word-left)%lineWords] ^= 1 << q
		}
		row++
	}
}

// setCoefficients computes coef for all rows that change.
func (e *elimination) setCoefficients(word, top int) {
	m, p := e.m, &e.panel
	p.listTransforms()
	first := e.firstRow(top)
	inParallel(e.workers, m.rows-first, func(_, lo, hi int) {
		for i := first + lo; i < first+hi; i++ {
			e.coef[i] = p.coefficients(m.data[i*m.stride+word])
		}
	})
	row := top
	for rest := p.mask; rest != 0; rest &= rest - 1 {
		q := bits.TrailingZeros64(rest)
		e.coef[row] = p.transform[q] ^ 1<<q
		row++
	}
}

// firstRow is the first row that changes.
func (e *elimination) firstRow(top int) int {
	if e.above {
		return 0
	}
	return top
}

// addPanelRows adds to every row the p rows that its coefficients name. The work is laid out as one
// line, strip after strip and each strip row after row, and cut evenly among the workers.
func (e *elimination) addPanelRows(left, top int) {
	m := e.m
	first := e.firstRow(top)
	rows := m.rows - first
	strips := (m.stride - left + lineWords - 1) / lineWords
	inParallel(e.workers, strips*rows, func(worker, lo, hi int) {
		adder := e.adders[worker]
		for lo < hi {
			s, i := lo/rows, lo%rows
			n := min(rows-i, hi-lo)
			start := left + s*lineWords
			adder.prepare(&e.copied[s], e.panel.mask)
			adder.add(m.data[start:], m.stride, min(lineWords, m.stride-start), e.coef, 1, first+i, first+i+n)
			lo += n
		}
	})
}
