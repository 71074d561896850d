package encode

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
