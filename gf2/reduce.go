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
//
// The rows above a panel wait until all pivots are known, and are then cleared from the last panel to
// the first, by the same repeated steps (back). Only strips with a column that has no pivot take part:
// of a matrix of full rank, that saves a third of the work.
type elimination struct {
	rows, cols int
	strips     [][]line
	limit      int  // pivots are sought in columns before this one
	among      int  // and in rows before this one
	above      bool // also clear the columns above each pivot
	// keep records the transform in the pivot columns, which would hold nothing but a unit matrix:
	// see System. The columns left of a panel are then no longer zero in the rows below. It requires
	// above.
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
	done    []donePanel
	steps   []step     // the panels of the current strip
	free    []line     // of each strip, the columns without pivot; nil until back needs it
	scratch []*scratch // one for each worker
}

// donePanel is where a panel's pivots are.
type donePanel struct {
	word int    // of a row
	top  int    // the first p row
	mask uint64 // the pivot columns: there are as many p rows
}

// step is what one panel takes, in a form that can be repeated on any strip.
type step struct {
	donePanel
	first, end int      // the rows that change
	swaps      [][2]int // rows to be exchanged beforehand, one pair after the other
	coef       []uint64 // per row, after the swaps of all steps: which p rows are added, each named by its pivot's bit
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

// prepare tabulates the p rows of a step, and returns their sums.
func (w *scratch) prepare(k int, st *step, rows []line) *sixTables {
	w.take(st, rows)
	return w.tabulate(k, st)
}

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
	if e.above && !e.atOnce() {
		e.back()
	}
}

func (e *elimination) ended() bool { return e.stopped != nil && e.stopped() }

// atOnce reports whether the rows above a panel are cleared together with those below. For one strip
// there is nothing to be saved.
func (e *elimination) atOnce() bool { return e.above && (e.keep || len(e.strips) == 1) }

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
	found := donePanel{word: c / wordBits, top: len(e.pivots), mask: p.mask}
	e.done = append(e.done, found)
	for left := p.mask; left != 0; left &= left - 1 {
		e.pivots = append(e.pivots, c/wordBits*wordBits+bits.TrailingZeros64(left))
	}
	st := e.newStep(found, found.top, e.rows)
	if e.atOnce() {
		st.first = 0
	}
	st.swaps = p.swaps(st.swaps, st.top)
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
	inParallel(e.workers, st.end-st.first, func(_, lo, hi int) {
		for i := st.first + lo; i < st.first+hi; i += blockRows {
			end := min(i+blockRows, st.first+hi)
			e.setCoefficients(st, rows, i, end)
			sums.add(rows[i:end], st.coef[i:end])
		}
	})
}

// newStep records a step.
func (e *elimination) newStep(p donePanel, first, end int) *step {
	n := len(e.steps)
	e.steps = slices.Grow(e.steps, 1)[:n+1]
	st := &e.steps[n]
	if st.coef == nil { // otherwise it has the memory of a step of an earlier strip
		st.coef = make([]uint64, e.rows)
	}
	st.donePanel, st.first, st.end, st.swaps = p, first, end, st.swaps[:0]
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

// repeat takes the recorded steps on other strips. As many strips as can be shared out evenly are done
// by one worker each, and the rest by teams of workers.
func (e *elimination) repeat(strips []int) {
	single := len(strips) / e.workers * e.workers
	var next atomic.Int64
	inParallel(e.workers, e.workers, func(k, _, _ int) {
		for i := int(next.Add(1)) - 1; i < single && !e.ended(); i = int(next.Add(1)) - 1 {
			e.repeatOn(strips[i], e.scratch[k], 1)
		}
	})
	if rest := strips[single:]; len(rest) > 0 {
		team := e.workers / len(rest)
		inParallel(len(rest), len(rest), func(k, _, _ int) {
			e.repeatOn(rest[k], e.scratch[k], team)
		})
	}
}

// repeatOn takes the recorded steps on one strip, with a team of workers.
func (e *elimination) repeatOn(s int, w *scratch, team int) {
	rows := e.strips[s]
	for k := range e.steps {
		for _, swap := range e.steps[k].swaps {
			i, j := swap[0], swap[1]
			rows[i], rows[j] = rows[j], rows[i]
		}
	}
	for steps := range slices.Chunk(e.steps, together) {
		// The p rows of a step must have taken the steps before it. They follow one another.
		first, last := &steps[0], &steps[len(steps)-1]
		top, bottom := min(first.top, last.top), max(first.bottom(), last.bottom())
		for k := range steps {
			w.prepare(k, &steps[k], rows)
			w.add(steps[k:k+1], k, rows, top, bottom)
		}
		for _, others := range [][2]int{{0, top}, {bottom, len(rows)}} {
			if first.first >= others[1] || first.end <= others[0] {
				continue // all steps go the same way
			}
			inParallel(team, others[1]-others[0], func(_, lo, hi int) {
				for i := others[0] + lo; i < others[0]+hi; i += blockRows {
					w.add(steps, 0, rows, i, min(i+blockRows, others[0]+hi))
				}
			})
		}
	}
}

// add takes some steps on rows lo to hi-1; their sums are those from k on.
func (w *scratch) add(steps []step, k int, rows []line, lo, hi int) {
	for i := range steps {
		st := &steps[i]
		if from, to := max(lo, st.first), min(hi, st.end); from < to {
			w.sums[k+i].add(rows[from:to], st.coef[from:to])
		}
	}
}

// back clears the columns above each pivot, from the last panel to the first. The p rows are then zero
// in the earlier pivot columns, and so a row's coefficients are its entries in the panel's, whatever was
// added to it. What is in pivot columns afterwards does not matter: at the end they become unit columns.
func (e *elimination) back() {
	e.free = make([]line, len(e.strips))
	for s := range e.free {
		for k := range e.free[s] {
			e.free[s][k] = ^uint64(0)
		}
	}
	pivotsIn := make([]int, len(e.strips))
	for _, p := range e.done {
		s := p.word / lineWords
		e.free[s][p.word%lineWords] &^= p.mask
		pivotsIn[s] += bits.OnesCount64(p.mask)
	}
	var wanting []int // strips
	for s := range e.strips {
		if pivotsIn[s] < min(lineWords*wordBits, e.cols-s*lineWords*wordBits) {
			wanting = append(wanting, s)
		}
	}
	for end := len(e.done); end > 0 && len(wanting) > 0; {
		s := e.done[end-1].word / lineWords
		e.steps = e.steps[:0]
		for ; end > 0 && e.done[end-1].word/lineWords == s; end-- {
			if p := e.done[end-1]; p.top > 0 {
				e.newStep(p, 0, p.top)
			}
		}
		if len(e.steps) == 0 || e.ended() {
			break
		}
		inParallel(e.workers, e.steps[0].end, func(_, lo, hi int) {
			for k := range e.steps {
				st := &e.steps[k]
				for i := lo; i < min(hi, st.end); i++ {
					st.coef[i] = e.strips[s][i][st.word%lineWords] & st.mask
				}
			}
		})
		from, _ := slices.BinarySearch(wanting, s)
		e.repeat(wanting[from:])
	}
	e.setUnits()
}

// setUnits makes the pivot columns unit columns.
func (e *elimination) setUnits() {
	e.eachBlock(func(s, lo, hi int) {
		for i := range e.strips[s][lo:hi] {
			e.strips[s][lo+i].and(&e.free[s])
		}
	})
	for i, c := range e.pivots {
		e.strips[c/(lineWords*wordBits)][i][c/wordBits%lineWords] |= 1 << (c % wordBits)
	}
}
