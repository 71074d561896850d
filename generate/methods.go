package generate

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// randomPresses presses some random switches of a dark board, as games do. The same switch may come
// twice, which cancels, and states are far from equally likely.
type randomPresses struct {
	board *board.Board
	count int
}

func (r randomPresses) String() string    { return fmt.Sprintf("what %d random presses make", r.count) }
func (r randomPresses) size() *big.Int    { return nil }
func (r randomPresses) cost() uint64      { return 100 }
func (r randomPresses) at(*trial, uint64) { panic("generate: random presses have no number") }

func (r randomPresses) draw(t *trial) {
	t.presses.Clear()
	for range r.count {
		t.presses.Bits().Flip(int(t.random.below(uint64(r.board.Switches()))))
	}
	pressSparse(r.board, t.state.Bits(), t.presses.Bits())
	t.solved = true
}

// maxSATLights bounds the boards of the method sat.
const maxSATLights = 1 << 10

// satChoice lets a SAT solver choose the lights as well as the presses. Lights are further switches,
// each of which flips its own light only, and together all presses must flip nothing. The solver is
// deterministic, so each puzzle gets its own disguise of the formula: variables renamed and negated,
// clauses reordered, all at random. The result is what the solver prefers, not a uniform choice; that
// is the point of the comparison.
type satChoice struct {
	formula  cnf.Formula
	clauses  [][]cnf.Lit
	switches int
	lights   int
}

func newSATChoice(b *board.Board, allowSolved bool) (*satChoice, error) {
	if b.Lights() > maxSATLights || b.Switches() > maxSATLights {
		return nil, &board.TooLargeError{What: fmt.Sprintf("letting a SAT solver choose puzzles on %s", b.Spec()), Limit: fmt.Sprintf("at most %d lights", maxSATLights)}
	}
	var toggles [][]int
	for s := range b.Switches() {
		toggles = append(toggles, b.Toggles(s))
	}
	for l := range b.Lights() {
		toggles = append(toggles, []int{l})
	}
	wide, err := board.FromToggles("chosen", b.Lights(), toggles)
	if err != nil {
		return nil, err
	}
	s := &satChoice{switches: b.Switches(), lights: b.Lights()}
	p := &board.Puzzle{Board: wide, On: wide.Dark(), Goal: wide.Dark()}
	if err := encode.Puzzle(&s.formula, p, encode.Options{Xor: "cut:4"}); err != nil {
		return nil, err
	}
	if !allowSolved {
		var some []cnf.Lit
		for l := range b.Lights() {
			some = append(some, cnf.Lit(b.Switches()+l+1))
		}
		s.formula.Clause(some...)
	}
	for clause := range s.formula.Clauses() {
		s.clauses = append(s.clauses, slices.Clone(clause))
	}
	return s, nil
}

func (c *satChoice) String() string    { return "what a SAT solver chooses" }
func (c *satChoice) size() *big.Int    { return nil }
func (c *satChoice) cost() uint64      { return 1 << 17 }
func (c *satChoice) at(*trial, uint64) { panic("generate: what a solver chooses has no number") }

func (c *satChoice) draw(t *trial) {
	random := newStream(t.random.seed, toDisguise, t.random.index, t.random.attempt)
	disguise := newDisguise(c.formula.Vars(), &random)
	session := cnf.NewSession()
	session.NewVars(c.formula.Vars())
	var clause []cnf.Lit
	for _, i := range shuffledOrder(len(c.clauses), &random) {
		clause = clause[:0]
		for _, l := range c.clauses[i] {
			clause = append(clause, disguise.of(l))
		}
		session.Clause(clause...)
	}
	t.state.Clear()
	t.presses.Clear()
	t.solved = true
	if sat, err := session.Solve(context.Background()); err != nil || !sat {
		return // no state but the goal, which the filter rejects
	}
	m := session.Model()
	value := func(v int) bool { return m.Value(disguise.of(cnf.Lit(v))) }
	for i := range c.switches {
		t.presses.Bits().Set(i, value(i+1))
	}
	for l := range c.lights {
		t.state.Bits().Set(l, value(c.switches+l+1))
	}
}

// disguise is what stands for each variable: another one, or its negation.
type disguise []cnf.Lit

func newDisguise(vars int, s *stream) disguise {
	d := make(disguise, vars+1)
	for v, to := range shuffledOrder(vars, s) {
		d[v+1] = cnf.Lit(to + 1)
		if s.below(2) == 0 {
			d[v+1] = d[v+1].Neg()
		}
	}
	return d
}

func (d disguise) of(l cnf.Lit) cnf.Lit {
	if l.Positive() {
		return d[l.Var()]
	}
	return d[l.Var()].Neg()
}
