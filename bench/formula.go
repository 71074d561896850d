package bench

import (
	"cmp"
	"context"
	"errors"
	"time"

	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/solve"
)

// A formula of one's own is an instance too: its XORs, as a puzzle, by every encoding, and its other clauses. It is
// asked for a model, of those who read clauses or XOR lines.
type formula struct {
	*encode.Formula // with the XORs that its clauses state

	read        *encode.Formula // as it was read
	recovered   string          // how many XORs its clauses stated
	decided     bool            // or given up
	satisfiable *bool           // nil if not known
}

// deciding limits the time in which a formula is decided before anyone is asked.
const deciding = 10 * time.Second

// decide finds out, once for all seeds, whether the formula has a model, by elimination of its XORs and gini. If
// that takes too long, only a model of some contestant tells.
func (f *formula) decide(ctx context.Context) error {
	if f.decided {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, deciding)
	defer cancel()
	is, err := solve.Solver{}.Formula(within, f.Formula)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		f.satisfiable = &is.Satisfiable
	case !errors.Is(err, context.DeadlineExceeded):
		return err
	}
	f.decided = true
	return nil
}

// ask puts the question to the instance of a formula.
func (p *instance) askFormula(ctx context.Context) error {
	if p.question != askAny {
		return errors.New("a formula is asked for a model only")
	}
	return p.family.formula.decide(ctx)
}

// Why a claim that a formula has no model is not right.
const (
	notChecked = "claims that there is no model, which nobody checked"
	hasModel   = "claims that there is no model, but there is one"
)

// judge decides whether a model, the variables that are true, or the claim that there is none is correct.
func (f *formula) judge(model []int, none bool) (outcome, string) {
	isTrue := map[int]bool{}
	for _, v := range model {
		isTrue[v+1] = true
	}
	switch {
	case !none && !f.read.Holds(func(l cnf.Lit) bool { return isTrue[l.Var()] == (l > 0) }):
		return wrong, "the model does not satisfy the formula"
	case !none:
		f.satisfiable = new(true)
		return solved, ""
	case f.satisfiable == nil:
		return unchecked, notChecked
	case *f.satisfiable:
		return wrong, hasModel
	}
	return refuted, ""
}

// settleClaims decides unchecked claims by what others showed of the same formula, with whatever seed, before the claim
// or after it, or in another shard: a model makes it wrong, and a proof that holds right. A claim that there are no
// fewer presses is wrong if somebody reached the goal with fewer.
func (s results) settleClaims() {
	formula := func(r *Result) string { return r.Instance + "|" + r.Digest }
	models, proofs, presses := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, r := range s {
		models[formula(r)] = models[formula(r)] || r.Outcome == solved
		proofs[formula(r)] = proofs[formula(r)] || r.Proof == verified
		if n, known := presses[r.puzzle()]; r.Presses != nil && r.Outcome != wrong && (!known || *r.Presses < n) {
			presses[r.puzzle()] = *r.Presses
		}
	}
	for _, r := range s {
		switch {
		case r.Outcome != unchecked:
		case r.Question == askFewest:
			if n := presses[r.puzzle()]; n < *cmp.Or(r.Presses, &n) {
				r.Outcome, r.Note = wrong, notFewest(*r.Presses, n)
			}
		case models[formula(r)]:
			r.Outcome, r.Note = wrong, hasModel
		case proofs[formula(r)]:
			r.Outcome, r.Note = refuted, ""
		}
	}
}
