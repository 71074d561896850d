package board

import (
	"fmt"
	"math"
	"slices"

	"lightsout/gf2"
)

// Puzzle is a board, the lights that are on, and the lights that should be on. An answer is a set
// of switches x with A·x = On + Goal, for every light that matters: [Puzzle.Wrong] is empty after it.
type Puzzle struct {
	Board *Board
	On    gf2.Vec
	Goal  gf2.Vec
	// OnRows and GoalRows, if not nil, take the place of On and Goal, which then have length 0: the
	// lights of a large board, read row by row. Only callers that ask for such puzzles get them, from
	// [NewRowPuzzle] or a [Reader]; package solve takes them as they are, and for everything else
	// [Puzzle.Held] reads them into memory.
	OnRows, GoalRows Rows
	// OnStates and GoalStates likewise take the place of On and Goal on a board whose lights have more
	// than two states: one for every light.
	OnStates, GoalStates []uint8
	// DontCare are lights that may be on or off in the end, whatever Goal says of them; a Vec of length
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

// NewPuzzle is the usual question: everything is on, in state 1, and everything should be off, in state 0. The board must
// have at most [maxLights] lights; [Board.CheckSize] tells.
func NewPuzzle(b *Board) *Puzzle {
	if b.states > 2 {
		return &Puzzle{Board: b, OnStates: slices.Repeat([]uint8{1}, b.lights), GoalStates: make([]uint8, b.lights)}
	}
	return &Puzzle{Board: b, On: gf2.AllOnes(b.Lights()), Goal: gf2.NewVec(b.Lights())}
}

// maxFlips is the most lights one press may flip: what it flips is a list.
const maxFlips = 1 << 24

// CheckSize reports whether the board's lights, and what a press flips, can be held in memory one
// by one.
func (b *Board) CheckSize() error {
	if b.states > 2 && max(b.lights, b.switches) > maxColoured {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s with %d lights", b.Spec(), b.lights), Limit: fmt.Sprintf("with more than two states, puzzles go up to %d lights", maxColoured)}
	}
	if b.lights > maxFlips && b.MostToggles() > maxFlips {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s, where a press may flip all lights,", b.Spec()), Limit: fmt.Sprintf("a press may flip up to %d lights", maxFlips)}
	}
	if b.Lights() > maxLights || b.Switches() > maxLights {
		return &TooLargeError{What: fmt.Sprintf("a puzzle on %s with %d lights", b.Spec(), b.Lights()), Limit: fmt.Sprintf("puzzles go up to %d lights", maxLights)}
	}
	return nil
}

// Wrong is the lights of a state that are not as the goal wants them. Lights that do not matter are
// never wrong. Presses are an answer if nothing is wrong after them.
func (p *Puzzle) Wrong(state gf2.Vec) gf2.Vec {
	p.Board.twoStates()
	wrong := state.Sum(p.Goal)
	for l := range p.DontCare.Ones() {
		wrong.Set(l, false)
	}
	return wrong
}

// Change is what an answer has to flip: the lights that are wrong at the start.
func (p *Puzzle) Change() gf2.Vec { return p.Wrong(p.On) }

// System is the board as equations see it: a light that does not matter is flipped by no switch. The
// answers are exactly the x with System().Apply(x) = Change(). Without such lights it is the board;
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

// After is the state that a set of presses leads to.
func (p *Puzzle) After(presses gf2.Vec) gf2.Vec {
	state := p.Board.Apply(presses)
	state.Add(p.On)
	return state
}

// Matters reports whether light l has to be as the goal says.
func (p *Puzzle) Matters(l int) bool { return p.DontCare.Len() == 0 || !p.DontCare.Bit(l) }

// IsForbidden reports whether switch s must not be pressed.
func (p *Puzzle) IsForbidden(s int) bool { return p.Forbidden.Len() > 0 && p.Forbidden.Bit(s) }

// setDontCare replaces the lights that do not matter.
func (p *Puzzle) setDontCare(lights []int) {
	if p.DontCare = (gf2.Vec{}); len(lights) > 0 {
		p.DontCare = gf2.VecOf(p.Board.lights, lights...)
	}
}

// Forbid adds a switch to those that must not be pressed.
func (p *Puzzle) Forbid(s int) {
	if p.Forbidden.Len() == 0 {
		p.Forbidden = gf2.NewVec(p.Board.Switches())
	}
	p.Forbidden.Set(s, true)
}
