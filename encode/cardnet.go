package encode

import "lightsout/cnf"

// cardnet is a cardinality network: it sorts the literals, trues first, by Batcher's odd-even merges,
// and leaves out whatever the first m = maxK+1 places do not need. To merge two sorted lists, it merges
// their odd places and their even places separately and compares neighbours of the two results:
//
//	z1 = d1,  (z2, z3) = sort(d2, e1),  (z4, z5) = sort(d3, e2),  …
//
//	                       comparator    half of one, where the second place is not needed
//	variables              2             1
//	clauses                6             3
//
// of at most 3 literals. Sorting n = 2^p literals completely takes (p²-p+4)·2^(p-2) - 1 comparators;
// stopping at m takes O(n·log² m). Sources: Batcher, "Sorting networks and their applications"
// (1968); Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, "Cardinality networks: a theoretical
// and empirical study" (Constraints 2011); lists of any length as in Abío et al. (CP 2013).

func buildCardnet(w *clauses, lits []cnf.Lit, limit int) bounds {
	return unary(w.sortFirst(lits, limit))
}

// sortFirst is the first limit places of the sorted literals, or all if there are fewer.
func (w *clauses) sortFirst(lits []cnf.Lit, limit int) []cnf.Lit {
	if len(lits) == 1 {
		return lits
	}
	left := w.sortFirst(lits[:len(lits)/2], limit)
	right := w.sortFirst(lits[len(lits)/2:], limit)
	return w.merge(left, right, limit)
}

// merge is the first limit places of two sorted lists merged, or all if there are fewer.
func (w *clauses) merge(a, b []cnf.Lit, limit int) []cnf.Lit {
	switch {
	case limit == 0:
		return nil
	case len(a) == 0:
		return b[:min(len(b), limit)]
	case len(b) == 0:
		return a[:min(len(a), limit)]
	case len(a) == 1 && len(b) == 1:
		return w.compare(nil, a[0], b[0], limit)
	}
	d := w.merge(everySecond(a, 0), everySecond(b, 0), limit/2+1)
	e := w.merge(everySecond(a, 1), everySecond(b, 1), limit/2)
	z := []cnf.Lit{d[0]}
	for i := 0; len(z) < limit; i++ {
		switch hasD, hasE := i+1 < len(d), i < len(e); {
		case hasD && hasE:
			z = w.compare(z, d[i+1], e[i], limit-len(z))
		case hasD:
			return append(z, d[i+1])
		case hasE:
			return append(z, e[i])
		default:
			return z
		}
	}
	return z
}

// everySecond is list[from], list[from+2], …
func everySecond(list []cnf.Lit, from int) []cnf.Lit {
	var half []cnf.Lit
	for i := from; i < len(list); i += 2 {
		half = append(half, list[i])
	}
	return half
}

// compare appends a ∨ b and, if there is room for two, a ∧ b.
func (w *clauses) compare(z []cnf.Lit, a, b cnf.Lit, room int) []cnf.Lit {
	either := w.newVar()
	w.clause(a.Neg(), either)
	w.clause(b.Neg(), either)
	w.clause(either.Neg(), a, b)
	if room == 1 {
		return append(z, either)
	}
	both := w.newVar()
	w.clause(both.Neg(), a)
	w.clause(both.Neg(), b)
	w.clause(both, a.Neg(), b.Neg())
	return append(z, either, both)
}

// cardnetVars is how many outputs all comparators of sortFirst have.
func cardnetVars(n, limit int) int {
	if n <= 1 {
		return 0
	}
	p, q := n/2, n-n/2
	return cardnetVars(p, limit) + cardnetVars(q, limit) + mergeOutputs(min(p, limit), min(q, limit), limit)
}

// mergeOutputs is the same for merge.
func mergeOutputs(p, q, limit int) int {
	if p == 0 || q == 0 || limit == 0 {
		return 0
	}
	if p == 1 && q == 1 {
		return min(2, limit)
	}
	inner := mergeOutputs((p+1)/2, (q+1)/2, limit/2+1) + mergeOutputs(p/2, q/2, limit/2)
	d, e := min((p+1)/2+(q+1)/2, limit/2+1), min(p/2+q/2, limit/2)
	return inner + min(2*min(d-1, e), limit-1)
}
