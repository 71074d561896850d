package generate

import (
	"context"
	"fmt"
	"math"

	"lightsout/board"
	"lightsout/solve"
)

// maxEliminated is how many lights and switches a board may have for its invariants to be computed
// whatever the options. Beyond it the board is large.
const maxEliminated = 1 << 12

func isLarge(b *board.Board) bool { return b.Lights() > maxEliminated || b.Switches() > maxEliminated }

// A large board takes one of three ways:
//
//   - If nothing is asked that needs the invariants, every switch is pressed or not, at random. The state is
//     where that leads, and the only answer known is those presses.
//   - If just the fewest presses are to be found, or printed, the puzzles are the same ones, and then solved.
//   - Else the board is eliminated after all, as smaller ones are. Without quiet patterns everything is
//     easy: sets of presses are answers, every one the only one of its state. With some, puzzles are
//     solved.

// checkLarge refuses what a large board cannot have, whatever its invariants are.
func (g *Generator) checkLarge() error {
	o := g.options
	tooLarge := func(what, why string) error {
		return &board.TooLargeError{What: fmt.Sprintf("%s for %s", g.board.Spec(), what), Limit: fmt.Sprintf("beyond %d lights or switches %s", maxEliminated, why)}
	}
	switch {
	case o.Method == "sat":
		return tooLarge("the method sat", "a SAT solver finds no puzzles in time")
	case o.Symmetric != "":
		return tooLarge("symmetric", "the pairs of lights that must be alike make too large a matrix")
	case o.Levels != 0 && o.Presses == nil:
		return tooLarge("levels without a range of presses", "there are too many numbers of presses; give a range")
	}
	return nil
}

// prepareLarge prepares the first two ways; done is false for the third.
func (g *Generator) prepareLarge(ctx context.Context) (done bool, err error) {
	o := g.options
	if o.Presses != nil || o.Unique || o.Levels != 0 || o.Distinct != "" {
		return false, nil
	}
	var d drawer = newAnyPresses(g.board)
	if o.Method == "presses" {
		d = randomPresses{g.board, o.RandomPresses}
	}
	if !g.litWithinDraws(d) {
		return false, nil
	}
	if o.Minimum {
		if err := g.eliminate(ctx); err != nil {
			return true, err
		}
	}
	g.drawFrom(d, filter{notDark: g.notDark(), lit: o.Lit})
	return true, nil
}

// litWithinDraws tells whether draws have such numbers of lights that are on. Nearly all draws are within
// eight standard deviations of half of the lights; but on some boards lights depend on each other, so a
// few draws are tried.
func (g *Generator) litWithinDraws(d drawer) bool {
	lit, lights := g.options.Lit, g.board.Lights()
	if lit == nil {
		return true
	}
	half, far := lights/2, int(4*math.Sqrt(float64(lights)))
	if lit.High >= half-far && lit.Low <= half+far {
		return true
	}
	t := g.newTrial()
	for i := range uint64(16) {
		t.random = newStream(0, piloting, i, 0)
		if d.draw(t); lit.holds(t.state.Weight()) {
			return true
		}
	}
	return false
}

// What a large board's patterns may take: bits for the patterns, and steps of 64 bits to reduce them.
const (
	maxPatternBits  = 1 << 30
	maxPatternSteps = 1 << 32
)

// checkPatterns refuses boards that have too many quiet patterns or invariants to work with. Those of up
// to maxEliminated lights and switches pass.
func checkPatterns(b *board.Board, linear solve.Linear) error {
	if !isLarge(b) {
		return nil
	}
	for _, p := range []struct {
		count, length int
		name          string
	}{
		{linear.Nullity(), b.Switches(), "quiet patterns"},
		{b.Lights() - linear.Rank(), b.Lights(), "invariants"},
	} {
		bits := float64(p.count) * float64(p.length)
		if bits > maxPatternBits || bits*float64(p.count)/64 > maxPatternSteps {
			return &board.TooLargeError{
				What:  fmt.Sprintf("%s for these options", b.Spec()),
				Limit: fmt.Sprintf("its %d %s, %d bits each, are too many to work with", p.count, p.name, p.length),
			}
		}
	}
	return nil
}

// numbered reports whether the sets of so many of n things can be numbered: a number has up to n bits,
// and there is one for each size.
func numbered(n int, sizes Range) bool {
	return float64(n)*float64(min(n, sizes.High)-sizes.Low+1) <= maxPatternBits
}
