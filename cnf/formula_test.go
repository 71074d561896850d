package cnf

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLitIsAsInDIMACS(t *testing.T) {
	for _, l := range []Lit{1, 2, 77, MaxVar} {
		if l.Var() != int(l) || l.Neg().Var() != int(l) || l.Neg() != -l || l.Neg().Neg() != l ||
			!l.Positive() || l.Neg().Positive() {
			t.Errorf("literal %d: variable %d, negation %d", l, l.Var(), l.Neg())
		}
	}
}

func TestFormulaKeepsClausesInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f Formula
		f.NewVars(9)
		var want [][]Lit
		reused := make([]Lit, 0, 8)
		for range rapid.IntRange(0, 9).Draw(t, "clauses") {
			lits := drawLits(t, 9, 0, 8)
			want = append(want, lits)
			reused = append(reused[:0], lits...)
			f.Clause(reused...)
		}
		got := slices.Collect(f.Clauses())
		if f.NumClauses() != len(want) || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("added %v, kept %v", want, got)
		}
	})
}

// A parity constraint keeps its meaning whatever is negated, and is stored as variables.
func TestFormulaKeepsParity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f Formula
		f.NewVars(4)
		lits, odd := drawLits(t, 4, 0, 6), rapid.Bool().Draw(t, "odd")
		f.Xor(lits, odd)
		for x := range f.Xors() {
			if len(x) != len(lits) || slices.Min(x) < 1 {
				t.Fatalf("%v kept as %v", lits, x)
			}
		}
		mask := rapid.IntRange(0, 15).Draw(t, "assignment")
		value := func(l Lit) bool { return mask>>(l.Var()-1)&1 != 0 == l.Positive() }
		sum := false
		for _, l := range lits {
			sum = sum != value(l)
		}
		if holds(&f, value) != (sum == odd) {
			t.Fatalf("%v, odd %v, under %04b", lits, odd, mask)
		}
	})
}

// The same calls to every Sink that keeps or counts: all agree.
func TestSinksAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trace := drawTrace(t)
		var kept, copied Formula
		var counted Counter
		trace(&kept)
		trace(&counted)
		if kept.Count() != counted {
			t.Fatalf("formula of size %+v, counted %+v", kept.Count(), counted)
		}
		kept.CopyTo(&copied)
		if !copied.Equal(&kept) || !kept.Equal(&copied) {
			t.Fatalf("copy %+v of %+v", copied, kept)
		}
		var text strings.Builder
		w := newWriter(&text, counted)
		trace(w)
		if err := w.close(); err != nil {
			t.Fatal(err)
		}
		read, err := ReadDIMACS(strings.NewReader(text.String()), "text")
		if err != nil || !read.Equal(&kept) {
			t.Fatalf("%v\nread  %+v\nwrote %+v\n%s", err, read, kept, text.String())
		}
	})
}

func TestEqualSeesEveryDifference(t *testing.T) {
	build := func(vars int, rest func(*Formula)) *Formula {
		f := &Formula{}
		f.NewVars(vars)
		rest(f)
		return f
	}
	different := []*Formula{
		{},
		build(3, func(*Formula) {}),
		build(3, func(f *Formula) { f.Clause() }),
		build(3, func(f *Formula) { f.Clause(1, 2) }),
		build(3, func(f *Formula) { f.Clause(1); f.Clause(2) }),
		build(3, func(f *Formula) { f.Clause(2); f.Clause(1) }),
		build(3, func(f *Formula) { f.Xor([]Lit{1, 2}, true) }),
		build(3, func(f *Formula) { f.Xor([]Lit{1, 2}, false) }),
		build(3, func(f *Formula) { f.Xor([]Lit{1}, true); f.Xor([]Lit{2}, true) }),
	}
	for i, f := range different {
		for j, g := range different {
			if f.Equal(g) != (i == j) {
				t.Errorf("formulas %d and %d: equal is %v", i, j, f.Equal(g))
			}
		}
	}
	commented := &Formula{Comments: []string{"no matter"}}
	if !commented.Equal(&Formula{}) {
		t.Error("a comment made a difference")
	}
}

// Iteration may stop early, and what it yields cannot be grown into the next clause.
func TestClausesAreFencedOff(t *testing.T) {
	var f Formula
	f.NewVars(3)
	f.Clause(1, 2)
	f.Clause(3)
	f.Xor([]Lit{1, 2}, true)
	f.Xor([]Lit{3}, true)
	for c := range f.Clauses() {
		_ = append(c, 3)
		break
	}
	for x := range f.Xors() {
		_ = append(x, 3)
		break
	}
	if got := slices.Collect(f.Clauses()); !slices.EqualFunc(got, [][]Lit{{1, 2}, {3}}, slices.Equal) {
		t.Errorf("clauses are now %v", got)
	}
}

// Every Sink panics on literals that were not allocated, before it changes.
func TestSinksPanicOnForeignLiterals(t *testing.T) {
	sinks := map[string]func() Sink{
		"Formula": func() Sink { return &Formula{} },
		"Counter": func() Sink { return &Counter{} },
		"writer":  func() Sink { return newWriter(&strings.Builder{}, Counter{}) },
		"Session": func() Sink { return NewSession() },
	}
	for name, sink := range sinks {
		for _, l := range []Lit{0, 3, -3, MaxVar, -MaxVar, math.MinInt32} {
			for call, do := range map[string]func(Sink){
				"Clause": func(s Sink) { s.Clause(1, l) },
				"Xor":    func(s Sink) { s.Xor([]Lit{1, l}, true) },
			} {
				s := sink()
				s.NewVar()
				s.NewVar()
				if !panics(func() { do(s) }) {
					t.Errorf("%s.%s takes literal %d of 2 variables", name, call, l)
				}
			}
		}
	}
}

func TestVariablesEndAtMaxVar(t *testing.T) {
	var c Counter
	if first := c.NewVars(MaxVar); first != 1 {
		t.Errorf("the first variable is %d", first)
	}
	c.Clause(MaxVar, -MaxVar)
	if !panics(func() { c.NewVar() }) || !panics(func() { new(Counter).NewVars(-1) }) {
		t.Error("more variables than there are literals")
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
