package gf2

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"
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
	e.run()
	e.store(m)
	return e.pivots
}

// Rank is the dimension of the space that the rows span, which is that of the columns.
func (m *Matrix) Rank() int { return len(m.Clone().Reduce()) }

// elimination goes through the columns in panels, at most a word wide:
//
//	          panel
//	┌─────┬───┬─────────┐
//	│ 1 x │ x │ x x x x │  rows with a pivot left of the panel
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
// All panels of a strip are done within that strip first, and then repeated on the other strips: on the
// p rows of all of them, and then on block after block of the other rows. So a strip is read from memory
// once for eight panels, and cores rarely synchronise.
type elimination struct {
	rows, cols int
	strips     [][]line
	limit      int // pivots are sought in columns before this one
	among      int // and in rows before this one
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

	pivots  []int
	panel   *panel
	steps   []step     // the panels of the current strip
	scratch []*scratch // one for each worker
}

// step is what one panel takes, in a form that can be repeated on any strip.
type step struct {
	word  int      // of a row
	top   int      // the first p row
	mask  uint64   // the pivot columns: there are as many p rows
	swaps [][2]int // rows to be exchanged beforehand, one pair after the other
	coef  []uint64 // per row, after the swaps of all steps: which p rows are added, each named by its pivot's bit
}

// bottom is the row after the p rows.
func (st *step) bottom() int { return st.top + bits.OnesCount64(st.mask) }

// scratch is what one worker needs: the sums for as many steps as are taken together.
type scratch struct {
	sources sources
	sums    [together]*sixTables // nil before their first use
}

// scratches is a pool, as panels.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

const (
	together  = 8    // steps
	blockRows = 1024 // rows that take those steps before others do, so that they stay in the cache
)

// take copies the p rows of a step, since they too are going to change.
func (w *scratch) take(st *step, rows []line) {
	i := st.top
	for left := st.mask; left != 0; left &= left - 1 {
		w.sources[bits.TrailingZeros64(left)] = rows[i]
		i++
	}
}

func (w *scratch) tabulate(k int, st *step) *sixTables {
	if w.sums[k] == nil {
		w.sums[k] = sixSums.Get().(*sixTables)
	}
	w.sums[k].prepare(&w.sources, st.mask)
	return w.sums[k]
}

func (w *scratch) release() {
	for k, s := range w.sums {
		if s != nil {
			sixSums.Put(s)
			w.sums[k] = nil
		}
	}
	scratches.Put(w)
}

// newElimination prepares the elimination of a copy of m.
func newElimination(m *Matrix, limit int) *elimination {
	e := &elimination{
		rows: m.rows, cols: m.cols, strips: make([][]line, m.stripCount()),
		limit: limit, among: m.rows, block: wordBits,
	}
	e.workers = runtime.GOMAXPROCS(0)
	if m.rows*len(e.strips) < smallLines {
		e.workers = 1 // about a millisecond of work: synchronising after each panel would cost more than it saves
	}
	for s := range e.strips {
		e.strips[s] = make([]line, m.rows)
	}
	e.eachBlock(func(s, lo, hi int) { m.readStrip(e.strips[s][lo:hi], s, lo) })
	return e
}

// smallLines is the number of lines of a matrix that one core eliminates as fast as several.
const smallLines = 4096

// store writes the outcome to m.
func (e *elimination) store(m *Matrix) {
	e.eachBlock(func(s, lo, hi int) { m.writeStrip(e.strips[s][lo:hi], s, lo) })
}

