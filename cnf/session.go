package cnf

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"
)

// errXor is what Solve returns once a Session has been given a parity constraint.
var errXor = errors.New("cnf: the solver has no parity reasoning; encode XOR constraints as clauses")

// Session is the gini solver, as a Sink. Variables and clauses may be added at any time between
// calls of Solve, and what one Solve learned helps the next.
//
// A Session is for one goroutine at a time; several Sessions may run side by side. It needs no
// closing: when Solve returns, nothing is left running. The zero Session has no solver, and its methods panic:
// [NewSession] makes one.
type Session struct {
	allocator
	solver  *gini.Gini
	clauses int
	lits    int
	refused error // errXor, once Xor has been called

	unsat  bool // the clauses alone have no model, so nothing added later can help
	model  Model
	failed []Lit
}

// NewSession returns a Session without variables or clauses.
func NewSession() *Session { return &Session{solver: gini.New()} }

// Clause adds a clause. Model and Failed keep the results of the last Solve.
func (s *Session) Clause(lits ...Lit) {
	checkLits(lits, s.vars)
	s.clauses++
	s.lits += len(lits)
	if s.unsat {
		return
	}
	for _, l := range lits {
		s.solver.Add(z.Dimacs2Lit(int(l)))
	}
	s.solver.Add(z.LitNull)
}

// Xor makes every later Solve return an error, because gini cannot reason about parity. An empty Xor
// is allowed: it is the empty clause if odd, and nothing if even.
func (s *Session) Xor(lits []Lit, odd bool) {
	checkLits(lits, s.vars)
	switch {
	case len(lits) > 0:
		s.refused = errXor
	case odd:
		s.Clause()
	}
}

// Solve reports whether the clauses have a model in which the assumptions are true. Assumptions hold
// for this call only.
//
// If it returns true, [Session.Model] is the model. If it returns false and no error,
// [Session.Failed] lists the assumptions to blame. With an error the question is undecided.
//
// When ctx ends first, the error is ctx.Err(). The solver notices after at most 20,000 propagations:
// about 10 ms, or 30 ms at a hundred thousand variables. Steps that pass over the whole formula are
// not interrupted; with four million clauses one took half a second. The Session stays usable and
// keeps what it learned. An answer found while stopping is returned without an error.
func (s *Session) Solve(ctx context.Context, assumptions ...Lit) (sat bool, err error) {
	checkLits(assumptions, s.vars)
	s.model, s.failed = Model{}, nil
	if s.refused != nil {
		return false, s.refused
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if s.unsat {
		return false, nil
	}
	for _, l := range assumptions {
		s.solver.Assume(z.Dimacs2Lit(int(l)))
	}
	defer s.rewind()
	switch s.run(ctx) {
	case 1:
		s.model = s.copyModel()
		return true, nil
	case -1:
		for _, l := range s.solver.Why(nil) {
			s.failed = append(s.failed, Lit(l.Dimacs()))
		}
		s.unsat = len(s.failed) == 0
		return false, nil
	}
	return false, ctx.Err()
}

// Model is the model that the last Solve found, or the zero Model if it found none. It covers the
// variables allocated at the time.
func (s *Session) Model() Model { return s.model }

// Failed lists assumptions of the last Solve that contradict the clauses, if it found no model: a
// subset, not always a smallest one. It is empty when the clauses alone have no model; then no later
// Solve will find one either.
func (s *Session) Failed() []Lit { return append([]Lit(nil), s.failed...) }

// Count is the size of what the Session was given.
func (s *Session) Count() Counter {
	return Counter{allocator: s.allocator, Clauses: s.clauses, Literals: s.lits}
}

// copyModel reads gini's assignment before anything can clear it. Variables that no clause and no
// assumption mentions are unknown to gini, and asking for them would panic: they become false.
func (s *Session) copyModel() Model {
	known := int(s.solver.MaxVar())
	return newModel(s.vars, func(v int) bool {
		return v <= known && s.solver.Value(z.Var(v).Pos())
	})
}

// rewind takes gini back to its root level after every Solve, by adding a tautology, which it then
// drops. Left to itself, gini 1.0.4 resolves the conflict that ended a Solve when the next one begins;
// if that conflict is, or becomes, one without assumptions, it derives an empty clause, takes it for
// a unit and forgets the conflict: the next Solve finds a false model, notices, and exits the
// process. After a rewind it has no conflict to resolve; and clauses that have no model even without
// assumptions are remembered as s.unsat, since gini must not be asked about those again.
func (s *Session) rewind() {
	first := z.Var(1)
	s.solver.Add(first.Pos())
	s.solver.Add(first.Neg())
	s.solver.Add(z.LitNull)
}

// run starts gini and waits for its answer, or for the end of ctx: 1, -1, or 0 when stopped.
func (s *Session) run(ctx context.Context) int {
	if ctx.Done() == nil {
		return s.solver.Solve()
	}
	return wait(ctx, s.solver.GoSolve())
}

const (
	firstWait = 20 * time.Microsecond // before the first timer, and its length; grows by a quarter
	lastWait  = 5 * time.Millisecond  // each time, so that the last wait is a fifth of the whole
)

// wait collects the answer of a solver that runs in a goroutine of its own. gini can only be polled
// or stopped, and its goroutine ends once the answer is taken; so the answer is always taken, by
// exactly one of Test and Stop. Small problems are solved while this goroutine gives way; larger
// ones are polled at growing intervals.
func wait(ctx context.Context, solving inter.Solve) int {
	for began := time.Now(); time.Since(began) < firstWait; {
		runtime.Gosched()
		if result, done := solving.Test(); done {
			return result
		}
	}
	interval := firstWait
	timer := time.NewTimer(interval)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return solving.Stop()
		case <-timer.C:
			if result, done := solving.Test(); done {
				return result
			}
			interval = min(interval+interval/4, lastWait)
			timer.Reset(interval)
		}
	}
}
