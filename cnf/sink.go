package cnf

// Sink is where an encoding writes: a [Formula] keeps it, a [Counter] measures it, a [Session] solves
// it, and [WriteDIMACS] streams it as text.
//
// Literals must be non-zero and of variables that the Sink has allocated; anything else is a
// programming error and panics. The Sink neither keeps nor changes the slices it is given, so a
// caller that writes many clauses reuses one:
//
//	buf = append(buf[:0], a, b.Neg())
//	s.Clause(buf...)
//
// Calling s.Clause(a, b.Neg()) means the same but costs an allocation, because the compiler cannot
// see through the interface that the slice does not escape.
type Sink interface {
	// NewVar allocates the next variable and returns it as a positive literal.
	NewVar() Lit

	// Vars is how many variables are allocated: they are 1…Vars.
	Vars() int

	// Clause demands that at least one of the literals is true. The empty clause is unsatisfiable.
	// Repeated literals and tautologies are allowed.
	Clause(lits ...Lit)

	// Xor demands that the number of true literals is odd, or even if odd is false; a literal given
	// twice counts twice. In every Sink an empty Xor is the empty clause if odd, and nothing if even.
	//
	// Only CryptoMiniSat's dialect of DIMACS has such constraints. A Session cannot solve them, so
	// an encoding meant for it writes parity as clauses.
	Xor(lits []Lit, odd bool)
}

var (
	_ Sink = (*Formula)(nil)
	_ Sink = (*Counter)(nil)
	_ Sink = (*writer)(nil)
	_ Sink = (*Session)(nil)
)

// positive is the parity of an Xor over its variables, given its parity over its literals: each
// negation flips it.
func positive(lits []Lit, odd bool) bool {
	for _, l := range lits {
		odd = odd != (l < 0)
	}
	return odd
}
