package generate

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
)

// randomPresses presses some random switches of a dark board, as games do: the same switch may come
// twice and cancels, and states are far from equally likely.
type randomPresses struct {
	board *board.Board
	count int
}

func (b randomPresses) size() *big.Int { return nil }

func (b randomPresses) draw(c *candidate, s *stream) {
	clear(c.presses)
	for range b.count {
		i := s.below(uint64(b.board.Switches()))
		c.presses[i/64] ^= 1 << (i % 64)
	}
	applyPresses(b.board, c)
}

func (b randomPresses) at(*candidate, rank, *stream) { panic("generate: not counted through") }

// maxSATLights bounds the boards of the method sat.
const maxSATLights = 1 << 10

// satBase lets a SAT solver choose the lights as well as the presses: the lights are further
// switches, each of which flips its own light only, and what all of them flip together is nothing.
// The solver is deterministic, so each puzzle gets the formula in a disguise of its own: variables
// renamed and negated, clauses reordered, all at random. What comes out is what the solver likes,
// not a uniform choice; that is the point of the comparison.
type satBase struct {
	formula  cnf.Formula
	clauses  [][]cnf.Lit
	switches int
	lights   int
}

func newSATBase(ctx context.Context, b *board.Board, allowSolved bool) (*satBase, error) {
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
	s := &satBase{switches: b.Switches(), lights: b.Lights()}
	p := &board.Puzzle{Board: wide, On: gf2.NewVec(b.Lights()), Goal: gf2.NewVec(b.Lights())}
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
	return s, ctx.Err()
}

func (b *satBase) size() *big.Int { return nil }

func (b *satBase) draw(c *candidate, s *stream) {
	random := newStream(s.seed, randomising, s.index, s.attempt)
	disguise := newDisguise(b.formula.Vars(), &random)
	session := cnf.NewSession()
	session.NewVars(b.formula.Vars())
	var clause []cnf.Lit
	for _, i := range shuffled(len(b.clauses), &random) {
		clause = clause[:0]
		for _, l := range b.clauses[i] {
			clause = append(clause, disguise.of(l))
		}
		session.Clause(clause...)
	}
	clear(c.state)
	clear(c.presses)
	if sat, err := session.Solve(context.Background()); err != nil || !sat {
		return // no state but the goal; the filter says so
	}
	m := session.Model()
	value := func(v int) uint64 {
		if m.Value(disguise.of(cnf.Lit(v))) {
			return 1
		}
		return 0
	}
	for i := range b.switches {
		c.presses[i/64] |= value(i+1) << (i % 64)
	}
	for l := range b.lights {
		c.state[l/64] |= value(b.switches+l+1) << (l % 64)
	}
}

// disguise is what stands for each variable: another one, or its negation.
type disguise []cnf.Lit

func newDisguise(vars int, s *stream) disguise {
	d := make(disguise, vars+1)
	for v, to := range shuffled(vars, s) {
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

// shuffled is 0…n-1 in random order.
func shuffled(n int, s *stream) []int {
	order := make([]int, n)
	for i := range order {
		j := int(s.below(uint64(i) + 1))
		order[i] = order[j]
		order[j] = i
	}
	return order
}

func (b *satBase) at(*candidate, rank, *stream) { panic("generate: not counted through") }
