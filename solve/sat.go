package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/fewest"
	"lightsout/internal/reserve"
)

// The SAT engine gives gini the parity constraints as clauses (package encode), and with them whatever
// linear algebra cannot express. Like the Mace4 model of Fazakas, Keresztes and Groza it looks for a
// model of: an odd number of switches around v is pressed if and only if v must change.

// satSession is one puzzle in a SAT solver, and the count of its presses.
type satSession struct {
	of      *problem
	session *cnf.Session
	plan    *encode.Plan
	lits    []cnf.Lit     // K−1 for each switch: as many are true as there are presses
	count   *encode.Count // of the presses; nil until it is needed
	maxK    int           // what count was written for
	formula Formula

	reserved int64 // bytes
}

// spent is the formula so far.
func (t *satSession) spent() *Formula {
	size := t.session.Count()
	f := t.formula
	f.Variables, f.Clauses, f.Literals = size.Vars(), size.Clauses, size.Literals
	f.AuxiliaryVariables = f.Variables - len(t.lits)
	return &f
}

// sparing is a sink that drops clauses once there is a reason to: a formula can take longer to write than there is time,
// and more memory. What is written by then is not to be asked about.
type sparing struct {
	cnf.Sink
	stop    func() error // asked now and then
	written int
	err     error
}

func (u *sparing) Clause(lits ...cnf.Lit) {
	if u.written++; u.written%4096 == 0 && u.err == nil {
		u.err = u.stop()
	}
	if u.err == nil {
		u.Sink.Clause(lits...)
	}
}

// write lets an encoding write into the session; the error is a *[GaveUpError] if the context ended before it was
// done, or it does not fit.
func (t *satSession) write(ctx context.Context, encoding func(cnf.Sink) error) error {
	begun := time.Now()
	sink := &sparing{Sink: t.session, stop: func() error { return t.spare(ctx) }}
	err := encoding(sink)
	err = cmp.Or(err, sink.err, t.spare(ctx))
	t.formula.EncodeSeconds += time.Since(begun).Seconds()
	return err
}

// spare reserves what the session has grown by. It is an error if that is too much, or the context ended.
func (t *satSession) spare(ctx context.Context) error {
	size := t.session.Count()
	bytes, cause := size.SessionBytes(), context.Cause(ctx)
	switch most := t.of.asked.MaxMemory; {
	case cause != nil:
	case most > 0 && bytes > most, reserve.For(ctx, bytes-t.reserved) != nil:
		cause = fmt.Errorf("%w: the clauses alone take about %d MiB", errMemory, bytes>>20)
	default:
		t.reserved = bytes
		return nil
	}
	return &GaveUpError{Engine: "sat", Cause: cause}
}

// newSATSession writes the formula, unless it takes more memory than allowed.
func newSATSession(ctx context.Context, pr *problem) (*satSession, error) {
	begun := time.Now()
	s := pr.asked
	opt := encode.Options{Xor: s.Xor, Card: s.Card, Forbid: s.Forbid, Require: s.Require, Alike: pr.groups}
	plan, err := encode.Prepare(pr.puzzle, opt)
	if err != nil {
		return nil, err
	}
	t := &satSession{of: pr, session: cnf.NewSession(), plan: plan, lits: encode.Switches(pr.puzzle.Board)}
	t.formula.EncodeSeconds = time.Since(begun).Seconds()
	return t, t.write(ctx, plan.Write)
}

func satTakes(b *board.Board) error {
	if b.States() > 2 {
		return ringTakes(b)
	}
	return eliminable(b)
}

