package encode

import "lightsout/cnf"

// alike makes all switches of each group equal. It takes two clauses for each switch after a group's
// first, and each of its variables.
func (w *clauses) alike(groups [][]int, each int) {
	for _, g := range groups {
		for _, s := range g[min(1, len(g)):] {
			for j := range each {
				first, other := switchLit(g[0]*each+j), switchLit(s*each+j)
				w.clause(first.Neg(), other)
				w.clause(first, other.Neg())
			}
		}
	}
}

// lexLeast keeps, of any two answers that the symmetry maps to each other, the first in lexicographic
// order (not pressed before pressed, first switch first): x ≤ y, where y is x with its switches
// permuted by the symmetry. At least one answer of each class remains, so a puzzle that is itself
// symmetric keeps its solvability and its fewest presses. It takes one variable and three clauses for
// each switch that the symmetry moves. Source: Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking
// predicates for search problems" (1996).
func (w *clauses) lexLeast(renaming []int) {
	var equal cnf.Lit // x and y are equal so far; 0, before the first, means true
	guarded := func(lits ...cnf.Lit) {
		if equal != 0 {
			lits = append(lits, equal.Neg())
		}
		w.clause(lits...)
	}
	for s, image := range renaming {
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
