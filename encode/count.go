package encode

import (
	"fmt"

	"lightsout/cnf"
)

// Count counts the presses, in clauses that stay in the formula while the bounds change: a bound is
// a literal, to be assumed in one Solve and dropped in the next.
//
//	c, err := plan.Count(session, 20)
//	session.Solve(ctx, c.AtMost(20)...)
//	session.Solve(ctx, c.AtMost(10)...)
//	session.Solve(ctx, c.Exactly(15)...)
//
// A bound can also be made permanent, as a formula written to a file needs it.
// The zero Count counts nothing, and its methods panic: [Plan.Count] makes one.
type Count struct {
	w       clauses
	n, maxK int
	bounds  bounds  // nil if there is nothing to count
	never   cnf.Lit // a literal that is false, once one is needed
}

// newCount writes clauses into sink that count lits for every bound up to maxK. A literal given twice
// counts twice.
func newCount(sink cnf.Sink, encoding Counting, lits []cnf.Lit, maxK int) (*Count, error) {
	if maxK < 0 {
		return nil, fmt.Errorf("a bound of %d: counts start at 0", maxK)
	}
	c := &Count{w: clauses{sink: sink}, n: len(lits), maxK: maxK}
	if c.n == 0 {
		return c, nil
	}
	limit := limitFor(c.n, maxK)
	if vars := encoding.vars(c.n, limit); vars > cnf.MaxVar-sink.Vars() {
		return nil, fmt.Errorf("counting %d literals up to %d by %s takes %d variables, but a formula has at most %d",
			len(lits), maxK, encoding, vars, cnf.MaxVar)
	}
	c.bounds = encoding.build(&c.w, lits, limit)
	return c, nil
}

// AtMost returns the literals to assume for at most k presses: none if that holds anyway, else one.
// The first call for a k may add a few clauses. A k above maxK panics, unless the board has no more
// than k switches.
func (c *Count) AtMost(k int) []cnf.Lit {
	switch {
	case k >= c.n:
		return nil
	case k < 0:
		return []cnf.Lit{c.impossible()}
	case k > c.maxK:
		panic(fmt.Sprintf("encode: at most %d asked of a count up to %d", k, c.maxK))
	}
	return []cnf.Lit{c.bounds.atMost(&c.w, k)}
}

// AtLeast returns the literals to assume for at least k presses. It takes k up to maxK+1, or beyond
// the number of switches.
func (c *Count) AtLeast(k int) []cnf.Lit {
	switch {
	case k <= 0:
		return nil
	case k > c.n:
		return []cnf.Lit{c.impossible()}
	case k-1 > c.maxK:
		panic(fmt.Sprintf("encode: at least %d asked of a count up to %d", k, c.maxK))
	}
	return []cnf.Lit{c.bounds.atLeast(&c.w, k)}
}

// Exactly returns the literals to assume for exactly k presses.
func (c *Count) Exactly(k int) []cnf.Lit { return append(c.AtMost(k), c.AtLeast(k)...) }

// RequireAtMost adds the bound to the formula for good.
func (c *Count) RequireAtMost(k int) { c.require(c.AtMost(k)) }

// RequireAtLeast adds the bound to the formula for good.
func (c *Count) RequireAtLeast(k int) { c.require(c.AtLeast(k)) }

func (c *Count) require(lits []cnf.Lit) {
	for _, l := range lits {
		c.w.clause(l)
	}
}

// impossible is a literal that is false in every model.
func (c *Count) impossible() cnf.Lit {
	if c.never == 0 {
		c.never = c.w.newVar()
		c.w.clause(c.never.Neg())
	}
	return c.never
}

// unary is a count whose output j-1 is true if and only if at least j literals are.
type unary []cnf.Lit

func (u unary) atMost(_ *clauses, k int) cnf.Lit  { return u[k].Neg() }
func (u unary) atLeast(_ *clauses, k int) cnf.Lit { return u[k-1] }
