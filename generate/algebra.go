package generate

import (
	"context"
	"fmt"
	"math/big"

	"lightsout/board"
	"lightsout/solve"
)

// algebra is what generating needs of a board's matrix over Z/K. There are two kinds:
//
//	binary      K = 2, eliminated over GF(2) (package gf2); a large board need not be
//	modular     K > 2, in Howell form (package zmod)
//
// It does not change once made and is safe for concurrent use.
type algebra interface {
	// draw makes t a solvable state, all being equally likely, and at the one of that number.
	draw(t *trial)
	at(t *trial, n uint64)
	// press makes state the one that the presses solve, unless the context ends.
	press(ctx context.Context, state, presses board.State)
	// solve makes t.answer an answer to t.state, which depends on the state alone.
	solve(t *trial)
	// compare makes t.answer the lightest answer to t.state, which depends on the state alone, with its weight and how
	// many answers are as light, by comparing all.
	compare(ctx context.Context, t *trial) error
	// refute reports whether t.state has no answer. Then t.image is the witness, lights, each as often as it counts,
	// which depends on the state alone.
	refute(t *trial) bool
}

// facts is what is known of a board before a puzzle is made.
type facts struct {
	states  *big.Int // how many can be drawn; nil: not known, as the board was not eliminated
	answers *big.Int // how many a puzzle has; nil: not known
	nullity int      // -1: not known, or K is not prime
	most    int      // no puzzle needs more presses
	// compared: answers are so few that all are compared to find the lightest. Else that takes a search.
	compared bool
	// What it takes to find the lightest answer, to draw a state, and to tell whether one is solvable, in nanoseconds
	// or so.
	cost, drawCost, containsCost uint64
}

// unique reports whether a puzzle has only one answer.
func (f *facts) unique() bool {
	return f.answers != nil && f.answers.BitLen() == 1
}

// A search for the lightest answer may take a quarter of an hour, where it is the answer to a puzzle, and some
// seconds, where it tells whether a candidate is one: many are tried. More steps than that take for ever,
// as often as not. searchCost is what a search is expected to take.
const (
	stepsPerPuzzle    = 1 << 40
	stepsPerCandidate = 1 << 33
	searchCost        = 1 << 20
)

// newAlgebra eliminates the board unless it is large and the options do not need that.
func (g *generator) newAlgebra(ctx context.Context) error {
	switch {
	case g.board.States() > 2:
		return g.newModular(ctx)
	case g.plain && !g.options.Minimum:
		g.beUnreduced()
		return nil
	}
	return g.newBinary(ctx)
}

// lightest makes t.answer a lightest answer to t.state, which depends on the state alone, with its weight and, if all
// are compared, how many there are. A search is refused if it would take more than the given steps, of about a
// nanosecond, by its own estimate.
func (g *generator) lightest(ctx context.Context, t *trial, steps int64) error {
	if g.compared {
		return g.algebra.compare(ctx, t)
	}
	solver := g.solver
	solver.MaxSteps = steps
	res, err := solver.Minimum(ctx, &board.Puzzle{Board: g.board, On: t.state.Clone(), Goal: g.board.Dark()})
	switch {
	case err != nil:
		return err
	case res.Proved():
		t.take(res.Best)
		t.weight, t.ties = res.PressCount(), 0
		return nil
	case ctx.Err() != nil:
		return &solve.GaveUpError{Engine: res.Engine, Cause: res.Stopped}
	}
	return refusef("finding the fewest presses of puzzles on %s would take too long: each has %s answers; ask for "+
		"fewer presses, for puzzles of any number of presses, or for a board with fewer quiet patterns", g.board.Spec(),
		g.answers())
}

// answers is how many a puzzle has.
func (g *generator) answers() string {
	if g.nullity < 0 {
		return magnitude(g.facts.answers)
	}
	return fmt.Sprintf("%d^%d", g.board.States(), g.nullity)
}
