package cnf

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// sessionModel drives a Session by random calls and finds the right answers by trying every
// assignment.
type sessionModel struct {
	session *Session
	added   Formula
	solved  []solvedModel
}

// solvedModel is a model as it was when found: later calls must not change it.
type solvedModel struct {
	model Model
	value []bool
}

func (m *sessionModel) NewVar(t *rapid.T) {
	if m.added.Vars() == 10 {
		t.Skip("enough to try every assignment of")
	}
	if got, want := m.session.NewVar(), m.added.NewVar(); got != want {
		t.Fatalf("new variable %d, not %d", got, want)
	}
}

// Several short clauses at a time, so that most traces go from satisfiable to unsatisfiable.
func (m *sessionModel) Clauses(t *rapid.T) {
	if m.added.Vars() == 0 {
		t.Skip("no variables yet")
	}
	for range rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "clauses") {
		lits := drawLits(t, m.added.Vars(), 2, 3)
		m.session.Clause(lits...)
		m.added.Clause(lits...)
	}
}

func (m *sessionModel) Unit(t *rapid.T) {
	lits := drawLits(t, m.added.Vars(), 1, 1)
	if len(lits) == 0 {
		t.Skip("no variables yet")
	}
	m.session.Clause(lits...)
	m.added.Clause(lits...)
}

func (m *sessionModel) EmptyClause(t *rapid.T) {
	if m.added.NumClauses()%8 != 7 {
		t.Skip("rarely, since it ends the trace")
	}
	m.session.Xor(nil, true)
	m.added.Xor(nil, true)
}

// Restart starts over once the clauses have no model.
func (m *sessionModel) Restart(t *rapid.T) {
	if satisfiable(&m.added) {
		t.Skip("not at the end yet")
	}
	*m = sessionModel{session: NewSession()}
	for range rapid.SampledFrom([]int{0, 2, 4, 6, 8, 10}).Draw(t, "vars") {
		m.NewVar(t)
	}
}

func (m *sessionModel) Solve(t *rapid.T) {
	for range rapid.SampledFrom([]int{1, 2, 4}).Draw(t, "times") {
		m.solve(t)
	}
}

func (m *sessionModel) solve(t *rapid.T) {
	assumptions := drawLits(t, m.added.Vars(), 0, 4)
	ctx := context.Background()
	if rapid.Bool().Draw(t, "cancellable") {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
	}
	sat, err := m.session.Solve(ctx, assumptions...)
	if err != nil {
		t.Fatal(err)
	}
	if want := satisfiable(&m.added, assumptions...); sat != want {
		t.Fatalf("%v, not %v, assuming %v", sat, want, assumptions)
	}
	model, failed := m.session.Model(), m.session.Failed()
	if !sat {
		if model.Len() != 0 {
			t.Fatalf("a model of %d variables where there is none", model.Len())
		}
		for _, l := range failed {
			if !slices.Contains(assumptions, l) {
				t.Fatalf("%d is blamed, but only %v are assumed", l, assumptions)
			}
		}
		if satisfiable(&m.added, failed...) {
			t.Fatalf("of %v, %v are blamed, which can be met", assumptions, failed)
		}
		return
	}
	if len(failed) != 0 || model.Len() != m.added.Vars() || !holds(&m.added, model.Value) {
		t.Fatalf("failed %v, model of %d variables", failed, model.Len())
	}
	for _, l := range assumptions {
		if !model.Value(l) || model.Value(l.Neg()) {
			t.Fatalf("assumption %d is false in the model", l)
		}
	}
	found := solvedModel{model: model}
	for v := range model.Len() {
		found.value = append(found.value, model.Value(Lit(v+1)))
	}
	m.solved = append(m.solved, found)
}

func (m *sessionModel) SolveCancelled(t *rapid.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sat, err := m.session.Solve(ctx, drawLits(t, m.added.Vars(), 0, 2)...)
	if sat || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, %v", sat, err)
	}
}

func (m *sessionModel) Check(t *rapid.T) {
	if m.session.Vars() != m.added.Vars() {
		t.Fatalf("%d variables, not %d", m.session.Vars(), m.added.Vars())
	}
	for _, s := range m.solved {
		for v, b := range s.value {
			if s.model.Value(Lit(v+1)) != b {
				t.Fatalf("variable %d of an old model has changed", v+1)
			}
		}
	}
}

func TestSessionAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &sessionModel{session: NewSession()}
		for range 8 { // longer traces than rapid makes of itself
			t.Repeat(rapid.StateMachineActions(m))
		}
	})
}

// The shortest trace of the bug that Session.rewind avoids: under an assumption, then without.
func TestSolveAfterUnsatUnderAssumptions(t *testing.T) {
	s := NewSession()
	a, b := s.NewVar(), s.NewVar()
	s.Clause(a, b)
	s.Clause(a, b.Neg())
	s.Clause(a.Neg(), b)
	s.Clause(a.Neg(), b.Neg())
	for _, assumptions := range [][]Lit{{a}, {}, {a}, {b.Neg()}} {
		if sat, err := s.Solve(context.Background(), assumptions...); sat || err != nil {
			t.Fatalf("%v, %v, assuming %v", sat, err, assumptions)
		}
	}
}

