package coset

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// trellis is a dynamic program over the columns, for codes that are narrow in some order of them.
//
// Bring the rows to a form where no two begin in the same column and no two end in the same column
// (the minimal span form; Kschischang and Sorokine 1995). Walk through the columns: a row is open
// from its first one to its last, and of the columns passed only the coefficients of the open rows
// matter for those to come. So it is enough to keep the least cost for each setting of these: a
// state. Where a row ends, the better of its two coefficients is kept. The number of open rows is
// least possible for the order; good orders are looked for in order.go. No more rows are ever open
// than the smaller of k and n−k, so this is also the method for codes of very high rate.
//
// Among equals a zero is preferred, row by row from the last to end.
//
// Cost: Σ over columns of 2^(open rows), linear for boards that are long and narrow and for trees.
// Memory: 8 bytes per state at the widest place, and a bit per state wherever a row ends.
func trellis(s *search) error {
	t := bestTrellis(s.f)
	if t.width > maxTrellis {
		return fmt.Errorf("%w: trellis would need 2^%d states", ErrMethod, t.width)
	}
	s.record(func(p *Proof) { p.Width = t.width })
	if t.memory(s.listing()) > float64(s.memory) {
		return ErrMemory
	}
	return t.run(s)
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

// newWalk finds the minimal span form for an order.
func newWalk(f *form, order []int) *walk {
	n := len(order)
	place := make([]int, n)
	for i, c := range order {
		place[c] = i
	}
	rows, pivot, _ := f.rebase(order)
	w := &walk{f: f, order: order, rows: rows, begin: slices.Repeat([]int{-1}, n), end: slices.Repeat([]int{-1}, n)}
	for i, c := range pivot {
		w.begin[place[c]] = i
	}
	// Rows are in the order of their beginnings. Adding one that begins later changes no beginning, so
	// a clash of ends is settled by changing the row that begins earlier.
	for i := len(rows) - 1; i >= 0; i-- {
		for {
			last := 0
			for c := range rows[i].Ones() {
				last = max(last, place[c])
			}
			if w.end[last] < 0 {
				w.end[last] = i
				break
			}
			rows[i].Add(rows[w.end[last]])
		}
	}
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

// memory is how many bytes run will need.
func (w *walk) memory(listing bool) float64 {
	sum, open := 8*math.Exp2(float64(w.width)), 0
	for i := range w.order {
		if w.begin[i] >= 0 {
			open++
		}
		if w.end[i] >= 0 {
			open--
			if listing {
				sum += 8 * math.Exp2(float64(open))
			} else {
				sum += math.Exp2(float64(open)) / 8
			}
		}
	}
	return sum
}

// event is a row's beginning or end.
type event struct {
	row   int
	slot  int      // its bit in the state
	ends  bool     // it takes the bit out, and does not put it in
	keep  []uint64 // ends: a bit per state after it, the coefficient that is better
	costs []int32  // ends, when listing: the cost of each state before it
}

// run does the dynamic program forwards, and reads off words backwards.
func (w *walk) run(s *search) error {
	f := w.f
	costs := []int32{0}
	var open []int // rows, by slot
	var events []event
	for i, c := range w.order {
		if s.stopped() {
			return s.ctx.Err()
		}
		if r := w.begin[i]; r >= 0 {
			events = append(events, event{row: r, slot: len(open)})
			open = append(open, r)
			costs = append(costs, costs...)
		}
		var mask uint64
		for slot, r := range open {
			if w.rows[r].Bit(c) {
				mask |= 1 << slot
			}
		}
		pay(costs, mask, f.word.Bit(c), int32(f.cost[c]))
		s.words.Add(uint64(len(costs)))
		if r := w.end[i]; r >= 0 {
			slot := slices.Index(open, r)
			e := event{row: r, slot: slot, ends: true}
			if s.listing() {
				e.costs = costs
				costs = slices.Clone(costs)
			}
			costs, e.keep = closeSlot(costs, slot)
			events = append(events, e)
			open = slices.Delete(open, slot, slot+1)
		}
	}
	if s.listing() {
		w.list(s, events, 0, int(costs[0]), f.word.Clone())
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
	s.settle(word, int(costs[0]))
	return nil
}

// pay adds the column's cost to every state in which the word has a one there.
func pay(costs []int32, mask uint64, odd bool, cost int32) {
	flip := 0
	if odd {
		flip = 1
	}
	for state := range costs {
		costs[state] += cost & -int32((bits.OnesCount64(uint64(state)&mask)+flip)&1)
	}
}

// closeSlot keeps for every setting of the other slots the cheaper of this one's, in place.
func closeSlot(costs []int32, slot int) ([]int32, []uint64) {
	half := len(costs) / 2
	keep := make([]uint64, (half+63)/64)
	for state := range half {
		zero := insertBit(state, slot, 0)
		one := zero | 1<<slot
		c := costs[zero]
		if costs[one] < c {
			c = costs[one]
			keep[state/64] |= 1 << (state % 64)
		}
		costs[state] = c // state ≤ zero: nothing still needed is overwritten
	}
	return costs[:half], keep
}

func insertBit(state, slot, bit int) int {
	low := state & (1<<slot - 1)
	return (state-low)<<1 | bit<<slot | low
}

// list goes back through the events by every way that stays within the limit. The word has the
// rows taken so far added; cost is that of the best word that ends as chosen.
func (w *walk) list(s *search, events []event, state, cost int, word gf2.Vec) {
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
		w.list(s, rest, state&(1<<e.slot-1), cost, word)
		if taken {
			word.Add(w.rows[e.row])
		}
		return
	}
	zero := insertBit(state, e.slot, 0)
	one := zero | 1<<e.slot
	best := min(e.costs[zero], e.costs[one])
	w.list(s, rest, zero, cost+int(e.costs[zero]-best), word)
	w.list(s, rest, one, cost+int(e.costs[one]-best), word)
}
