package generate

import (
	"context"
	"errors"
	"math/big"

	"lightsout/board"
)

// algebra is what generating needs of a board's matrix over Z/K. There are three kinds:
//
//	binary      K = 2, eliminated over GF(2) (package gf2)
//	modular     K > 2, in Howell form (package zmod)
//	unreduced   a large board that need not be eliminated: it only presses switches
//
// It does not change once made and is safe for concurrent use.
type algebra interface {
	facts() *facts
	// draw makes t a solvable state, all being equally likely, and at the one of that number.
	draw(t *trial)
	at(t *trial, n uint64)
	// contains reports whether a state is one of those that are drawn.
	contains(state cells) bool
	// press makes state the one that the presses solve.
	press(state, presses cells)
	// solve makes t.answer an answer to t.state, which depends on the state alone.
	solve(t *trial)
	// lightest makes t.answer a lightest answer to t.state, which depends on the state alone, with its weight
	// and, if that is known, how many there are. A search is refused if it would take more than the given steps,
	// of about a nanosecond, by its own estimate.
	lightest(ctx context.Context, t *trial, steps int64) error
	// only reports whether no other answer is as light as t.answer.
	only(ctx context.Context, t *trial, steps int64) (bool, error)
	// apart tells up to how many presses, at most those of the range, every set of presses is known to be the only
	// lightest answer to its state. Looking for that may take a search, and changes nothing else.
	apart(ctx context.Context, presses Range) (int, error)
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
		return &unreduced{board: g.board}, nil
	}
	return g.newBinary(ctx)
}

// unreduced presses every switch or not, at random. Linear maps carry the uniform distribution over, so every solvable
// state is equally likely, and no elimination is needed. The only answer known is those presses.
type unreduced struct{ board *board.Board }

func (u *unreduced) facts() *facts {
	return &facts{nullity: -1, most: u.board.Switches(), drawCost: 20 * uint64(u.board.Switches())}
}

func (u *unreduced) draw(t *trial) {
	words := t.presses.bits.Words()
	t.random.fill(words)
	if past := u.board.Switches() % 64; past != 0 {
		words[len(words)-1] &= 1<<past - 1
	}
	u.press(t.state, t.presses)
	t.solved = true
}

func (u *unreduced) press(state, presses cells)                { pressSparse(u.board, state.bits, presses.bits) }
func (u *unreduced) solve(t *trial)                            { t.answer.copy(t.presses) }
func (u *unreduced) at(*trial, uint64)                         { panic("generate: states without a number") }
func (u *unreduced) contains(cells) bool                       { return true }
func (u *unreduced) apart(context.Context, Range) (int, error) { return 0, nil }

func (u *unreduced) lightest(context.Context, *trial, int64) error { return errUnreduced }

func (u *unreduced) only(context.Context, *trial, int64) (bool, error) {
	return false, errUnreduced
}

// errUnreduced cannot happen: options that need the lightest answer have the board eliminated.
var errUnreduced = errors.New("generate: the lightest answer on a board that was not eliminated; this is a bug, please report it")
