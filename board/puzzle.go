package board

import (
	"fmt"
	"math"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// Puzzle is a board, the state its lights are in, and the goal. An answer is how often to press each switch, x, with
// On + A·x = Goal for every light that matters: [Puzzle.Wrong] is zero after it. Where lights are on or off, On and
// Goal are the lights that are on, and an answer is a set of switches.
type Puzzle struct {
	Board    *Board
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
// [Board.CheckSize] tells whether the board is too large for it, unless its states are read row by row.
func NewPuzzle(b *Board) *Puzzle { return &Puzzle{Board: b, On: b.uniform(1), Goal: b.Dark()} }

// Dark is the state of this board's lights in which all of them are off.
func (b *Board) Dark() State { return b.uniform(0) }

// uniform is the state in which every light has the same number, 0 or 1.
func (b *Board) uniform(number int) State {
	shape, byRows := b.byRows()
	switch {
	case byRows && number == 0:
		return b.ByRows(gridpoly.None(shape.Cols))
	case byRows:
		return b.ByRows(gridpoly.All(shape.Cols))
	case b.states > 2:
		return digits(slices.Repeat([]uint8{uint8(number)}, b.lights), b.states)
	case number == 0:
		return Bits(gf2.NewVec(b.lights))
	}
	return Bits(gf2.AllOnes(b.lights))
}

// checkPuzzle reports whether a puzzle on this board can be made: its lights fit in memory, or are read row by row.
func (b *Board) checkPuzzle() error {
	if _, ok := b.byRows(); ok {
		return nil
	}
	return b.CheckSize()
}

// Load is the puzzle with its lights in memory: itself, unless they are read row by row. More lights than fit are a
// *[TooLargeError].
func (p *Puzzle) Load() (*Puzzle, error) {
	if p.On.Rows() == nil && p.Goal.Rows() == nil {
		return p, nil
	}
	if err := p.Board.CheckSize(); err != nil {
		return nil, err
	}
	loaded := *p
	var err error
	if loaded.On, err = p.On.load(); err != nil {
		return nil, err
	}
	loaded.Goal, err = p.Goal.load()
	return &loaded, err
}

// maxFlips is the most lights one press may flip: what it flips is a list.
const maxFlips = 1 << 24

// CheckSize reports whether the board's lights, and what a press flips, can be held in memory one
// by one.
func (b *Board) CheckSize() error {
	if b.states > 2 && max(b.lights, b.switches) > maxColoured {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s with %d lights", b.Spec(), b.lights), Limit: fmt.Sprintf("with more than two states, puzzles go up to %d lights", maxColoured)}
	}
	if b.lights > maxFlips && b.toggles.most() > maxFlips {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s, where a press may flip all lights,", b.Spec()), Limit: fmt.Sprintf("a press may flip up to %d lights", maxFlips)}
	}
	if b.Lights() > maxLights || b.Switches() > maxLights {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s with %d lights", b.Spec(), b.Lights()), Limit: fmt.Sprintf("puzzles go up to %d lights", maxLights)}
	}
	return nil
}

// Wrong is what presses have to add to the lights of a state so that they are as the goal wants them, modulo the
// number of their states. Lights that do not matter are never wrong. Presses are an answer if nothing is wrong after
// them.
func (p *Puzzle) Wrong(state State) State {
	wrong := p.Goal.minus(state)
	for l := range p.DontCare.Ones() {
		wrong.Set(l, 0)
	}
	return wrong
}

// Change is what an answer has to add to each light: what is wrong at the start.
func (p *Puzzle) Change() State { return p.Wrong(p.On) }

// System is the board as equations see it: a light that does not matter is flipped by no switch. The
// answers are exactly the x with System()·x = Change(). Without such lights it is the board;
// otherwise it has the board's SPEC for messages, but no shape and no drawing.
func (p *Puzzle) System() *Board {
	b := p.Board
	if p.DontCare.IsZero() {
		return b
	}
	return &Board{
		spec: b.spec, switches: b.switches, lights: b.lights, shape: Shape{Kind: "graph"},
		states: b.states, toggles: caring{b.toggles, p.DontCare},
	}
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

func (c caring) mutual() bool { return false } // a light that does not matter still has its switch

// After is the state that presses lead to.
func (p *Puzzle) After(presses State) State {
	if p.Board.states > 2 {
		state := p.On.Clone()
		for s, times := range presses.All() {
			p.Board.Press(state, s, times)
		}
		return state
	}
	return p.On.Plus(Bits(p.Board.Apply(presses.Bits())))
}
