package cnf

// Counter is a Sink that keeps only totals: how large an encoding is, and what the header of a
// [Writer] must promise. The zero Counter is ready to use.
type Counter struct {
	allocator
	Clauses  int // clauses
	Xors     int // parity constraints
	Literals int // literals in both
}

// Clause counts one clause.
func (c *Counter) Clause(lits ...Lit) {
	checkLits(lits, c.vars)
	c.Clauses++
	c.Literals += len(lits)
}

// Xor counts one parity constraint; an empty one counts as the clause it stands for, or as nothing.
func (c *Counter) Xor(lits []Lit, odd bool) {
	checkLits(lits, c.vars)
	switch {
	case len(lits) > 0:
		c.Xors++
		c.Literals += len(lits)
	case odd:
		c.Clauses++
	}
}
