package puzzlefile

import (
	"iter"

	"lightsout/board"
	"lightsout/gf2"
)

// arcsOf yields what flips what: every switch with each of its lights, in order.
func arcsOf(b *board.Board) iter.Seq2[int, int] {
	return func(yield func(s, l int) bool) {
		var list []int
		for s := range b.Switches() {
			list = b.AppendToggles(list[:0], s)
			for _, l := range list {
				if !yield(s, l) {
					return
				}
			}
		}
	}
}

// listsOf writes down what every switch flips, in order.
func listsOf(b *board.Board) gf2.Lists {
	l := gf2.NewLists(b.Switches(), b.Switches())
	var list []int
	for s := range b.Switches() {
		list = b.AppendToggles(list[:0], s)
		gf2.Append(&l, list)
	}
	return l
}

// countEdges is how many e and a lines give the board of a graph: pairs of different nodes of which
// at least one flips the other.
func countEdges(b *board.Board) int {
	n := 0
	l := listsOf(b)
	for u, v := range arcsOf(b) {
		if u < v || u > v && !l.Has(v, u) {
			n++
		}
	}
	return n
}