// pigeons encodes that each of n+1 pigeons sits in one of n holes if its literal is true, and that no
// hole holds two. It returns these literals. Any n of them can be true but not all n+1, and resolution
// needs exponentially many steps to prove it (Haken 1985).
func pigeons(s Sink, n int) []Lit {
	selected := make([]Lit, n+1)
	in := make([][]Lit, n+1)
	for p := range in {
		selected[p] = s.NewVar()
		for range n {
			in[p] = append(in[p], s.NewVar())
		}
		s.Clause(append([]Lit{selected[p].Neg()}, in[p]...)...)
		for q := range p {
			for h := range n {
				s.Clause(in[p][h].Neg(), in[q][h].Neg())
			}
		}
	}
	return selected
}

// A search long enough for gini to restart and to delete learned clauses.
func TestFailedListsEveryPigeon(t *testing.T) {
	s := NewSession()
	selected := pigeons(s, 7)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for round := range 3 {
		sat, err := s.Solve(ctx, selected...)
		failed := s.Failed()
		slices.Sort(failed)
		if sat || err != nil || !slices.Equal(failed, selected) {
			t.Fatalf("round %d: %v, %v, blaming %v", round, sat, err, failed)
		}
		for i := range selected {
			but := slices.Delete(slices.Clone(selected), i, i+1)
			if sat, err := s.Solve(ctx, but...); !sat || err != nil {
				t.Fatalf("round %d without pigeon %d: %v, %v", round, i, sat, err)
			}
		}
	}
	for _, l := range selected {
		s.Clause(l)
	}
	for range 3 {
		if sat, err := s.Solve(ctx); sat || err != nil || len(s.Failed()) != 0 {
			t.Fatalf("all pigeons, permanently: %v, %v, blaming %v", sat, err, s.Failed())
		}
	}
}

// A search that would take hours ends with its context, and the Session stays usable.
func TestSolveEndsWithItsContext(t *testing.T) {
	s := NewSession()
	selected := pigeons(s, 20) // no resolution proof of it ends, however late the machine notices the deadline
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		sat, err := s.Solve(ctx, selected...)
		cancel()
		if sat || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%v, %v", sat, err)
		}
		if s.Model().Len() != 0 || len(s.Failed()) != 0 {
			t.Errorf("a model or failed assumptions of an undecided question")
		}
		if sat, err := s.Solve(context.Background(), selected[1:]...); !sat || err != nil {
			t.Fatalf("afterwards: %v, %v", sat, err)
		}
	}
}

// Two Sessions given the same clauses find the same models, polled or not.
func TestSessionsAreDeterministic(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f := randomClauses(150, 600)
	one, two := NewSession(), NewSession()
	f.CopyTo(one)
	f.CopyTo(two)
	for range 50 {
		satOne, errOne := one.Solve(context.Background())
		satTwo, errTwo := two.Solve(ctx)
		if satOne != satTwo || errOne != nil || errTwo != nil {
			t.Fatalf("%v, %v and %v, %v", satOne, errOne, satTwo, errTwo)
		}
		if !satOne {
			break
		}
		var block []Lit // do not find this model again
		for v := range f.Vars() {
			l := Lit(v + 1)
			if one.Model().Value(l) != two.Model().Value(l) {
				t.Fatalf("variable %d differs", l)
			}
			if one.Model().Value(l) {
				l = l.Neg()
			}
			block = append(block, l)
		}
		one.Clause(block...)
		two.Clause(block...)
	}
}

func TestSessionsRunSideBySide(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			s := NewSession()
			selected := pigeons(s, 5)
			for i := range selected {
				if sat, err := s.Solve(ctx, selected[i:]...); err != nil || sat != (i > 0) {
					t.Errorf("%d pigeons: %v, %v", len(selected)-i, sat, err)
				}
			}
		})
	}
	group.Wait()
}

func TestSessionRefusesParity(t *testing.T) {
	s := NewSession()
	a, b := s.NewVar(), s.NewVar()
	s.Xor(nil, false)
	if sat, err := s.Solve(context.Background()); !sat || err != nil {
		t.Fatalf("%v, %v, after an empty even Xor", sat, err)
	}
	s.Xor([]Lit{a, b}, true)
	for range 2 {
		if sat, err := s.Solve(context.Background()); sat || !errors.Is(err, errXor) {
			t.Fatalf("%v, %v, after a parity constraint", sat, err)
		}
	}
}

// A Session reports the size that a Counter predicts.
func TestSessionBytes(t *testing.T) {
	s := NewSession()
	var c Counter
	pigeons(s, 6)
	pigeons(&c, 6)
	if size := s.Count(); size.SessionBytes() != c.SessionBytes() || c.SessionBytes() < 1000 {
		t.Errorf("session of %d bytes, predicted %d", size.SessionBytes(), c.SessionBytes())
	}
}

func TestModelPanicsBeyondItsVariables(t *testing.T) {
	s := NewSession()
	s.NewVar()
	if _, err := s.Solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	m, later := s.Model(), s.NewVar()
	for _, l := range []Lit{0, later, later.Neg()} {
		if !panics(func() { m.Value(l) }) {
			t.Errorf("a value of %d in a model of %d variables", l, m.Len())
		}
	}
}
