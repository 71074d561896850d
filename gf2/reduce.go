package gf2

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"
)

// Reduce brings m into reduced row echelon form, in place, and returns the pivot column of each
// row that is not zero. Those rows come first, their pivots ascending; a pivot is the first one of
// its row and the only one of its column. It uses all cores; the form is unique, so it does not
// depend on their number.
func (m *Matrix) Reduce() []int { return m.ReduceColumns(m.cols) }

// ReduceColumns is Reduce with pivots in the first c columns only: for [A|B] with c the columns of A,
// it reduces A and applies the same row operations to B. Rows from len(pivots) on are zero in the
// first c columns; what they hold beyond is the same on any number of cores.
func (m *Matrix) ReduceColumns(c int) []int {
	if c < 0 || c > m.cols {
		panic(fmt.Sprintf("gf2: reducing %d columns of %d", c, m.cols))
	}
	e := newElimination(m, c)
	e.above = true
	e.run()
	e.store(m)
	return e.pivots
}

// Rank is the dimension of the space that the rows span, which is that of the columns.
func (m *Matrix) Rank() int {
	e := newElimination(m, m.cols)
	e.run()
	return len(e.pivots)
}

// elimination goes through the columns in panels, at most a word wide:
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
//
// All panels of a strip are done within that strip first, and then repeated on the other strips, one
// after the other. So a strip is read from memory once for eight panels, and cores rarely
// synchronise.
type elimination struct {
	rows   int
	strips [][]line
	limit  int  // pivots are sought in columns before this one
	among  int  // and in rows before this one
	above  bool // also clear the columns above each pivot
	// keep records the transform in the pivot columns, which would hold nothing but a unit matrix:
	// see System. The columns left of a panel are then no longer zero in the rows below.
	keep bool
	// order[i] is the original place of the row now at i; only if keep.
	order []int

	block   int // columns in a panel, at most wordBits
	workers int
	// stopped is asked before each piece of work, of some milliseconds on the largest matrices, by
	// several goroutines; nil never stops. The result of a stopped elimination is meaningless.
	stopped func() bool

	pivots []int
	panel  *panel
	steps  []step      // the panels of the current strip
	adders []*rowAdder // one for each worker
}

// step is what one panel takes, in a form that can be repeated on any strip.
type step struct {
	top   int      // where the p rows are swapped to
	mask  uint64   // the pivot columns: there are as many p rows
	swaps [][2]int // rows to be exchanged, one pair after the other
	coef  []uint64 // per row: which p rows are added to it, each named by its pivot's bit
}

// newElimination prepares the elimination of a copy of m.
func newElimination(m *Matrix, limit int) *elimination {
	e := &elimination{rows: m.rows, strips: make([][]line, m.stripCount()), limit: limit, among: m.rows, block: wordBits}
	for s := range e.strips {
		e.strips[s] = make([]line, m.rows)
		m.readStrip(e.strips[s], s, 0)
	}
	e.workers = runtime.GOMAXPROCS(0)
	if m.rows*len(e.strips) < 8*byteTablesPay {
		e.workers = 1 // about a millisecond of work: synchronising after each panel would cost more than it saves
	}
	return e
}

// store writes the outcome to m.
func (e *elimination) store(m *Matrix) {
	for s, rows := range e.strips {
		m.writeStrip(rows, s, 0)
	}
}

func (e *elimination) run() {
	e.pivots = make([]int, 0, min(e.among, e.limit))
	if e.keep {
		e.order = make([]int, e.rows)
		for i := range e.order {
			e.order[i] = i
		}
	}
	e.panel = panels.Get().(*panel)
	e.adders = make([]*rowAdder, e.workers)
	for k := range e.adders {
		e.adders[k] = newRowAdder(e.rows)
	}
	defer func() {
		panels.Put(e.panel)
		for _, a := range e.adders {
			a.release()
		}
	}()

	const stripBits = lineWords * wordBits
	for s := range e.strips {
		e.steps = e.steps[:0]
		for c := s * stripBits; c < min((s+1)*stripBits, e.limit) && len(e.pivots) < e.among; {
			if e.ended() {
				return
			}
			end := min(c+e.block, c/wordBits*wordBits+wordBits, e.limit)
			e.eliminate(s, c, end)
			c = end
		}
		if len(e.steps) > 0 {
			e.repeat(s)
		}
	}
}

func (e *elimination) ended() bool { return e.stopped != nil && e.stopped() }

