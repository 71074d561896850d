package bench

import (
	"context"
	"errors"
	"slices"
	"time"

	"lightsout/cnf"
)

// A formula of one's own is an instance too: its XOR lines, as a puzzle, by every encoding, and its clauses. It is
// asked for a model, of those who read clauses or XOR lines.

// deciding limits the time in which a formula is decided before anyone is asked.
const deciding = 10 * time.Second

// decide finds out whether the formula has a model, by elimination of its XOR lines and gini. If that takes too long, a
// claim that there is none is not checked.
func (p *instance) decide(ctx context.Context) error {
	if p.question != askAny {
		return errors.New("a formula is asked for a model only")
	}
	within, cancel := context.WithTimeout(ctx, deciding)
	defer cancel()
	session := cnf.NewSession()
	if err := p.family.formula.Write(session, "kernel:4"); err != nil {
		return err
	}
	sat, err := session.Solve(within)
	if err == nil {
		p.satisfiable = &sat
	}
	return ctx.Err()
}

// judgeFormula decides whether a model, the variables that are true, or the claim that there is none is correct.
func (p *instance) judgeFormula(model []int, none bool) (outcome, string) {
	switch {
	case !none && !p.family.formula.Holds(func(l cnf.Lit) bool { return slices.Contains(model, l.Var()-1) == (l > 0) }):
		return wrong, "the model does not satisfy the formula"
	case !none:
		return solved, ""
	case p.satisfiable == nil:
		return refuted, "the claim that there is no model is not checked"
	case *p.satisfiable:
		return wrong, "claims that there is no model, but there is one"
	}
	return refuted, ""
}
