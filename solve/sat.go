package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
)

// The SAT engine gives gini the parity constraints as clauses (package encode), and with them whatever
// linear algebra cannot express. Like the Mace4 model of Fazakas, Keresztes and Groza it looks for a
// model of: an odd number of switches around v is pressed if and only if v must change.

// clauses is a puzzle's formula in a SAT solver, and the count of its presses.
type clauses struct {
	session *cnf.Session
	plan    *encode.Plan
	lits    []cnf.Lit     // of the switches: as many are true as there are presses
	count   *encode.Count // of the presses; nil until it is needed
	maxK    int           // what count was written for
	effort  effort
}

// satSession is one puzzle in a SAT solver.
type satSession struct {
	*clauses
	pr     *problem
	solver Solver
}

// effort is the formula that the SAT solver was given, and how long it took.
type effort struct {
	variables, clauses, literals int
	switches                     int // variables that are the switches'
	encoding, solving            time.Duration
}

// spent is the effort so far.
func (t *clauses) spent() *effort {
	size := t.session.Count()
	t.effort.variables, t.effort.clauses, t.effort.literals = size.Vars(), size.Clauses, size.Literals
	t.effort.switches = len(t.lits)
	e := t.effort
	return &e
}

// newClauses writes the formula, unless it takes more memory than allowed; 0 is no limit.
func newClauses(p *board.Puzzle, opt encode.Options, maxMemory int64) (*clauses, error) {
	begun := time.Now()
	plan, err := encode.Prepare(p, opt)
	if err != nil {
		return nil, err
	}
	if maxMemory > 0 {
		var size cnf.Counter
		if err := plan.Write(&size); err != nil {
			return nil, err
		}
		if size.SessionBytes() > maxMemory {
			return nil, &GaveUpError{Engine: "sat", Cause: fmt.Errorf("%w: the clauses alone take about %d MiB", errMemory, size.SessionBytes()>>20)}
		}
	}
	t := &clauses{session: cnf.NewSession(), plan: plan, lits: encode.Switches(p.Board)}
	err = plan.Write(t.session)
	t.effort.encoding = time.Since(begun)
	return t, err
}

func newSATSession(ctx context.Context, pr *problem, s Solver) (*satSession, error) {
	opt := encode.Options{Xor: s.Xor, Card: s.Card, Forbid: s.Forbid, Require: s.Require, Alike: pr.groups}
	if s.BreakSymmetry {
		var err error
		if opt.LexLeast, err = brokenSymmetries(ctx, pr, s); err != nil {
			return nil, err
		}
	}
	t, err := newClauses(pr.puzzle, opt, s.MaxMemory)
	return &satSession{clauses: t, pr: pr, solver: s}, err
}

// maxBroken bounds how many symmetries are broken one by one; of larger groups the generators are.
const maxBroken = 1000

// brokenSymmetries are the symmetries of the problem that are broken.
func brokenSymmetries(ctx context.Context, pr *problem, s Solver) ([]board.Symmetry, error) {
	group, err := pr.symmetries(ctx, s)
	if err != nil {
		return nil, err
	}
	list, ok := group.Elements(maxBroken)
	if !ok {
		list = group.Generators()
	}
	return list, nil
}

// bound gives the assumptions under which the number of presses is within the bounds, nil for none.
func (t *clauses) bound(atLeast, atMost *int) ([]cnf.Lit, error) {
	if atLeast == nil && atMost == nil {
		return nil, nil
	}
	need := 0
	if atMost != nil {
		need = min(*atMost, len(t.lits))
	}
	if atLeast != nil {
		need = max(need, min(*atLeast, len(t.lits)+1)-1)
	}
	need = max(need, 0)
	if t.count == nil || t.maxK < need {
		begun := time.Now()
		count, err := t.plan.Count(t.session, need)
		t.effort.encoding += time.Since(begun)
		if err != nil {
			return nil, err
		}
		t.count, t.maxK = count, need
	}
	var lits []cnf.Lit
	if atMost != nil {
		lits = append(lits, t.count.AtMost(*atMost)...)
	}
	if atLeast != nil {
		lits = append(lits, t.count.AtLeast(*atLeast)...)
	}
	return lits, nil
}

