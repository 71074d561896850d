package encode

import (
	"lightsout/board"
	"lightsout/cnf"
)

// Alike makes all switches of each group equal: pressed together or not at all. Two clauses for each
// switch after a group's first.
func Alike(sink cnf.Sink, groups [][]int) {
	w := &clauses{sink: sink}
	for _, g := range groups {
		for _, s := range g[min(1, len(g)):] {
			w.clause(switchLit(g[0]).Neg(), switchLit(s))
			w.clause(switchLit(g[0]), switchLit(s).Neg())
		}
	}
}

// LexLeast keeps, of every two answers that the symmetry carries into each other, the one that comes
// first in dictionary order (not pressed before pressed, first switch first): x ≤ y where y is x
// read through the symmetry. Of each class of alike answers at least one stays, so a puzzle that is
// itself symmetric keeps its solvability and its fewest presses. It takes one variable and three
// clauses for each switch that the symmetry moves; the idea is Crawford, Ginsberg, Luks and Roy's
// (Symmetry-breaking predicates for search problems, 1996).
func LexLeast(sink cnf.Sink, g board.Symmetry) {
	w := &clauses{sink: sink}
	var equal cnf.Lit // so far x and y are equal; 0 stands for true, before the first
	guarded := func(lits ...cnf.Lit) {
		if equal != 0 {
			lits = append(lits, equal.Neg())
		}
		w.clause(lits...)
	}
	for s, image := range g.Switches {
		if s == image {
			continue
		}
		x, y := switchLit(s), switchLit(image)
		guarded(x.Neg(), y)
		still := w.newVar()
		guarded(x.Neg(), still) // x ≤ y, so x = 1 means y = 1
		guarded(y, still)       // and y = 0 means x = 0
		equal = still
	}
}
