package solve

import (
	"errors"
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
	// Witness is a set of lights, each as often as it counts. It is empty if the condition is not one of parity.
	// Where lights have K > 2 states, what a press adds to these lights sums up to 0 modulo K, each light counted
	// so often, and the goal needs MustChange.
	Witness board.State
	// MustChange is how many lights of the witness would have to change: an odd number. With more than two states
	// it is what they must change by together, modulo K, not 0.
	MustChange int

	// Formula is what the engine sat was given; nil if it was another engine.
	Formula *Formula
}

// Size is how many lights the witness has.
func (e *UnsolvableError) Size() int { return e.Witness.Size() }

func (e *UnsolvableError) Error() string {
	if e.Condition != "" {
		return "solvable, but not " + e.Condition
	}
	if k := e.Witness.Mod(); k > 2 {
		return fmt.Sprintf("unsolvable: no press changes the weighted sum of these %d lights modulo %d, "+
			"but it must change by %d", e.Size(), k, e.MustChange)
	}
	return fmt.Sprintf("unsolvable: every press flips an even number of these %d lights, "+
		"but an odd number of them (%d) must change", e.Size(), e.MustChange)
}

// proves checks the witness against the board, by counting: it reports whether it proves that the
// puzzle is unsolvable, all switches allowed.
func (e *UnsolvableError) proves(p *board.Puzzle) bool {
	return e.Condition == "" && checkWitness(p, gf2.Vec{}, p.Change(), e.Witness)
}

// refutation is the witness with what it shows.
func refutation(witness, change board.State) *UnsolvableError {
	must := overlap(witness, change)
	if k := witness.Mod(); k > 2 {
		must %= k
	}
	return &UnsolvableError{Witness: witness, MustChange: must}
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

// errMemory says that a search was stopped because what it keeps would take more than MaxMemory, or does not fit.
var errMemory = errors.New("memory limit reached")

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
