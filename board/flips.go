package board

import (
	"iter"
	"slices"
)

// arcsOf yields what flips what: every switch with each of its lights, in order.
func arcsOf(b *Board) iter.Seq2[int, int] {
	return func(yield func(s, l int) bool) {
		var list []int
		for s := range b.switches {
			list = b.AppendToggles(list[:0], s)
			for _, l := range list {
				if !yield(s, l) {
					return
				}
			}
		}
	}
}

// flips reports whether switch s flips light l.
func (b *Board) flips(s, l int) bool {
	var room [16]int
	_, found := slices.BinarySearch(b.AppendToggles(room[:0], s), l)
	return found
}

// countEdges is how many e and a lines give the board of a graph: pairs of different nodes of which
// at least one flips the other.
func countEdges(b *Board) int {
	n := 0
	for u, v := range arcsOf(b) {
		if u < v || u > v && !b.flips(v, u) {
			n++
		}
	}
	return n
}
