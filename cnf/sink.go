package cnf

// Sink is where an encoding writes: a [Formula] to keep, a [Counter] to measure, a [Writer] to
// stream as text, a [Session] to solve. An encoding written against Sink serves all four.
//
// Literals must be non-zero and of variables the Sink has handed out; anything else is an error of
// the program and panics. The Sink neither keeps nor changes the slices it is given, so a caller
// that writes many clauses reuses one:
//
//	buf = append(buf[:0], a, b.Neg())
//	s.Clause(buf...)
//
// Calling s.Clause(a, b.Neg()) means the same and costs an allocation, because the compiler cannot
// see through the interface that the slice is dropped.
type Sink interface {
	// NewVar allocates the next variable and returns it as a positive literal.
	NewVar() Lit

	// Vars is how many variables are allocated: they are 1…Vars.
	Vars() int

	// Clause demands that at least one of the literals is true. The empty clause cannot be met.
	// Repeated literals and clauses that hold both a literal and its negation are allowed.
	Clause(lits ...Lit)

	// Xor demands that the number of true literals is odd (odd) or even (!odd); a literal given
	// twice counts twice. An empty Xor is decided already, and every Sink treats it so: odd is the
	// empty clause, even is nothing.
	//
	// Only CryptoMiniSat's dialect of DIMACS has such constraints. Formula, Counter and Writer take
	// them; a Session has no parity reasoning and refuses, so an encoding meant for it cuts parity
	// into clauses first.
	Xor(lits []Lit, odd bool)
}

var (
	_ Sink = (*Formula)(nil)
	_ Sink = (*Counter)(nil)
	_ Sink = (*Writer)(nil)
	_ Sink = (*Session)(nil)
)

// positive is the parity asked of the variables of an Xor, when odd is that asked of its literals:
// each negation flips it.
func positive(lits []Lit, odd bool) bool {
	for _, l := range lits {
		odd = odd != (l < 0)
	}
	return odd
}
