package puzzlefile

import (
	"iter"
	"lightsout/board"
	"slices"
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

// listsOf writes down what every switch flips.
func listsOf(b *board.Board) *lists {
	l := &lists{start: make([]int, b.Switches()+1)}
	for s, x := range arcsOf(b) {
		l.light = append(l.light, int32(x))
		l.start[s+1] = len(l.light)
	}
	for s := range b.Switches() { // switches that flip nothing
		l.start[s+1] = max(l.start[s+1], l.start[s])
	}
	return l
}

// lists is what every switch flips: switch s has light[start[s]:start[s+1]], in order.
type lists struct {
	start []int
	light []int32
}

func (l *lists) of(s int) []int32 { return l.light[l.start[s]:l.start[s+1]] }

// flips reports whether switch s flips light x.
func (l *lists) flips(s, x int) bool {
	_, found := slices.BinarySearch(l.of(s), int32(x))
	return found
}

// countEdges is how many e and a lines give the board of a graph: pairs of different nodes of which
// at least one flips the other.
func countEdges(b *board.Board) int {
	n := 0
	l := listsOf(b)
	for u, v := range arcsOf(b) {
		if u < v || u > v && !l.flips(v, u) {
			n++
		}
	}
	return n
}
