package board

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// Puzzle is a board, the state its lights are in, and the goal. An answer is how often to press each switch, x, with
// On + A·x = Goal for every light that matters: [Puzzle.Change] is zero after it. Where lights are on or off, On and
// Goal are the lights that are on, and an answer is a set of switches. Package puzzlefile writes puzzles, as JSON and
// in other formats. The zero Puzzle has no board: [Puzzle.Checked] says so, and the other methods panic.
type Puzzle struct {
	Board *Board
	// On and Goal have a number for each light. The zero [State] is all off.
	On, Goal State
	// DontCare are lights that may be in any state in the end, whatever Goal says of them; a Vec of length
	// 0: all matter.
	DontCare gf2.Vec
	// Forbidden are switches that must not be pressed; a Vec of length 0 forbids none.
	Forbidden gf2.Vec
	// Origin is where the puzzle was read, FILE:LINE, or "".
	Origin string
	// Comment is what the file says about the puzzle that is not a part of it, on one line, or "".
	Comment string
}

// maxLights is the most lights a puzzle may have: its vectors take 2^34 bits, 2 GiB, each. With 32 bits
// it is as many as can be counted.
const maxLights = min(1<<34, math.MaxInt)

// NewPuzzle is the usual question: everything is on, in state 1, and everything should be off, in state 0.
// [Board.CheckSize] tells whether the board is too large for it.
func NewPuzzle(b *Board) *Puzzle {
	if b == nil { // as Checked will say
		return &Puzzle{}
	}
	return &Puzzle{Board: b, On: b.uniform(1), Goal: b.Dark()}
}

// Dark is the state of this board's lights in which all of them are off.
func (b *Board) Dark() State { return b.uniform(0) }

// uniform is the state in which every light has the same number, 0 or 1.
func (b *Board) uniform(number int) State {
	switch {
	case b.states > 2:
		return digits(slices.Repeat([]uint8{uint8(number)}, b.lights), b.states)
	case number == 0:
		return Bits(gf2.NewVec(b.lights))
	}
	return Bits(gf2.AllOnes(b.lights))
}

// errNoBoard is the answer to nil.
var errNoBoard = errors.New("there is no board")

// Check is an error if there is no board: b is nil.
func Check(b *Board) error {
	if b == nil {
		return errNoBoard
	}
	return nil
}

// Checked is the puzzle as all that take one see it first: itself, with On and Goal written out if they are zero
// States. It is an error if there is no board, or if something in the puzzle is not of the board's size.
func (p *Puzzle) Checked() (*Puzzle, error) {
	if p == nil || p.Board == nil {
		return nil, errNoBoard
	}
	b := p.Board
	for _, side := range []struct {
		name  string
		state State
	}{{"on", p.On}, {"goal", p.Goal}} {
		if n := side.state.Len(); n > 0 && (n != b.lights || side.state.Mod() != b.States()) {
			return nil, &LightsError{side.name, fmt.Errorf("a state of %d lights with %d states each, but %s has "+
				"%d with %d", n, side.state.Mod(), clip(b.spec), b.lights, b.States())}
		}
	}
	if n := p.DontCare.Len(); n > 0 && n != b.lights {
		return nil, fmt.Errorf("DontCare is a set of %d lights, but %s has %d", n, clip(b.spec), b.lights)
	}
	if n := p.Forbidden.Len(); n > 0 && n != b.switches {
		return nil, fmt.Errorf("Forbidden is a set of %d switches, but %s has %d", n, clip(b.spec), b.switches)
	}
	if p.On.Len() == b.lights && p.Goal.Len() == b.lights {
		return p, nil
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	written := *p
	written.On, written.Goal = b.orDark(p.On), b.orDark(p.Goal)
	return &written, nil
}

// orDark is the state, or the dark one if it is a zero State.
func (b *Board) orDark(s State) State {
	if s.Len() == 0 {
		return b.Dark()
	}
	return s
}

// maxFlips is the most lights one press may flip: what it flips is a list.
const maxFlips = 1 << 24

// CheckSize reports whether two states of the board more, and what a press flips, can be held in memory. The memory is
// what the limit of package runtime/debug leaves, if one is set.
func (b *Board) CheckSize() error {
	if b == nil {
		return errNoBoard
	}
	if b.states > 2 && max(b.lights, b.switches) > maxColoured {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s with %d lights", b.Spec(), b.lights),
			Limit: fmt.Sprintf("with more than two states, puzzles go up to %d lights", maxColoured)}
	}
	if b.lights > maxFlips && b.toggles.most() > maxFlips {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s, where a press may flip all lights,", b.Spec()),
			Limit: fmt.Sprintf("a press may flip up to %d lights", maxFlips)}
	}
	if b.Lights() > maxLights || b.Switches() > maxLights {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s with %d lights", b.Spec(), b.Lights()),
			Limit: fmt.Sprintf("puzzles go up to %d lights", maxLights)}
	}
	return b.Reserve(context.Background(), 2, "a puzzle")
}

// Reserve is a *[TooLargeError] if so many states of the board's lights or switches, which something is to take, do not
// fit in memory. They count for the question that the context is of, if package solve made it for one.
func (b *Board) Reserve(ctx context.Context, states int, what string) error {
	if b == nil {
		return errNoBoard
	}
	bytes := int64(max(b.lights, b.switches))
	if b.states <= 2 {
		bytes /= 8
	}
	if err := reserve.For(ctx, int64(states)*bytes); err != nil {
		return &TooLargeError{What: fmt.Sprintf("%s on %s with %d lights", what, clip(b.spec), b.lights),
			Limit: err.Error(), Err: err}
	}
	return nil
}

// Change is what an answer has to add to each light so that it is as the goal wants it, modulo the number of its
// states; 0 for a light that does not matter. Presses are an answer if p.After(presses).Change() is zero.
func (p *Puzzle) Change() State {
	change := p.Board.orDark(p.Goal).minus(p.Board.orDark(p.On))
	for l := range p.DontCare.Ones() {
		change.Set(l, 0)
	}
	return change
}

// System is the board as equations see it: a light that does not matter is flipped by no switch. The
// answers are exactly the x with System()·x = Change(). Without such lights it is the board;
// otherwise it has the board's SPEC for messages, but no shape and no drawing.
func (p *Puzzle) System() *Board {
	b := p.Board
	if p.DontCare.IsZero() {
		return b
	}
	rows := &Board{
		spec: b.spec, switches: b.switches, lights: b.lights, shape: Shape{Kind: "graph"},
		states: b.states, toggles: caring{b.toggles, p.DontCare},
	}
	return rows.described()
}

// caring leaves lights out of what a toggler flips. Its bounds remain true.
type caring struct {
	toggler
	dontCare gf2.Vec
}

func (c caring) appendToggles(dst []int, s int) []int {
	begun := len(dst)
	dst = c.toggler.appendToggles(dst, s)
	kept := slices.DeleteFunc(dst[begun:], c.dontCare.Bit)
	return dst[:begun+len(kept)]
}

// After is the puzzle that presses lead to.
func (p *Puzzle) After(presses State) *Puzzle {
	after := *p
	if p.Board.states == 0 {
		after.On = Bits(p.Board.Apply(presses.Bits()))
		if p.On.Len() > 0 {
			after.On.bits.Add(p.On.Bits())
		}
		return &after
	}
	after.On = p.Board.orDark(p.On).Clone()
	for s, times := range presses.All() {
		p.Board.Press(after.On, s, times)
	}
	return &after
}