// eachBlock goes through all strips, some rows at a time, so that whole rows are in the cache.
func (e *elimination) eachBlock(do func(s, lo, hi int)) {
	const some = 64
	inParallel(e.workers, (e.rows+some-1)/some, func(_, lo, hi int) {
		for i := lo * some; i < hi*some; i += some {
			for s := range e.strips {
				do(s, i, min(i+some, e.rows))
			}
		}
	})
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
	e.scratch = make([]*scratch, e.workers)
	for k := range e.scratch {
		e.scratch[k] = scratches.Get().(*scratch)
	}
	defer func() {
		panels.Put(e.panel)
		for _, w := range e.scratch {
			w.release()
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
			var others []int
			for o := range e.strips {
				if o > s || o < s && e.keep {
					others = append(others, o)
				}
			}
			e.repeat(others)
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
	st.word, st.top, st.mask = c/wordBits, len(e.pivots), p.mask
	for left := p.mask; left != 0; left &= left - 1 {
		e.pivots = append(e.pivots, c/wordBits*wordBits+bits.TrailingZeros64(left))
	}
	st.swaps = p.swaps(st.swaps[:0], st.top)
	for _, swap := range st.swaps {
		i, j := swap[0], swap[1]
		rows[i], rows[j] = rows[j], rows[i]
		for k := range e.steps[:len(e.steps)-1] {
			coef := e.steps[k].coef
			coef[i], coef[j] = coef[j], coef[i]
		}
		if e.keep {
			e.order[i], e.order[j] = e.order[j], e.order[i]
		}
	}
	w := e.scratch[0]
	w.take(st, rows)
	if e.keep {
		for left := p.mask; left != 0; left &= left - 1 {
			q := bits.TrailingZeros64(left)
			w.sources[q][word] ^= 1 << q // so that every row receives its coefficients in place of the pivot columns
		}
	}
	sums := w.tabulate(0, st)
	p.sums.Fill(p.transform[:], 1)
	inParallel(e.workers, e.rows, func(_, lo, hi int) {
		for i := lo; i < hi; i += blockRows {
			end := min(i+blockRows, hi)
			e.setCoefficients(st, rows, i, end)
			sums.add(rows[i:end], st.coef[i:end])
		}
	})
}

// newStep is a further step.
func (e *elimination) newStep() *step {
	n := len(e.steps)
	e.steps = slices.Grow(e.steps, 1)[:n+1]
	st := &e.steps[n]
	if st.coef == nil { // otherwise it has the memory of a step of an earlier strip
		st.coef = make([]uint64, e.rows)
	}
	return st
}

// setCoefficients computes coef for rows lo to hi-1 of the strip with the panel.
func (e *elimination) setCoefficients(st *step, rows []line, lo, hi int) {
	p, word := e.panel, st.word%lineWords
	coef := st.coef[lo:hi]
	for k := range coef {
		coef[k] = p.coefficients(rows[lo+k][word])
	}
	i := st.top
	for left := st.mask; left != 0; left &= left - 1 {
		if lo <= i && i < hi {
			q := bits.TrailingZeros64(left)
			coef[i-lo] = p.transform[q] ^ 1<<q
		}
		i++
	}
}

// repeat takes the recorded steps on other strips, each strip by one worker.
func (e *elimination) repeat(strips []int) {
	var next atomic.Int64
	inParallel(e.workers, e.workers, func(k, _, _ int) {
		for i := int(next.Add(1)) - 1; i < len(strips) && !e.ended(); i = int(next.Add(1)) - 1 {
			e.repeatOn(strips[i], e.scratch[k])
		}
	})
}

// repeatOn takes the recorded steps on one strip.
func (e *elimination) repeatOn(s int, w *scratch) {
	rows := e.strips[s]
	for k := range e.steps {
		for _, swap := range e.steps[k].swaps {
			i, j := swap[0], swap[1]
			rows[i], rows[j] = rows[j], rows[i]
		}
	}
	for steps := range slices.Chunk(e.steps, together) {
		// The p rows of a step must have taken the steps before it. They follow one another.
		top, bottom := steps[0].top, steps[len(steps)-1].bottom()
		for k := range steps {
			w.take(&steps[k], rows)
			w.tabulate(k, &steps[k])
			w.add(steps[k:k+1], k, rows, top, bottom)
		}
		for _, others := range [][2]int{{0, top}, {bottom, len(rows)}} {
			for i := others[0]; i < others[1]; i += blockRows {
				w.add(steps, 0, rows, i, min(i+blockRows, others[1]))
			}
		}
	}
}

// add takes some steps on rows lo to hi-1; their sums are those from k on.
func (w *scratch) add(steps []step, k int, rows []line, lo, hi int) {
	for i := range steps {
		w.sums[k+i].add(rows[lo:hi], steps[i].coef[lo:hi])
	}
}
