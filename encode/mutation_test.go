package encode_test

import (
	"testing"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
)

// mutant is a sink that changes one clause on its way into a formula: it drops the clause, or negates
// one of its literals.
type mutant struct {
	cnf.Formula
	clause  int // which one
	literal int // of that clause; -1 drops it
	seen    int
	spoiled bool
}

func (m *mutant) Clause(lits ...cnf.Lit) {
	m.seen++
	if m.seen-1 != m.clause {
		m.Formula.Clause(lits...)
		return
	}
	if m.literal < 0 {
		m.spoiled = true
		return
	}
	spoilt := append([]cnf.Lit(nil), lits...)
	if m.literal < len(spoilt) {
		spoilt[m.literal] = spoilt[m.literal].Neg()
		m.spoiled = true
	}
	m.Formula.Clause(spoilt...)
}

// tabulated is the set of values of the first n ≤ 6 variables that extend to a model, as one bit
// each. It evaluates the formula under every assignment, 64 at a time: within a word, variable v ≤ 6
// is bit v-1 of the place, and the words go through all values of the other variables.
func tabulated(f *cnf.Formula, n int) uint64 {
	low := [6]uint64{
		0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
	}
	var set uint64
	for high := range 1 << max(0, f.Vars()-6) {
		models := ^uint64(0)
		for c := range f.Clauses() {
			var clause uint64
			for _, l := range c {
				var v uint64
				if l.Var() <= 6 {
					v = low[l.Var()-1]
				} else if high>>(l.Var()-7)&1 == 1 {
					v = ^uint64(0)
				}
				if !l.Positive() {
					v = ^v
				}
				clause |= v
			}
			models &= clause
		}
		set |= models
	}
	// Variables n+1…6 are auxiliaries too: fold their halves onto the first 2^n places.
	for width := 64; width > 1<<n; width /= 2 {
		set = set>>(width/2) | set&(1<<(width/2)-1)
	}
	return set
}

func asSet(list []bool) uint64 {
	var set uint64
	for at, ok := range list {
		if ok {
			set |= 1 << at
		}
	}
	return set
}

// mutantBoards are small enough that all their variables can be tabulated, yet have lights of one to
// five switches, chunks of every kind, quiet patterns, and puzzles with and without an answer.
var mutantBoards = []string{"path:3", "path:5,self=off", "cycle:4", "star:4", "grid:2x2", "grid:2x3", "grid:3x2,self=off", "cylinder:2x3", "complete:5", "complete:5,self=off", "star:6"}

// mostTabulated is the largest number of variables of a formula that is mutated.
const mostTabulated = 15

// hunt changes every clause that write produces in every way, one at a time. For each change the
// conformance check must fail if and only if the answers changed according to the table. It returns
// how many mutations there were and how many changed the answers.
func hunt(t *testing.T, want []bool, n int, write func(cnf.Sink)) (tried, effective int) {
	var whole mutant
	whole.clause = -1
	write(&whole)
	if whole.Vars() > mostTabulated {
		return 0, 0
	}
	if tabulated(&whole.Formula, n) != asSet(want) {
		t.Fatal("the formula is wrong before any mutation")
	}
	for clause := range whole.seen {
		for literal := -1; ; literal++ {
			m := mutant{clause: clause, literal: literal}
			write(&m)
			if !m.spoiled {
				break
			}
			tried++
			changed := tabulated(&m.Formula, n) != asSet(want)
			noticed := boardtest.NewModels(&m.Formula).Mismatch(want, nil) != nil
			if changed {
				effective++
			}
			if changed != noticed {
				t.Fatalf("clause %d, literal %d: answers changed: %v, noticed: %v", clause, literal, changed, noticed)
			}
		}
	}
	return tried, effective
}

// The conformance check fails on every mutation that changes the answers, in every encoding, and there
// are enough of those.
func TestConformanceNoticesEveryMutation(t *testing.T) {
	eachParity(t, func(t *testing.T, name string) {
		tried, effective := 0, 0
		for _, spec := range mutantBoards {
			b := boardtest.Parse(t, spec)
			if s := b.Shape(); name == "chase" && (!s.Cross || s.Kind != "grid" && s.Kind != "cylinder") {
				continue
			}
			p := board.NewPuzzle(b)
			opt := encode.Options{Xor: name}
			a, e := hunt(t, boardtest.Table(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require}), b.Switches(), func(s cnf.Sink) {
				if err := encode.Puzzle(s, p, opt); err != nil {
					t.Fatal(err)
				}
			})
			tried, effective = tried+a, effective+e
		}
		t.Logf("%d of %d mutations change the answers", effective, tried)
		if effective < 50 || effective < tried/5 {
			t.Errorf("only %d of %d mutations change the answers: this test shows too little", effective, tried)
		}
	})
}

// The same for the clauses that count.
func TestConformanceNoticesEveryMutationOfACount(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "complete:4"))
	n := p.Board.Switches()
	opt := encode.Options{Xor: "gauss"}
	for _, counting := range encode.Countings() {
		t.Run(counting.Name, func(t *testing.T) {
			tried, effective := 0, 0
			for k := range n + 1 {
				for _, atLeast := range []bool{false, true} {
					lo, hi := 0, k
					if atLeast {
						lo, hi = k, n
					}
					a, e := hunt(t, boardtest.Within(boardtest.Table(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require}), lo, hi), n, func(s cnf.Sink) {
						if err := encode.Puzzle(s, p, opt); err != nil {
							t.Fatal(err)
						}
						c, err := encode.NewCount(s, counting.Name, encode.Switches(p.Board), k)
						if err != nil {
							t.Fatal(err)
						}
						if atLeast {
							c.RequireAtLeast(k)
						} else {
							c.RequireAtMost(k)
						}
					})
					tried, effective = tried+a, effective+e
				}
			}
			t.Logf("%d of %d mutations change the answers", effective, tried)
			if effective < 50 || effective < tried/5 {
				t.Errorf("only %d of %d mutations change the answers: this test shows too little", effective, tried)
			}
		})
	}
}
