package generate

import (
	"context"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/sample"
)

// randomPresses presses some random switches of a dark board, as games do. The same switch may come
// twice, which cancels, and states are far from equally likely.
func randomPresses(b *board.Board, count int) candidates {
	return candidates{name: fmt.Sprintf("what %d random presses make", count), cost: 100, draw: func(t *trial) {
		t.presses.Bits().Clear()
		for range count {
			t.presses.Bits().Flip(int(t.random.Below(uint64(b.Switches()))))
		}
		t.state.Bits().Copy(b.Apply(t.presses.Bits()))
		t.solved = true
	}}
}

// maxSATLights bounds the boards of the method sat.
const maxSATLights = 1 << 10

// satChoice lets a SAT solver choose the lights as well as the presses. Lights are further switches,
// each of which flips its own light only, and together all presses must flip nothing. The solver is
// deterministic, so each puzzle gets its own disguise of the formula: variables renamed and negated,
// clauses reordered, all at random. The result is what the solver prefers, not a uniform choice; that
// is the point of the comparison.
func satChoice(b *board.Board, allowSolved bool) (candidates, error) {
	if b.Lights() > maxSATLights || b.Switches() > maxSATLights {
		return candidates{}, &board.TooLargeError{
			What:  fmt.Sprintf("letting a SAT solver choose puzzles on %s", b.Spec()),
			Limit: fmt.Sprintf("at most %d lights", maxSATLights),
		}
	}
	var toggles [][]int
	for s := range b.Switches() {
		toggles = append(toggles, b.Toggles(s))
	}
	var lit []cnf.Lit
	for l := range b.Lights() {
		toggles = append(toggles, []int{l})
		lit = append(lit, cnf.Lit(len(toggles)))
	}
	wide, err := board.FromToggles("chosen", b.Lights(), toggles)
	if err != nil {
		return candidates{}, err
	}
	var formula cnf.Formula
	p := &board.Puzzle{Board: wide, On: wide.Dark(), Goal: wide.Dark()}
	if err := encode.Puzzle(&formula, p, encode.Options{Xor: "cut:4"}); err != nil {
		return candidates{}, err
	}
	if !allowSolved {
		formula.Clause(lit...)
	}
	var clauses [][]cnf.Lit
	for clause := range formula.Clauses() {
		clauses = append(clauses, slices.Clone(clause))
	}
	return candidates{name: "what a SAT solver chooses", cost: 1 << 17, draw: func(t *trial) {
		chosen := solveDisguised(clauses, formula.Vars(),
			t.random.For(toDisguise))
		for s := range b.Switches() {
			t.presses.Bits().Set(s, chosen[s])
		}
		for l := range b.Lights() {
			t.state.Bits().Set(l, chosen[b.Switches()+l])
		}
		t.solved = true
	}}, nil
}

// solveDisguised is the values that a solver finds for the variables, which are given to it under other numbers, some
// of them negated; all false if it finds none.
func solveDisguised(clauses [][]cnf.Lit, vars int, random sample.Stream) []bool {
	disguise := make([]cnf.Lit, vars+1) // what stands for each variable
	for v, to := range sample.Shuffled(vars, &random) {
		disguise[v+1] = cnf.Lit(to) + 1
		if random.Below(2) == 0 {
			disguise[v+1] = disguise[v+1].Neg()
		}
	}
	session := cnf.NewSession()
	session.NewVars(vars)
	var clause []cnf.Lit
	for _, i := range sample.Shuffled(len(clauses), &random) {
		clause = clause[:0]
		for _, l := range clauses[i] {
			to := disguise[l.Var()]
			if !l.Positive() {
				to = to.Neg()
			}
			clause = append(clause, to)
		}
		session.Clause(clause...)
	}
	values := make([]bool, vars)
	if sat, err := session.Solve(context.Background()); err != nil || !sat {
		return values // no state but the goal, which the filter rejects
	}
	m := session.Model()
	for v := range values {
		values[v] = m.Value(disguise[v+1])
	}
	return values
}