// find looks for a model within the bounds; ok is false if there is none.
func (t *clauses) find(ctx context.Context, atLeast, atMost *int) (m cnf.Model, ok bool, err error) {
	assume, err := t.bound(atLeast, atMost)
	if err != nil {
		return m, false, err
	}
	begun := time.Now()
	sat, err := t.session.Solve(ctx, assume...)
	t.effort.solving += time.Since(begun)
	if err != nil && ctx.Err() != nil {
		err = &GaveUpError{Engine: "sat", Cause: context.Cause(ctx)}
	}
	if err != nil || !sat {
		return m, false, err
	}
	return t.session.Model(), true, nil
}

// ask looks for an answer within the bounds; ok is false if there is none.
func (t *satSession) ask(ctx context.Context, atLeast, atMost *int) (presses gf2.Vec, ok bool, err error) {
	model, ok, err := t.find(ctx, atLeast, atMost)
	if !ok {
		return gf2.Vec{}, false, err
	}
	presses = gf2.NewVec(len(t.lits))
	for s, lit := range t.lits {
		presses.Set(s, model.Value(lit))
	}
	return presses, true, nil
}

// sat answers with gini.
func sat(ctx context.Context, pr *problem, q question, s Solver) (finding, error) {
	t, err := newSATSession(ctx, pr, s)
	if err != nil {
		return finding{}, err
	}
	presses, ok, err := t.ask(ctx, s.AtLeast, s.AtMost)
	switch {
	case err != nil:
		return finding{}, err
	case !ok:
		err := pr.unsolvable(ctx, s)
		if no, ok := errors.AsType[*UnsolvableError](err); ok {
			no.effort = t.spent()
		}
		return finding{}, err
	}
	f := finding{presses: presses}
	if q == fewestPresses {
		if f, err = t.fewest(ctx, presses); err != nil {
			return finding{}, err
		}
	}
	f.xor, f.effort = t.plan.Parity().String(), t.spent()
	if t.count != nil {
		f.card = t.plan.Counting().Name
	}
	return f, nil
}

// fewest lowers the bound from an answer to the fewest presses.
func (t *satSession) fewest(ctx context.Context, presses gf2.Vec) (finding, error) {
	best := presses
	lower, proof, stopped, err := t.descend(t.solver, best.Weight(), t.pr.fewestFlips(), func(atMost int) (int, bool, error) {
		fewer, ok, err := t.ask(ctx, t.solver.AtLeast, &atMost)
		if ok {
			best = fewer
		}
		return best.Weight(), ok, err
	})
	return finding{presses: best, lower: lower, proof: proof, stopped: stopped}, err
}

// descend closes the gap between the presses of the best answer, weight, and a lower bound by asking for answers
// with fewer presses. The proof is "" if a limit stopped it.
func (t *clauses) descend(s Solver, weight, lower int, ask func(atMost int) (weight int, ok bool, err error)) (bound int, proof string, stopped, err error) {
	proof = tooFewFlips
	if s.AtLeast != nil {
		lower = max(lower, *s.AtLeast)
	}
	tell := func() {
		if s.Progress != nil {
			s.Progress(weight, lower)
		}
	}
	tell()
	for lower < weight {
		// Asking just below the best answer is easy while answers abound, and ends with one hard proof.
		atMost := weight - 1
		fewer, ok, err := ask(atMost)
		gaveUp, isLimit := errors.AsType[*GaveUpError](err)
		switch {
		case isLimit:
			return lower, "", gaveUp.Cause, nil
		case err != nil:
			return lower, "", nil, err
		case ok:
			weight = fewer
		default:
			lower = atMost + 1
			proof = fmt.Sprintf(noneBelow, lower, t.plan.Parity())
		}
		tell()
	}
	return lower, proof, nil, nil
}

// satAll lists answers by adding, for each one found, a clause that forbids it.
func satAll(ctx context.Context, pr *problem, s Solver) iter.Seq2[gf2.Vec, error] {
	return func(yield func(gf2.Vec, error) bool) {
		t, err := newSATSession(ctx, pr, s)
		if err != nil {
			yield(gf2.Vec{}, err)
			return
		}
		block := make([]cnf.Lit, len(t.lits))
		for first := true; ; first = false {
			presses, ok, err := t.ask(ctx, s.AtLeast, s.AtMost)
			if err == nil && !ok && first && !s.counted() {
				err = pr.unsolvable(ctx, s)
			}
			if err != nil {
				yield(gf2.Vec{}, err)
				return
			}
			if !ok || !yield(presses, nil) {
				return
			}
			for i, lit := range t.lits {
				if block[i] = lit; presses.Bit(i) {
					block[i] = lit.Neg()
				}
			}
			t.session.Clause(block...)
		}
	}
}
