package encode

import (
	"fmt"

	"lightsout/cnf"
)

// Count is how many of some literals are true, as clauses that stay in the formula while the bounds
// on it change: a bound is a literal, to be assumed in one Solve and dropped in the next.
//
//	c, err := encode.NewCount(session, "totalizer", encode.Switches(b), 20)
//	session.Solve(ctx, c.AtMost(20)...)
//	session.Solve(ctx, c.AtMost(10)...)
//	session.Solve(ctx, append(c.AtMost(15), c.AtLeast(15)...)...) // exactly 15
//
// A bound may also be made permanent, which is what a formula written to a file needs.
type Count struct {
	w       clauses
	n, maxK int
	bounds  bounds  // nil if there is nothing to count
	never   cnf.Lit // a literal that is false, once one is needed
}

// NewCount writes into sink the clauses that count lits, by the encoding of that name ("" stands for
// DefaultCounting), well enough for every bound up to maxK. A literal given twice counts twice.
func NewCount(sink cnf.Sink, name string, lits []cnf.Lit, maxK int) (*Count, error) {
	encoding, err := ParseCounting(name)
	if err != nil {
		return nil, err
	}
	if maxK < 0 {
		return nil, fmt.Errorf("a bound of %d: counts start at 0", maxK)
	}
	vars, _ := encoding.Size(len(lits), maxK)
	if vars > cnf.MaxVar-sink.Vars() {
		return nil, fmt.Errorf("counting %d literals up to %d by %s takes %d variables, more than the %d there can be",
			len(lits), maxK, encoding, vars, cnf.MaxVar)
	}
	c := &Count{w: clauses{sink: sink}, n: len(lits), maxK: maxK}
	if len(lits) > 0 {
		c.bounds = encoding.build(&c.w, lits, limitFor(len(lits), maxK))
	}
	return c, nil
}

// AtMost returns literals that, all true, imply that at most k of the counted ones are: none if that
// is so anyway, else one. Bounds between maxK and the number of literals panic, since nothing was
// written for them. It may add a few clauses, the first time it is asked for this k.
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

// AtLeast is AtMost for the other direction. It takes bounds up to maxK+1.
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

// Exactly is both bounds together.
func (c *Count) Exactly(k int) []cnf.Lit { return append(c.AtMost(k), c.AtLeast(k)...) }

// RequireAtMost makes the bound permanent.
func (c *Count) RequireAtMost(k int) { c.require(c.AtMost(k)) }

// RequireAtLeast makes the bound permanent.
func (c *Count) RequireAtLeast(k int) { c.require(c.AtLeast(k)) }

func (c *Count) require(lits []cnf.Lit) {
	for _, l := range lits {
		c.w.clause(l)
	}
}

// impossible is a literal that no model makes true.
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
