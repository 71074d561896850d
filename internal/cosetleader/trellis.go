package cosetleader

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// trellis is dynamic programming over the columns, for codes that are narrow in some column order.
//
// Bring the rows to a form where no two begin in the same column and no two end in the same column
// (the minimal span form; Kschischang and Sorokine 1995). Walk through the columns: a row is open
// from its first one to its last, and only the coefficients of the open rows link the columns before
// to those after. So it is enough to keep the least cost for each setting of these: a state. Where a
// row ends, the better of its two coefficients is kept. The number of open rows is the least possible
// for the order; order.go looks for good orders. At most min(k, n−k) rows are open at a time, so this
// is also the method for codes of very high rate.
//
// Among words of equal weight a zero is preferred, row by row from the last to end.
//
// Cost: Σ over columns of 2^(open rows), linear for boards that are long and narrow and for trees.
// Memory: 3 bytes per state at the widest place (6 or 12 if costs are large), and a bit per state wherever a
// row ends.
func trellis(s *search) error {
	t := s.walk()
	if t == nil {
		return s.ctx.Err()
	}
	if t.width > maxTrellis {
		return fmt.Errorf("%w: trellis would need 2^%d states", ErrMethod, t.width)
	}
	s.record(func(p *Proof) { p.Width = t.width })
	if t.memory(s.listing()) > float64(s.memory) {
		return ErrMemory
	}
	switch {
	case s.f.total <= math.MaxInt16:
		return runWalk[int16](s, t)
	case s.f.total <= maxWide:
		return runWalk[int32](s, t)
	}
	return runWalk[int64](s, t)
}

// maxTrellis bounds the logarithm of the number of states.
const maxTrellis = 32

// walk is an order of the columns and the rows that fit it.
type walk struct {
	f     *form
	order []int
	begin []int // per place in the order, the row that begins there, or −1
	end   []int
	rows  []gf2.Vec
	width int
}

// newWalk finds the minimal span form for an order; nil if the form was stopped. The rows have their columns
// in that order until the end, so that a row's last one is found at once.
//
// Cost: O(k²·n/64).
func newWalk(f *form, order []int) *walk {
	n := len(order)
	place := make([]int, n)
	for i, c := range order {
		place[c] = i
	}
	rows := permutedRows(f.rows, place)
	w := &walk{f: f, order: order, begin: slices.Repeat([]int{-1}, n), end: slices.Repeat([]int{-1}, n)}
	for i, at := range eliminate(rows, nil, nil, f.stop) {
		w.begin[at] = i
	}
	// Rows are in the order of their beginnings. Adding one that begins later changes no beginning, so
	// a clash of ends is settled by changing the row that begins earlier.
	for i := len(rows) - 1; i >= 0; i-- {
		if f.stopped() {
			return nil
		}
		for {
			last := lastOne(rows[i])
			if w.end[last] < 0 {
				w.end[last] = i
				break
			}
			rows[i].Add(rows[w.end[last]])
		}
	}
	w.rows = permutedRows(rows, order)
	open := 0
	for i := range n {
		if w.begin[i] >= 0 {
			open++
		}
		w.width = max(w.width, open)
		if w.end[i] >= 0 {
			open--
		}
	}
	return w
}

// permutedRows is the rows with column c moved to place[c].
func permutedRows(rows []gf2.Vec, place []int) []gf2.Vec {
	out := make([]gf2.Vec, len(rows))
	for i, row := range rows {
		out[i] = gf2.NewVec(row.Len())
		for j := range row.Ones() {
			out[i].Set(place[j], true)
		}
	}
	return out
}

// lastOne is the place of the last one of a word that is not zero.
func lastOne(word gf2.Vec) int {
	words := word.Words()
	i := len(words) - 1
	for words[i] == 0 {
		i--
	}
	return 64*i + bits.Len64(words[i]) - 1
}

// cost is the number of states over all columns.
func (w *walk) cost() float64 {
	sum, open := 0.0, 0
	for i := range w.order {
		if w.begin[i] >= 0 {
			open++
		}
		sum += math.Exp2(float64(open))
		if w.end[i] >= 0 {
			open--
		}
	}
	return sum
}

// memory is how many bytes the walk will need: the states at the widest place before and after a
// row ends or begins, and what is kept.
func (w *walk) memory(listing bool) float64 {
	size := 8.0
	switch {
	case w.f.total <= math.MaxInt16:
		size = 2
	case w.f.total <= maxWide:
		size = 4
	}
	sum, open := 1.5*size*math.Exp2(float64(w.width)), 0
	for i := range w.order {
		if w.begin[i] >= 0 {
			open++
		}
		if w.end[i] >= 0 {
			open--
			if listing {
				sum += 2 * size * math.Exp2(float64(open))
			} else {
				sum += math.Exp2(float64(open)) / 8
			}
		}
	}
	return sum
}

