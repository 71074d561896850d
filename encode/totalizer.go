package encode

import "lightsout/cnf"

// totalizer counts the two halves of the literals and adds the counts in unary, recursively. If one
// half has at least a true literals and the other at least b, together they have at least a+b; if they
// have fewer than a+1 and fewer than b+1, together they have fewer than a+b+1:
//
//	l(a) ∧ r(b) → o(a+b)        ¬l(a+1) ∧ ¬r(b+1) → ¬o(a+b+1)
//
// Counts stop at the limit m. A node with p and q inputs (each at most m) and o = min(p+q, m) outputs
// takes
//
//	variables   o
//	clauses     the pairs (a,b) with 0≤a≤p, 0≤b≤q and 1 ≤ a+b ≤ o, and those with a+b < o
//
// which is 2((p+1)(q+1)-1) clauses if p+q ≤ m; in all at most n·⌈log2 n⌉ variables and O(n·m) clauses
// per level, of at most 3 literals. Source: Bailleux and Boufkhad, "Efficient CNF encoding of Boolean
// cardinality constraints" (CP 2003); stopping at the bound is due to Büttner and Rintanen (ICAPS
// 2005).

func totalizerVars(n, limit int) int {
	if n <= 1 {
		return 0
	}
	return totalizerVars(n/2, limit) + totalizerVars(n-n/2, limit) + min(n, limit)
}

func buildTotalizer(w *clauses, lits []cnf.Lit, limit int) bounds {
	return unary(w.total(lits, limit))
}

func (w *clauses) total(lits []cnf.Lit, limit int) []cnf.Lit {
	if len(lits) == 1 {
		return lits
	}
	left := w.total(lits[:len(lits)/2], limit)
	right := w.total(lits[len(lits)/2:], limit)
	return w.mergeUnary(left, right, min(len(lits), limit))
}

// mergeUnary adds two numbers in unary, up to a limit.
func (w *clauses) mergeUnary(left, right []cnf.Lit, limit int) []cnf.Lit {
	out := make([]cnf.Lit, limit)
	for j := range out {
		out[j] = w.newVar()
	}
	for a := range len(left) + 1 {
		for b := range min(len(right), len(out)-a) + 1 {
			w.addUnary(left, right, out, a, b)
		}
	}
	return out
}

// addUnary writes the clauses of (a,b), a+b ≤ len(out): two, or fewer at the borders, where a count of
// 0 is always reached and a count beyond the end of a list never is.
func (w *clauses) addUnary(left, right, out []cnf.Lit, a, b int) {
	if a+b > 0 {
		w.buf = w.buf[:0]
		if a > 0 {
			w.buf = append(w.buf, left[a-1].Neg())
		}
		if b > 0 {
			w.buf = append(w.buf, right[b-1].Neg())
		}
		w.buf = append(w.buf, out[a+b-1])
		w.sink.Clause(w.buf...)
	}
	if a+b < len(out) {
		w.buf = w.buf[:0]
		if a < len(left) {
			w.buf = append(w.buf, left[a])
		}
		if b < len(right) {
			w.buf = append(w.buf, right[b])
		}
		w.buf = append(w.buf, out[a+b].Neg())
		w.sink.Clause(w.buf...)
	}
}
