package solve

import (
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// UnsolvableError says that no presses reach the goal, and why: every switch flips an even number
// of the witness's lights, so the parity of how many of them are on never changes; but it would
// have to.
type UnsolvableError struct {
	// Witness is a set of lights.
	Witness gf2.Vec
	// WitnessRows is that set where the puzzle's lights came row by row; Witness then has length 0.
	WitnessRows board.Rows
	// MustChange is how many of them would have to change: an odd number.
	MustChange int

	// Of WitnessRows: the board, and how many lights they are.
	board *board.Board
	size  int
}

// Size is how many lights the witness has.
func (e *UnsolvableError) Size() int {
	if e.WitnessRows != nil {
		return e.size
	}
	return e.Witness.Weight()
}

func (e *UnsolvableError) Error() string {
	return fmt.Sprintf("unsolvable: every switch touches an even number of these %d lights, but %d of them must change",
		e.Size(), e.MustChange)
}

// InfeasibleError says that the puzzle has answers, but none that keeps to what was asked besides.
type InfeasibleError struct {
	// Reason completes "solvable, but not …".
	Reason string
	// Witness, if its length is not 0, is a set of lights that every switch left free touches an
	// even number of times, while MustChange, an odd number, of them would have to change.
	Witness    gf2.Vec
	MustChange int
}

func (e *InfeasibleError) Error() string { return "solvable, but not " + e.Reason }

// RefusedError says that an engine does not take a puzzle or a question.
type RefusedError struct {
	Engine string
	Reason string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("engine %s does not take this: %s", e.Engine, e.Reason)
}

// GaveUpError says that a limit was met before any answer was found.
type GaveUpError struct {
	Engine string // may be empty, if it was no engine that gave up
	Cause  error  // the context's error, or what limit was met
}

func (e *GaveUpError) Error() string {
	if e.Engine == "" {
		return fmt.Sprintf("gave up: %v", e.Cause)
	}
	return fmt.Sprintf("engine %s gave up: %v", e.Engine, e.Cause)
}

func (e *GaveUpError) Unwrap() error { return e.Cause }
