package lrat

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"lightsout/cnf"
)

// system is some equations over up to 12 variables, as a formula. If contradictory, the last one is the sum of
// the others with the wrong parity.
func system(t *rapid.T, contradictory bool) (*cnf.Formula, []*Equation) {
	f := &cnf.Formula{}
	vars := rapid.IntRange(1, 12).Draw(t, "variables")
	f.NewVars(vars)
	var list []*Equation
	add := func(set uint, odd bool, negated uint) {
		var lits []cnf.Lit
		for v := range vars {
			if set>>v&1 == 1 {
				l := cnf.Lit(v + 1)
				if negated>>v&1 == 1 {
					l, odd = l.Neg(), !odd
				}
				lits = append(lits, l)
			}
		}
		if len(lits) == 0 && !odd {
			return
		}
		e := Given(lits, odd, int64(f.NumClauses()+1))
		for i := range e.size() {
			f.Clause(e.appendClause(nil, i)...)
		}
		list = append(list, e)
	}
	sets := rapid.UintRange(0, 1<<vars-1)
	var sum uint
	odd := true
	for range rapid.IntRange(0, 12).Draw(t, "equations") {
		set, one := sets.Draw(t, "set"), rapid.Bool().Draw(t, "odd")
		if set == 0 {
			one = false
		}
		add(set, one, sets.Draw(t, "negated"))
		sum ^= set
		odd = odd != one
	}
	if contradictory {
		add(sum, odd, sets.Draw(t, "negated"))
	}
	return f, list
}

func refute(f *cnf.Formula, list []*Equation) ([]byte, error) {
	var out bytes.Buffer
	w, err := NewWriter(&out, "lrat", false, f.NumClauses())
	if err != nil {
		return nil, err
	}
	err = NewProver(w, f.Count()).Refute(context.Background(), list)
	return out.Bytes(), err
}

// Equations that contradict each other are refuted, however they overlap, and the checker agrees.
func TestContradictionsAreRefuted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, list := system(t, true)
		proof, err := refute(f, list)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Check(context.Background(), f, bytes.NewReader(proof), "proof"); err != nil {
			t.Fatalf("%v\n%s", err, proof)
		}
	})
}

// Equations that do not add up to a contradiction are not refuted: there is an error, and no proof that
// the checker would accept of a formula with a model.
func TestNothingElseIsRefuted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, list := system(t, false)
		s := cnf.NewSession()
		f.CopyTo(s)
		sat, err := s.Solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		proof, err := refute(f, list)
		if sat && err == nil {
			t.Fatalf("a formula with a model is refuted:\n%s", proof)
		}
	})
}

// The clauses of an equation are all that parity needs: each number of true literals that is wrong violates
// exactly one, and look finds it.
func TestLookFindsTheViolatedClause(t *testing.T) {
	for n := 1; n <= 6; n++ {
		var lits []cnf.Lit
		for v := range n {
			lits = append(lits, cnf.Lit(v+1))
		}
		for _, odd := range []bool{false, true} {
			e := Given(lits, odd, 100)
			for values := range 1 << n {
				p := NewProver(nil, cnf.Counter{})
				p.values = make([]int8, n+1)
				ones := 0
				for v := range n {
					l := cnf.Lit(v + 1)
					if values>>v&1 == 0 {
						l = l.Neg()
					} else {
						ones++
					}
					p.assign(l, 0, nil)
				}
				_, id, violated := e.look(p)
				if violated == (ones%2 == 1 == odd) {
					t.Fatalf("%d of %d true, odd %v: violated %v", ones, n, odd, violated)
				}
				if !violated {
					continue
				}
				for _, l := range e.appendClause(nil, int(id-100)) {
					if p.valueOf(l) != isFalse {
						t.Fatalf("clause %d is not violated", id)
					}
				}
			}
		}
	}
}

// A step that does not follow from its sources is an error, not a wrong proof.
func TestWrongStepsAreErrors(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, "lrat", false, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := &cnf.Formula{}
	f.NewVars(2)
	p := NewProver(w, f.Count())
	p.Derive([]cnf.Lit{1}, true, Given([]cnf.Lit{1, 2}, true, 1))
	if err := p.Refute(context.Background(), nil); err == nil || errors.Is(err, errNoContradiction) {
		t.Error(err)
	}
}
