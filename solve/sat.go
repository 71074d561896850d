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

// satSession is one puzzle in a SAT solver.
type satSession struct {
	session *cnf.Session
	pr      *problem
	solver  Solver
	plan    *encode.Plan
	xor     string
	count   *encode.Count // of the presses; nil until it is needed
	maxK    int           // what count was written for
	effort  effort
}

// effort is the formula that the SAT solver was given, and how long it took.
type effort struct {
	variables, clauses, literals int
	encoding, solving            time.Duration
}

// spent is the effort so far.
func (t *satSession) spent() *effort {
	size := t.session.Count()
	t.effort.variables, t.effort.clauses, t.effort.literals = size.Vars(), size.Clauses, size.Literals
	e := t.effort
	return &e
}

func newSATSession(ctx context.Context, pr *problem, s Solver) (*satSession, error) {
	begun := time.Now()
	opt := encode.Options{Xor: s.Xor, Card: s.Card, Forbid: s.Forbid, Require: s.Require, Alike: pr.groups}
	if s.BreakSymmetry {
		var err error
		if opt.LexLeast, err = brokenSymmetries(ctx, pr, s); err != nil {
			return nil, err
		}
	}
	plan, err := encode.Prepare(pr.puzzle, opt)
	if err != nil {
		return nil, err
	}
	if s.MaxMemory > 0 {
		var size cnf.Counter
		if err := plan.Write(&size); err != nil {
			return nil, err
		}
		if size.SessionBytes() > s.MaxMemory {
			return nil, &GaveUpError{Engine: "sat", Cause: fmt.Errorf("%w: the clauses alone take about %d MiB", errMemory, size.SessionBytes()>>20)}
		}
	}
	t := &satSession{session: cnf.NewSession(), pr: pr, solver: s, plan: plan, xor: plan.Parity().String()}
	err = plan.Write(t.session)
	t.effort.encoding = time.Since(begun)
	return t, err
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
func (t *satSession) bound(atLeast, atMost *int) ([]cnf.Lit, error) {
	if atLeast == nil && atMost == nil {
		return nil, nil
	}
	switches := t.pr.puzzle.Board.Switches()
	need := 0
	if atMost != nil {
		need = min(*atMost, switches)
	}
	if atLeast != nil {
		need = max(need, min(*atLeast, switches+1)-1)
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

// ask looks for an answer within the bounds; ok is false if there is none.
func (t *satSession) ask(ctx context.Context, atLeast, atMost *int) (presses gf2.Vec, ok bool, err error) {
	assume, err := t.bound(atLeast, atMost)
	if err != nil {
		return gf2.Vec{}, false, err
	}
	begun := time.Now()
	sat, err := t.session.Solve(ctx, assume...)
	t.effort.solving += time.Since(begun)
	if err != nil {
		if ctx.Err() != nil {
			err = &GaveUpError{Engine: "sat", Cause: context.Cause(ctx)}
		}
		return gf2.Vec{}, false, err
	}
	if !sat {
		return gf2.Vec{}, false, nil
	}
	model := t.session.Model()
	presses = gf2.NewVec(t.pr.puzzle.Board.Switches())
	for s, lit := range encode.Switches(t.pr.puzzle.Board) {
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
	f.xor, f.effort = t.xor, t.spent()
	if t.count != nil {
		f.card = t.plan.Counting().Name
	}
	return f, nil
}

// fewest lowers the bound from an answer to the fewest presses.
func (t *satSession) fewest(ctx context.Context, presses gf2.Vec) (finding, error) {
	best, lower := presses, t.pr.fewestFlips()
	proof := tooFewFlips
	if least := t.solver.AtLeast; least != nil {
		lower = max(lower, *least)
	}
	tell := func() {
		if t.solver.Progress != nil {
			t.solver.Progress(best.Weight(), lower)
		}
	}
	tell()
	for lower < best.Weight() {
		// Asking just below the best answer is easy while answers abound and ends with one hard
		// proof; bisecting asks fewer questions, more of them hard.
		atMost := best.Weight() - 1
		if t.solver.Bisect {
			atMost = lower + (best.Weight()-1-lower)/2
		}
		fewer, ok, err := t.ask(ctx, t.solver.AtLeast, &atMost)
		gaveUp, isLimit := errors.AsType[*GaveUpError](err)
		switch {
		case isLimit:
			return finding{presses: best, lower: lower, stopped: gaveUp.Cause}, nil
		case err != nil:
			return finding{}, err
		case ok:
			best = fewer
		default:
			lower = atMost + 1
			proof = fmt.Sprintf(noneBelow, lower, t.xor)
		}
		tell()
	}
	return finding{presses: best, lower: lower, proof: proof}, nil
}

// satAll lists answers by adding, for each one found, a clause that forbids it.
func satAll(ctx context.Context, pr *problem, s Solver) iter.Seq2[gf2.Vec, error] {
	return func(yield func(gf2.Vec, error) bool) {
		t, err := newSATSession(ctx, pr, s)
		if err != nil {
			yield(gf2.Vec{}, err)
			return
		}
		block := make([]cnf.Lit, pr.puzzle.Board.Switches())
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
			for i, lit := range encode.Switches(pr.puzzle.Board) {
				if block[i] = lit; presses.Bit(i) {
					block[i] = lit.Neg()
				}
			}
			t.session.Clause(block...)
		}
	}
}
