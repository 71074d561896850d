package encode

import (
	"lightsout/cnf"
)

// adder counts in binary (binary.go) and compares the sum with the bound. With c running
// over n, ⌊n/2⌋, ⌊n/4⌋, … as long as c ≥ 2, counting n literals takes
//
//	variables   Σ 2·⌊c/2⌋
//	clauses     Σ (14·⌊(c-1)/2⌋ + 7 if c is even)
//
// of at most 4 literals, whatever the bound: fewer than 2n variables, and at most 14n clauses. Each
// bound used takes one more variable, which implies the comparison, and one clause per bit of the sum
// at which the comparison could fail. It is the smallest encoding and propagates least. Sources: Warners, "A
// linear-time transformation of linear inequalities into conjunctive normal form" (1998); Eén and Sörensson (JSAT
// 2006).
type adder struct {
	bits  []cnf.Lit // of the sum, the lowest first
	most  map[int]cnf.Lit
	least map[int]cnf.Lit
}

func adderVars(n, _ int) (vars int) {
	for c := n; c >= 2; c /= 2 {
		vars += c / 2 * 2
	}
	return vars
}

func buildAdder(w *clauses, lits []cnf.Lit, _ int) bounds {
	a := &adder{most: map[int]cnf.Lit{}, least: map[int]cnf.Lit{}}
	for column := lits; len(column) > 0; {
		var bit cnf.Lit
		bit, column = w.column(column)
		a.bits = append(a.bits, bit)
	}
	return a
}

// atMost: the sum exceeds k if and only if it has a one where k has a zero, and ones wherever k has
// ones above that place.
func (a *adder) atMost(w *clauses, k int) cnf.Lit {
	return a.bound(w, a.most, k, func(bit int) bool { return k>>bit&1 == 0 }, cnf.Lit.Neg)
}

// atLeast is the mirror image: a zero where k has a one, and zeros wherever k has zeros above.
func (a *adder) atLeast(w *clauses, k int) cnf.Lit {
	return a.bound(w, a.least, k, func(bit int) bool { return k>>bit&1 == 1 }, func(l cnf.Lit) cnf.Lit { return l })
}

// bound returns a literal that excludes each way to violate the bound: at a bit that may fail, with the
// bits above it as in k. It writes the clauses once for each k.
func (a *adder) bound(w *clauses, known map[int]cnf.Lit, k int, mayFail func(bit int) bool,
	holds func(cnf.Lit) cnf.Lit) cnf.Lit {
	if l, ok := known[k]; ok {
		return l
	}
	l := w.newVar()
	known[k] = l
	for i := range a.bits {
		if !mayFail(i) {
			continue
		}
		clause := []cnf.Lit{l.Neg(), holds(a.bits[i])}
		for j := i + 1; j < len(a.bits); j++ {
			if !mayFail(j) {
				clause = append(clause, holds(a.bits[j]))
			}
		}
		w.clause(clause...)
	}
	return l
}
