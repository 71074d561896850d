package sample

import (
	"context"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// maxSATLights bounds the boards of [Chosen].
const maxSATLights = 1 << 10

// Chosen lets a SAT solver choose the lights as well as the presses. Lights are further switches,
// each of which flips its own light only, and together all presses must flip nothing. The solver is
// deterministic, so each puzzle gets its own disguise of the formula: variables renamed and negated,
// clauses reordered, all at random. The result is what the solver prefers, not a uniform choice; that
// is the point of the comparison.
func Chosen(b *board.Board, allowSolved bool) (choose func(presses, state board.State, random Stream), err error) {
	if b.Lights() > maxSATLights || b.Switches() > maxSATLights {
		return nil, &board.TooLargeError{
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
		return nil, err
	}
	var formula cnf.Formula
	p := &board.Puzzle{Board: wide, On: wide.Dark(), Goal: wide.Dark()}
	if err := encode.Puzzle(&formula, p, encode.Options{Xor: "cut:4"}); err != nil {
		return nil, err
	}
	if !allowSolved {
		formula.Clause(lit...)
	}
	var clauses [][]cnf.Lit
	for clause := range formula.Clauses() {
		clauses = append(clauses, slices.Clone(clause))
	}
	return func(presses, state board.State, random Stream) {
		chosen := solveDisguised(clauses, formula.Vars(), random)
		for s := range b.Switches() {
			presses.Bits().Set(s, chosen[s])
		}
		for l := range b.Lights() {
			state.Bits().Set(l, chosen[b.Switches()+l])
		}
	}, nil
}

// solveDisguised is the values that a solver finds for the variables, which are given to it under other numbers, some
// of them negated; all false if it finds none.
func solveDisguised(clauses [][]cnf.Lit, vars int, random Stream) []bool {
	disguise := make([]cnf.Lit, vars+1) // what stands for each variable
	for v, to := range Shuffled(vars, &random) {
		disguise[v+1] = cnf.Lit(to) + 1
		if random.Below(2) == 0 {
			disguise[v+1] = disguise[v+1].Neg()
		}
	}
	session := cnf.NewSession()
	session.NewVars(vars)
	var clause []cnf.Lit
	for _, i := range Shuffled(len(clauses), &random) {
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
