package encode

import "lightsout/cnf"

// seq is the sequential counter, a running count: s(i,j) says that at least j of the first i literals
// are true, for j up to the limit m.
//
//	s(i,j) = s(i-1,j) ∨ x(i)∧s(i-1,j-1)
//
// Both directions are written, so that the count can be bounded from below as well. s(1,1) is x(1)
// itself, s(i,0) is true and s(i,j) with j > i is false, so the clauses at the borders are shorter. For
// n literals and m = maxK+1 ≤ n:
//
//	variables   V = m(m+1)/2 + (n-m)·m - 1
//	clauses     4V - (n-1) - (m-1)
//
// of at most 3 literals. Source: Sinz, "Towards an optimal CNF encoding of Boolean cardinality
// constraints" (CP 2005), with only the direction that at-most needs.

func seqVars(n, limit int) int { return limit*(limit+1)/2 + (n-limit)*limit - 1 }

func buildSeq(w *clauses, lits []cnf.Lit, limit int) bounds {
	before := []cnf.Lit{lits[0]}
	for i := 1; i < len(lits); i++ {
		x := lits[i]
		now := make([]cnf.Lit, min(i+1, limit))
		for j := range now { // now[j] is s(i+1,j+1)
			s := w.newVar()
			now[j] = s
			switch {
			case j == 0:
				w.clause(x.Neg(), s)
				w.clause(before[0].Neg(), s)
				w.clause(s.Neg(), before[0], x)
			case j == i:
				w.clause(x.Neg(), before[j-1].Neg(), s)
				w.clause(s.Neg(), x)
				w.clause(s.Neg(), before[j-1])
			default:
				w.clause(x.Neg(), before[j-1].Neg(), s)
				w.clause(before[j].Neg(), s)
				w.clause(s.Neg(), before[j], x)
				w.clause(s.Neg(), before[j-1])
			}
		}
		before = now
	}
	return unary(before)
}
