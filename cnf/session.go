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

// Status is the outcome of a Solve.
type Status int

// The outcomes.
const (
	Unknown Status = iota // stopped before it was decided
	Sat                   // there is a model
	Unsat                 // there is none under the assumptions
)

// String is the word solvers print.
func (s Status) String() string {
	switch s {
	case Sat:
		return "SATISFIABLE"
	case Unsat:
		return "UNSATISFIABLE"
	}
	return "UNKNOWN"
}

// ErrXor is what Solve returns once a Session has been given a parity constraint.
var ErrXor = errors.New("cnf: the solver takes no XOR clauses; encode parity as clauses")

// Session is the gini solver: a Sink to which variables and clauses may be added at any time, and
// which is asked again and again. What it learned in one Solve helps the next.
//
// A Session belongs to one goroutine at a time; several Sessions may run side by side. It needs no
// closing: when Solve returns, nothing of it is left running.
type Session struct {
	allocator
	solver  *gini.Gini
	clauses int
	lits    int
	refused error // ErrXor, once Xor has been called

	unsat  bool // no model even without assumptions, now and for ever
	model  Model
	failed []Lit
}

// NewSession returns a Session without variables or clauses. (It is satisfiable.)
func NewSession() *Session { return &Session{solver: gini.New()} }

// Clause adds a clause. It invalidates neither Model nor Failed.
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

// Xor refuses, for gini cannot reason about parity: from now on every Solve returns ErrXor. (An
// empty Xor is no such constraint; it is the empty clause or nothing.)
func (s *Session) Xor(lits []Lit, odd bool) {
	checkLits(lits, s.vars)
	switch {
	case len(lits) > 0:
		s.refused = ErrXor
	case odd:
		s.Clause()
	}
}

// Solve looks for a model of all clauses in which the assumptions are true. Assumptions hold for
// this call alone.
//
// With Sat, [Session.Model] is the model; with Unsat, [Session.Failed] is the assumptions to blame.
// When ctx ends first, Solve returns Unknown and ctx.Err(). That takes the solver as long as 20,000
// propagations: some 10 ms, and about 30 ms at a hundred thousand variables. (Steps that pass over
// the whole formula are not interrupted; at four million clauses half a second was seen.)
// The Session stays usable and keeps what it learned. An answer that is found while stopping is
// returned as such.
func (s *Session) Solve(ctx context.Context, assumptions ...Lit) (Status, error) {
	checkLits(assumptions, s.vars)
	s.model, s.failed = Model{}, nil
	if s.refused != nil {
		return Unknown, s.refused
	}
	if err := ctx.Err(); err != nil {
		return Unknown, err
	}
	if s.unsat {
		return Unsat, nil
	}
	for _, l := range assumptions {
		s.solver.Assume(z.Dimacs2Lit(int(l)))
	}
	defer s.rewind()
	switch s.run(ctx) {
	case 1:
		s.model = s.copyModel()
		return Sat, nil
	case -1:
		for _, l := range s.solver.Why(nil) {
			s.failed = append(s.failed, Lit(l.Dimacs()))
		}
		s.unsat = len(s.failed) == 0
		return Unsat, nil
	}
	return Unknown, ctx.Err()
}

// Model is what the last Solve found, if that returned Sat; otherwise the zero Model. It covers the
// variables that were allocated at the time.
func (s *Session) Model() Model { return s.model }

// Failed lists, if the last Solve returned Unsat, some of its assumptions that cannot be true
// together with the clauses: a subset, not always a smallest one. It is empty when the clauses alone
// have no model, and then every later Solve returns Unsat too.
func (s *Session) Failed() []Lit { return append([]Lit(nil), s.failed...) }

// Bytes is about how much memory the Session takes, not counting learned clauses; see
// [Counter.SessionBytes].
func (s *Session) Bytes() int64 {
	size := Counter{allocator: s.allocator, Clauses: s.clauses, Literals: s.lits}
	return size.SessionBytes()
}

// copyModel reads gini's assignment before anything can clear it. Variables that no clause and no
// assumption mentions are unknown to gini (and asking for them would panic): they become false.
func (s *Session) copyModel() Model {
	known := int(s.solver.MaxVar())
	return newModel(s.vars, func(v int) bool {
		return v <= known && s.solver.Value(z.Var(v).Pos())
	})
}

// rewind takes gini back to its root level after every Solve, by adding a tautology, which it then
// drops. Left to itself, gini 1.0.4 resolves the conflict of an Unsat when the next Solve begins;
// if that conflict is, or becomes, one without assumptions, it derives an empty clause, takes it for
// a unit and forgets the conflict: the next Solve finds a false model, notices, and exits the
// process. After a rewind it has no conflict to resolve; and clauses that have no model even without
// assumptions (the solver must not be asked about those again) are remembered here as s.unsat.
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