// bound gives the assumptions under which the number of presses is within the bounds, nil for none.
func (t *satSession) bound(ctx context.Context, atLeast, atMost *int) ([]cnf.Lit, error) {
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
		var count *encode.Count
		err := t.write(ctx, func(sink cnf.Sink) (err error) {
			count, err = t.plan.Count(sink, need)
			return err
		})
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
func (t *satSession) ask(ctx context.Context, atLeast, atMost *int) (presses board.State, ok bool, err error) {
	assume, err := t.bound(ctx, atLeast, atMost)
	if err != nil {
		return presses, false, err
	}
	begun := time.Now()
	sat, err := t.session.Solve(ctx, assume...)
	t.formula.SolveSeconds += time.Since(begun).Seconds()
	if err != nil && ctx.Err() != nil {
		err = &GaveUpError{Engine: "sat", Cause: context.Cause(ctx)}
	}
	if err != nil || !sat {
		return presses, false, err
	}
	b, model := t.of.puzzle.Board, t.session.Model()
	presses = board.NewState(b.Switches(), b.States())
	for i, lit := range t.lits {
		if model.Value(lit) {
			s := i / (b.States() - 1)
			presses.Set(s, presses.At(s)+1)
		}
	}
	return presses, true, nil
}

// sat answers with gini.
func sat(ctx context.Context, pr *problem) (k Known, err error) {
	t, err := newSATSession(ctx, pr)
	if err != nil {
		return k, err
	}
	presses, ok, err := t.ask(ctx, pr.asked.AtLeast, pr.asked.AtMost)
	switch {
	case err != nil:
		return k, err
	case !ok:
		err := pr.unsolvable(ctx)
		if no, ok := errors.AsType[*UnsolvableError](err); ok {
			no.Formula = t.spent()
		}
		return k, err
	}
	k = pr.answer(presses)
	if pr.question == fewestPresses {
		err = t.fewer(ctx, &k)
	}
	pr.formula = t.spent()
	pr.formula.Xor = t.plan.Parity().String()
	if t.count != nil {
		pr.formula.Card = t.plan.Counting().Name
	}
	return k, err
}

// fewer closes the gap between the presses of the best answer and the lower bound by asking for answers with fewer
// presses, unless a limit stops it.
func (t *satSession) fewer(ctx context.Context, k *Known) error {
	flips, _ := t.of.byFlips(0)
	k.Raise(flips, byFlips)
	if t.of.asked.AtLeast != nil {
		k.Raise(*t.of.asked.AtLeast, asAsked)
	}
	for {
		if t.of.asked.Progress != nil {
			t.of.asked.Progress(k.Cost, k.Lower)
		}
		if k.Proved() {
			return nil
		}
		// Asking just below the best answer is easy while answers abound, and ends with one hard proof.
		atMost := k.Cost - 1
		presses, ok, err := t.ask(ctx, t.of.asked.AtLeast, &atMost)
		gaveUp, isLimit := errors.AsType[*GaveUpError](err)
		switch {
		case isLimit:
			k.Stop(gaveUp.Cause)
			return nil
		case err != nil:
			return err
		case ok:
			k.Offer(presses, presses.Weight())
		default:
			words := fmt.Sprintf(fewest.NoneBelow, k.Cost, t.plan.Parity())
			k.Raise(k.Cost, fewest.Reason{Method: fewest.SAT, Proof: words})
		}
	}
}

// satAll lists answers by adding, for each one found, a clause that forbids it.
func satAll(ctx context.Context, pr *problem) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		t, err := newSATSession(ctx, pr)
		if err != nil {
			yield(board.State{}, err)
			return
		}
		for first := true; ; first = false {
			presses, ok, err := t.ask(ctx, pr.asked.AtLeast, pr.asked.AtMost)
			if err == nil && !ok && first && !pr.asked.counted() {
				err = pr.unsolvable(ctx)
			}
			if err != nil {
				yield(board.State{}, err)
				return
			}
			if !ok || !yield(presses, nil) {
				return
			}
			t.session.Clause(t.otherThan(presses)...)
		}
	}
}

// otherThan is the clause that some switch is not pressed exactly so often.
func (t *satSession) otherThan(presses board.State) []cnf.Lit {
	most := t.of.puzzle.Board.States() - 1
	var clause []cnf.Lit
	for x := range presses.Len() {
		lits, n := t.lits[x*most:(x+1)*most], presses.At(x)
		if n > 0 {
			clause = append(clause, lits[n-1].Neg())
		}
		if n < most {
			clause = append(clause, lits[n])
		}
	}
	return clause
}
