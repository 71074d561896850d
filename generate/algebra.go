package generate

import (
	"context"
	"math/big"

	"lightsout/board"
)

// algebra is what generating needs of a board's matrix over Z/K. There are two kinds:
//
//	binary      K = 2, eliminated over GF(2) (package gf2); a large board need not be
//	modular     K > 2, in Howell form (package zmod)
//
// It does not change once made and is safe for concurrent use.
type algebra interface {
	facts() *facts
	// draw makes t a solvable state, all being equally likely, and at the one of that number.
	draw(t *trial)
	at(t *trial, n uint64)
	// contains reports whether a state is one of those that are drawn.
	contains(state board.State) bool
	// press makes state the one that the presses solve.
	press(state, presses board.State)
	// solve makes t.answer an answer to t.state, which depends on the state alone.
	solve(t *trial)
	// lightest makes t.answer a lightest answer to t.state, which depends on the state alone, with its weight
	// and, if that is known, how many there are. A search is refused if it would take more than the given steps,
	// of about a nanosecond, by its own estimate.
	lightest(ctx context.Context, t *trial, steps int64) error
	// only reports whether no other answer is as light as t.answer.
	only(ctx context.Context, t *trial, steps int64) (bool, error)
	// apart reports whether every set of up to so many presses is known to be the only lightest answer to its state.
	// Looking for that may take a search.
	apart(ctx context.Context, presses int) (bool, error)
}

// facts is what is known of a board before a puzzle is made.
type facts struct {
	states  *big.Int // how many can be drawn; nil: not known
	answers *big.Int // how many a puzzle has; nil: not known
	nullity int      // -1: not known, or K is not prime
	most    int      // no puzzle needs more presses
	// compared: the lightest answer is found by comparing all. Else it takes a search, if it is found at all.
	compared   bool
	searchable bool
	// What it takes to find the lightest answer, to draw a state, and to tell whether one is solvable, in nanoseconds
	// or so.
	cost, drawCost, containsCost uint64
}

// A search for the lightest answer may take a quarter of an hour, where it is the answer to a puzzle, and some
// seconds, where it tells whether a candidate is one: many are tried. More steps than that take for ever,
// as often as not.
const (
	stepsPerPuzzle    = 1 << 40
	stepsPerCandidate = 1 << 33
)

// newAlgebra eliminates the board unless it is large and the options do not need that.
func (g *Generator) newAlgebra(ctx context.Context) (algebra, error) {
	switch {
	case g.board.States() > 2:
		return newModular(ctx, g.board)
	case isLarge(g.board) && !g.options.Minimum && g.drawsWithoutAlgebra():
		return unreduced(g.board), nil
	}
	return g.newBinary(ctx)
}
