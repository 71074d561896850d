package cosetleader

import (
	"slices"

	"lightsout/gf2"
)

// bestTrellis tries a few orders of the columns and keeps the one with the fewest states. Finding the
// best order is NP-hard. It returns nil if the form was stopped.
func bestTrellis(f *form) *walk {
	given := make([]int, f.n())
	for j := range given {
		given[j] = j
	}
	best := newWalk(f, given)
	if best == nil {
		return nil
	}
	try := func(order []int) {
		if w := newWalk(f, order); w != nil && w.cost() < best.cost() {
			best = w
		}
	}
	if order := hinted(f); order != nil {
		try(order)
		if best.width <= narrowTrellis {
			return best
		}
	}
	if f.k()*f.k()*(1+f.n()/64) > lightenSteps {
		return best
	}
	sparse := lighten(best.rows, f.stopped)
	for _, first := range []int{0, f.n() - 1} {
		order := frontier(f, sparse, first)
		if order == nil {
			break
		}
		try(order)
	}
	if f.stopped() {
		return nil
	}
	return best
}

// lightenSteps bounds the work of lightening rows. With so many of them the trellis is wide in any order,
// unless the caller knows a better one.
const lightenSteps = 1 << 30

// narrowTrellis is a width at which looking for a better order takes longer than the walk.
const narrowTrellis = 12

// hinted is the caller's order of the cells as an order of the columns, or nil.
func hinted(f *form) []int {
	if f.order == nil {
		return nil
	}
	column := make(map[int]int, f.n())
	for j, cell := range f.cell {
		column[cell] = j
	}
	order := make([]int, 0, f.n())
	for _, cell := range f.order() {
		if j, ok := column[cell]; ok {
			order = append(order, j)
		}
	}
	if len(order) != f.n() {
		return nil
	}
	return order
}

// lighten adds rows to one another as long as that makes them lighter, or until stopped. A sparse basis
// shows which columns are near each other.
func lighten(rows []gf2.Vec, stopped func() bool) []gf2.Vec {
	out, weights := make([]gf2.Vec, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		out[i], weights[i] = r.Clone(), r.Weight()
	}
	const sweeps = 4 // hardly anything changes after a few
	for range sweeps {
		changed := false
		for i, a := range out {
			if stopped() {
				return out
			}
			for j, b := range out {
				if i == j {
					continue
				}
				if w := weights[i] + weights[j] - 2*a.Overlap(b); w < weights[i] {
					a.Add(b)
					weights[i], changed = w, true
				}
			}
		}
		if !changed {
			break
		}
	}
	return out
}

// frontierSteps bounds the work of ordering the columns.
const frontierSteps = 1 << 26

// frontier orders the columns from a given one so that rows once begun are soon finished: it always
// continues with the begun row that has the fewest columns left, and there with the column that
// begins the fewest others. If that takes more than frontierSteps, the rows are long and the trellis
// would be wide anyway: frontier gives up and returns nil.
//
// Cost: n·k, and at most frontierSteps.
func frontier(f *form, rows []gf2.Vec, first int) []int {
	n := f.n()
	in := make([][]int, n) // rows with a one in the column
	left := make([]int, len(rows))
	for i, r := range rows {
		for c := range r.Ones() {
			in[c] = append(in[c], i)
			left[i]++
		}
	}
	begun := make([]bool, len(rows))
	from := make([]int, len(rows)) // the row's columns before this are placed
	placed := make([]bool, n)
	order := make([]int, 0, n)
	place := func(c int) {
		placed[c] = true
		order = append(order, c)
		for _, r := range in[c] {
			begun[r] = true
			left[r]--
		}
	}
	place(first)
	steps := 0
	for len(order) < n {
		row := -1
		for r := range rows {
			if begun[r] && left[r] > 0 && (row < 0 || left[r] < left[row]) {
				row = r
			}
		}
		if row < 0 { // cannot happen while the form is connected
			place(slices.Index(placed, false))
			continue
		}
		if steps > frontierSteps {
			return nil
		}
		next, fewest := -1, 0
		for c := rows[row].NextOne(from[row]); c >= 0; c = rows[row].NextOne(c + 1) {
			steps++
			if placed[c] {
				if next < 0 {
					from[row] = c + 1
				}
				continue
			}
			fresh := 0
			steps += len(in[c])
			for _, r := range in[c] {
				if !begun[r] {
					fresh++
				}
			}
			if next < 0 || fresh < fewest {
				next, fewest = c, fresh
			}
			if fewest == 0 { // with dense rows this happens soon
				break
			}
		}
		place(next)
	}
	return order
}
