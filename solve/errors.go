package solve

import (
	"bytes"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// UnsolvableError says that no presses reach the goal, or none under the conditions that were set, and
// why: every switch that may be pressed flips an even number of the witness's lights, so the parity of
// how many of them are on never changes; but it would have to. All of these lights matter in the goal.
type UnsolvableError struct {
	// Condition completes "solvable, but not …" if the puzzle has answers and none of them keeps to
	// what was asked besides: forbidden and required switches, symmetry, bounds on the number of
	// presses. It is empty if the puzzle has no answer at all.
	Condition string
	// Witness is a set of lights. Its length is 0 if the condition is not one of parity.
	Witness gf2.Vec
	// WitnessRows is that set where the puzzle's lights came row by row; Witness then has length 0.
	WitnessRows board.Rows
	// Weights takes the place of Witness where lights have more than two states, K: a number from 0 to K−1
	// for each light. What a press adds to the lights, weighted so, adds up to 0 modulo K, but the goal
	// needs MustChange.
	Weights []uint8
	// Spared means that some lights might have been changed (NearestOptions.Errors) and that none of
	// these is in the witness, so that changing them does not help.
	Spared bool
	// MustChange is how many lights of the witness would have to change: an odd number. With Weights it is
	// their weighted sum modulo K, not 0.
	MustChange int

	// Of WitnessRows: the board, and how many lights they are.
	board *board.Board
	size  int

	states int // of Weights

	effort *effort // of the engine sat; nil if it was another
}

// Size is how many lights the witness has.
func (e *UnsolvableError) Size() int {
	if e.WitnessRows != nil {
		return e.size
	}
	if e.Weights != nil {
		return len(e.Weights) - bytes.Count(e.Weights, []byte{0})
	}
	return e.Witness.Weight()
}

func (e *UnsolvableError) Error() string {
	if e.Condition != "" {
		return "solvable, but not " + e.Condition
	}
	if e.Spared {
		return "unsolvable, and no change of the lights that may be wrong mends it"
	}
	if e.Weights != nil {
		return fmt.Sprintf("unsolvable: no press changes the weighted sum of these %d lights modulo %d, but it must change by %d",
			e.Size(), e.states, e.MustChange)
	}
	return fmt.Sprintf("unsolvable: every switch touches an even number of these %d lights, but %d of them must change",
		e.Size(), e.MustChange)
}

// Proves checks the witness against the board, by counting: it reports whether it proves that the
// puzzle is unsolvable, all switches allowed.
func (e *UnsolvableError) Proves(p *board.Puzzle) bool {
	if p.Board.States() > 2 {
		return e.Condition == "" && checkWeights(p, func(int) bool { return false }, e.Weights)
	}
	return e.Condition == "" && !e.Spared && e.Witness.Len() == p.Board.Lights() && checkWitness(p, gf2.Vec{}, p.Change(), e.Witness)
}

// RefusedError says that an engine does not take a puzzle or a question.
type RefusedError struct {
	Engine string
	Reason string
	// Needs names an engine that takes it, if there is one.
	Needs string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("engine %s does not take this: %s", e.Engine, e.Reason)
}

// GaveUpError says that a limit was reached before any answer was found.
type GaveUpError struct {
	Engine string // empty if no engine was running yet
	Cause  error  // the context's cause, or the limit that was reached
}

func (e *GaveUpError) Error() string {
	if e.Engine == "" {
		return fmt.Sprintf("gave up: %v", e.Cause)
	}
	return fmt.Sprintf("engine %s gave up: %v", e.Engine, e.Cause)
}

func (e *GaveUpError) Unwrap() error { return e.Cause }
