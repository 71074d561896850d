package board

import (
	"fmt"
	"strings"

	"lightsout/gf2"
)

// SetLights replaces the lights that are on at the start, and the goal, by what people write: anything
// that [Board.ParseState] reads, or random for a state drawn from the seed. An empty text leaves that side as
// it is. In the picture of a goal, ? stands for a light that does not matter.
//
// Start and goal can be reached from each other where one of them is random. If both are, the goal is
// drawn first, as one that a dark board can reach. An error is a [*LightsError].
func (p *Puzzle) SetLights(on, goal string, seed uint64) error {
	on, goal = strings.TrimSpace(on), strings.TrimSpace(goal)
	start := on
	if p.isRandom(on) && goal != "" {
		start = "none"
	}
	if err := p.setOn(start, seed); err != nil {
		return &LightsError{"on", err}
	}
	if err := p.setGoal(goal, seed); err != nil {
		return &LightsError{"goal", err}
	}
	if start != on {
		return p.setOn(on, seed)
	}
	return nil
}

// LightsError says which lights could not be read.
type LightsError struct {
	Side string // "on" or "goal"
	Err  error
}

func (e *LightsError) Error() string { return e.Side + ": " + fmt.Sprint(e.Err) }

// Unwrap makes the reason visible to errors.Is and errors.As.
func (e *LightsError) Unwrap() error { return e.Err }

// isRandom reports whether a text asks for a random state: it is not the name of a node.
func (p *Puzzle) isRandom(text string) bool { return text == "random" && !p.Board.isNamed(text) }

func (p *Puzzle) setOn(text string, seed uint64) error {
	var on State
	var err error
	switch {
	case text == "":
		return nil
	case p.isRandom(text):
		on, err = randomReachable(p.Board, p.Goal, seed, onStream)
	default:
		on, err = p.Board.ParseState(text)
	}
	if err == nil {
		p.On = on
	}
	return err
}

func (p *Puzzle) setGoal(text string, seed uint64) error {
	var goal State
	var dontCare gf2.Vec
	var err error
	switch {
	case text == "":
		return nil
	case p.isRandom(text):
		goal, err = randomReachable(p.Board, p.On, seed, goalStream)
	default:
		goal, dontCare, err = parseGoal(p.Board, text)
	}
	if err == nil {
		p.Goal, p.DontCare = goal, dontCare
	}
	return err
}
