package cnf

import (
	"io"
	"iter"
	"slices"
)

// Formula is a Sink that keeps what it is given. The zero Formula is empty and ready to use.
//
// Literals lie flat, each clause followed by a 0 as in DIMACS:
//
//	clauses:  1 -2 0 | 2 3 0 | 0          two clauses and the empty one
//	xors:     1 2 3 0 | 2 4 0             variables, never negated
//	odd:      true    | false             the parity of each
//
// so a clause costs 4 bytes more than its literals and nothing the garbage collector must follow.
type Formula struct {
	allocator
	Comments []string // comment lines, written before the header

	clauses    []Lit
	numClauses int
	xors       []Lit
	odd        []bool
	sums       []Lit // what the last numSums variables are the sums of, each followed by a 0
	numSums    int
}

// Clause adds a clause, keeping order and repetitions.
func (f *Formula) Clause(lits ...Lit) {
	checkLits(lits, f.vars)
	f.clauses = append(append(f.clauses, lits...), 0)
	f.numClauses++
}

// Xor adds a parity constraint. A negated literal is stored as its variable with the parity flipped.
func (f *Formula) Xor(lits []Lit, odd bool) {
	checkLits(lits, f.vars)
	if len(lits) == 0 {
		if odd {
			f.Clause()
		}
		return
	}
	for _, l := range lits {
		f.xors = append(f.xors, Lit(l.Var()))
	}
	f.xors = append(f.xors, 0)
	f.odd = append(f.odd, positive(lits, odd))
}

// NumClauses is how many clauses were added, not counting parity constraints.
func (f *Formula) NumClauses() int { return f.numClauses }

// NumXors is how many parity constraints were added.
func (f *Formula) NumXors() int { return len(f.odd) }

// Clauses yields the clauses in the order they were added. The slices are the Formula's own: they
// are for reading.
func (f *Formula) Clauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		for rest := f.clauses; len(rest) > 0; {
			n := slices.Index(rest, 0)
			if !yield(rest[:n:n]) {
				return
			}
			rest = rest[n+1:]
		}
	}
}

// Xors yields the parity constraints in the order they were added, each as its variables (positive
// literals) and whether an odd number of them is true. The slices are the Formula's own.
func (f *Formula) Xors() iter.Seq2[[]Lit, bool] {
	return func(yield func([]Lit, bool) bool) {
		rest := f.xors
		for _, odd := range f.odd {
			n := slices.Index(rest, 0)
			if !yield(rest[:n:n], odd) {
				return
			}
			rest = rest[n+1:]
		}
	}
}

// Count is the size of f: what a Counter holds after CopyTo.
func (f *Formula) Count() Counter {
	return Counter{
		allocator: f.allocator,
		Clauses:   f.numClauses,
		Xors:      len(f.odd),
		Literals:  len(f.clauses) - f.numClauses + len(f.xors) - len(f.odd),
	}
}

// CopyTo writes the formula into s, clauses first. Variables keep their numbers: CopyTo allocates
// new ones in s only until it has as many as f.
func (f *Formula) CopyTo(s Sink) {
	if many, ok := s.(interface{ NewVars(n int) Lit }); ok {
		many.NewVars(max(0, f.vars-s.Vars()))
	}
	for s.Vars() < f.vars {
		s.NewVar()
	}
	for c := range f.Clauses() {
		s.Clause(c...)
	}
	for x, odd := range f.Xors() {
		s.Xor(x, odd)
	}
}

// WriteDIMACS writes f with its comments: clauses first, then `x` lines.
func (f *Formula) WriteDIMACS(out io.Writer) error {
	return WriteDIMACS(out, func(s Sink) error {
		f.CopyTo(s)
		return nil
	}, f.Comments...)
}

// Equal reports whether f and g have the same number of variables, the same clauses and the same
// parity constraints, each in the same order. Comments do not matter, nor how clauses and parity
// constraints were interleaved. Nothing equals nil.
func (f *Formula) Equal(g *Formula) bool {
	return g != nil && f.vars == g.vars && slices.Equal(f.clauses, g.clauses) &&
		slices.Equal(f.xors, g.xors) && slices.Equal(f.odd, g.odd)
}