// eliminate finds the pivots in columns c to end-1, which lie in one word of strip s, clears them
// within that strip, and records how.
func (e *elimination) eliminate(s, c, end int) {
	rows, word := e.strips[s], c/wordBits%lineWords
	columns := ^uint64(0) << (c % wordBits) & (^uint64(0) >> (wordBits - 1 - (end-1)%wordBits))
	p := e.panel
	p.find(rows[:e.among], word, len(e.pivots), columns)
	if p.mask == 0 {
		return
	}
	st := e.newStep()
	for left := p.mask; left != 0; left &= left - 1 {
		e.pivots = append(e.pivots, c/wordBits*wordBits+bits.TrailingZeros64(left))
	}
	src := &e.adders[0].sources
	e.raise(rows, st, src)
	if e.keep {
		for _, swap := range st.swaps {
			i, j := swap[0], swap[1]
			e.order[i], e.order[j] = e.order[j], e.order[i]
		}
		for left := p.mask; left != 0; left &= left - 1 {
			q := bits.TrailingZeros64(left)
			src[q][word] ^= 1 << q // so that every row receives its coefficients in place of the pivot columns
		}
	}
	e.setCoefficients(st, rows, word)
	e.addSources(rows, st, e.adders)
}

// newStep records a step for the panel just found.
func (e *elimination) newStep() *step {
	n := len(e.steps)
	e.steps = slices.Grow(e.steps, 1)[:n+1]
	st := &e.steps[n]
	if st.coef == nil { // otherwise it has the memory of a step of an earlier strip
		st.coef = make([]uint64, e.rows)
	}
	st.top, st.mask = len(e.pivots), e.panel.mask
	st.swaps = e.panel.swaps(st.swaps[:0], st.top)
	return st
}

// raise swaps the p rows to their places, and copies them, since they too are going to change.
func (e *elimination) raise(rows []line, st *step, src *sources) {
	for _, swap := range st.swaps {
		i, j := swap[0], swap[1]
		rows[i], rows[j] = rows[j], rows[i]
	}
	i := st.top
	for left := st.mask; left != 0; left &= left - 1 {
		src[bits.TrailingZeros64(left)] = rows[i]
		i++
	}
}

// setCoefficients computes coef for all rows that change.
func (e *elimination) setCoefficients(st *step, rows []line, word int) {
	p := e.panel
	p.listTransforms()
	first := e.firstRow(st)
	inParallel(e.workers, e.rows-first, func(_, lo, hi int) {
		for i := first + lo; i < first+hi; i++ {
			st.coef[i] = p.coefficients(rows[i][word])
		}
	})
	i := st.top
	for left := st.mask; left != 0; left &= left - 1 {
		q := bits.TrailingZeros64(left)
		st.coef[i] = p.transform[q] ^ 1<<q
		i++
	}
}

// firstRow is the first row that changes.
func (e *elimination) firstRow(st *step) int {
	if e.above {
		return 0
	}
	return st.top
}

// addSources adds to every row of a strip the p rows that its coefficients name, which are in the
// first adder's sources. The rows are shared out among the adders.
func (e *elimination) addSources(rows []line, st *step, adders []*rowAdder) {
	first := e.firstRow(st)
	src := &adders[0].sources
	inParallel(len(adders), len(rows)-first, func(k, lo, hi int) {
		adders[k].prepare(src, st.mask)
		adders[k].add(rows[first+lo:first+hi], st.coef[first+lo:])
	})
}

// repeat takes the steps of strip s on every other strip that they change. As many strips as can be
// shared out evenly are done by one worker each, and the rest by teams of workers.
func (e *elimination) repeat(s int) {
	others := e.strips[s+1:]
	if e.keep {
		others = append(append([][]line(nil), e.strips[:s]...), others...)
	}
	single := len(others) / e.workers * e.workers
	var next atomic.Int64
	inParallel(e.workers, e.workers, func(k, _, _ int) {
		for i := int(next.Add(1)) - 1; i < single && !e.ended(); i = int(next.Add(1)) - 1 {
			e.repeatOn(others[i], e.adders[k:k+1])
		}
	})
	if rest := others[single:]; len(rest) > 0 {
		team := e.workers / len(rest)
		inParallel(len(rest), len(rest), func(k, _, _ int) {
			e.repeatOn(rest[k], e.adders[k*team:(k+1)*team])
		})
	}
}

func (e *elimination) repeatOn(rows []line, adders []*rowAdder) {
	for i := range e.steps {
		st := &e.steps[i]
		e.raise(rows, st, &adders[0].sources)
		e.addSources(rows, st, adders)
	}
}