// event is a row's beginning or end.
type event[C lane] struct {
	row   int
	slot  int      // its bit in the state
	ends  bool     // it takes the bit out, and does not put it in
	keep  []uint64 // ends: a bit per state after it, the coefficient that is better
	costs []C      // ends, when listing: the cost of each state before it
}

// runWalk does the dynamic program forwards, and reads off words backwards.
func runWalk[C lane](s *search, w *walk) error {
	f := w.f
	costs := []C{0}
	var open []int // rows, by slot
	var events []event[C]
	for i, c := range w.order {
		if s.stopped() {
			return s.ctx.Err()
		}
		if r := w.begin[i]; r >= 0 {
			events = append(events, event[C]{row: r, slot: len(open)})
			open = append(open, r)
			costs = append(costs, costs...)
		}
		var mask uint64
		for slot, r := range open {
			if w.rows[r].Bit(c) {
				mask |= 1 << slot
			}
		}
		s.inChunks(len(costs), func(from, to int) { pay(costs, from, to, mask, f.word.Bit(c), C(f.cost[c])) })
		s.words.Add(uint64(len(costs)))
		if r := w.end[i]; r >= 0 {
			e := event[C]{row: r, slot: slices.Index(open, r), ends: true}
			open = slices.Delete(open, e.slot, e.slot+1)
			before := costs
			costs = make([]C, len(before)/2)
			e.keep = make([]uint64, (len(costs)+63)/64)
			s.inChunks(len(costs), func(from, to int) { closeSlot(before, costs, e.keep, e.slot, from, to) })
			if s.listing() {
				e.costs = before
			}
			events = append(events, e)
		}
	}
	if s.listing() {
		listWalk(s, w, events, 0, int(costs[0]), f.word.Clone())
		return s.ctx.Err()
	}
	word := f.word.Clone()
	state := 0
	for _, e := range slices.Backward(events) {
		if e.ends {
			bit := int(e.keep[state/64] >> (state % 64) & 1)
			state = insertBit(state, e.slot, bit)
			continue
		}
		if state>>e.slot&1 != 0 {
			word.Add(w.rows[e.row])
		}
		state &= 1<<e.slot - 1
	}
	s.prefer(word, int(costs[0]))
	return nil
}

// inChunks shares n states among the workers, if there are many, in pieces of multiples of 64.
func (s *search) inChunks(n int, work func(from, to int)) {
	const chunk = 1 << 16
	if n <= chunk || s.workers == 1 {
		work(0, n)
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() {
			for {
				from := int(next.Add(chunk)) - chunk
				if from >= n || s.stopped() {
					return
				}
				work(from, min(from+chunk, n))
			}
		})
	}
	group.Wait()
}

// pay adds the column's cost to every state in which the word has a one there. Within 64 states
// in a row there are only two patterns of ones, one the opposite of the other.
func pay[C lane](costs []C, from, to int, mask uint64, odd bool, cost C) {
	var patterns [2][64]C
	for low := range 64 {
		patterns[bits.OnesCount64(uint64(low)&mask)&1^1][low] = cost
	}
	flip := 0
	if odd {
		flip = 1
	}
	for ; from < to; from += 64 {
		pattern := &patterns[(bits.OnesCount64(uint64(from)&mask)+flip)&1]
		block := costs[from:min(from+64, to)]
		for low := range block {
			block[low] += pattern[low]
		}
	}
}

// closeSlot keeps the cheaper coefficient of a slot for every setting of the others.
func closeSlot[C lane](before, after []C, keep []uint64, slot, from, to int) {
	for state := from; state < to; state++ {
		zero := insertBit(state, slot, 0)
		c, d := before[zero], before[zero|1<<slot]
		if d < c {
			c = d
			keep[state/64] |= 1 << (state % 64)
		}
		after[state] = c
	}
}

func insertBit(state, slot, bit int) int {
	low := state & (1<<slot - 1)
	return (state-low)<<1 | bit<<slot | low
}

// listWalk follows every path back through the events that stays within the limit. The word includes
// the rows taken so far; cost is that of the best word with these choices.
func listWalk[C lane](s *search, w *walk, events []event[C], state, cost int, word gf2.Vec) {
	if cost > s.within() || s.stopped() {
		return
	}
	if len(events) == 0 {
		s.offer(word.Clone(), cost)
		return
	}
	e := events[len(events)-1]
	rest := events[:len(events)-1]
	if !e.ends {
		taken := state>>e.slot&1 != 0
		if taken {
			word.Add(w.rows[e.row])
		}
		listWalk(s, w, rest, state&(1<<e.slot-1), cost, word)
		if taken {
			word.Add(w.rows[e.row])
		}
		return
	}
	zero := insertBit(state, e.slot, 0)
	one := zero | 1<<e.slot
	best := min(e.costs[zero], e.costs[one])
	listWalk(s, w, rest, zero, cost+int(e.costs[zero]-best), word)
	listWalk(s, w, rest, one, cost+int(e.costs[one]-best), word)
}
