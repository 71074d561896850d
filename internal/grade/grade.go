// Package grade judges answers that somebody gave to puzzles, one or a file of them, and sums up the verdicts. The page,
// its API and check --batch all take its word.
package grade

import (
	"cmp"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// Fault is what else may be wrong.
type Fault byte

// The faults: the answer names a switch that the board does not have; the presses, or the lights alone, prove that the
// fewest presses known, or the witness, are wrong; the line is not a puzzle.
const (
	Illegal Fault = iota + 1
	Refuted
	Unread
)

// Grade is the verdict on an answer that somebody gave to a puzzle. It is the record that the command
// and the page's API print.
type Grade struct {
	Solved bool `json:"solved"` // the goal is reached, or it is rightly said that this is impossible
	// Reward is 1 for the fewest presses, and 0 for an answer that is malformed or illegal. Solved, it is
	// ½ + ½·min(1, min_presses/press_count), where min_presses is press_count if it is not known; else
	// ½·max(0, 1 − wrong/changes), where changes is how many lights had to change. If there is no answer, or it is said
	// that there is none, it is 1 for what is right and 0 otherwise.
	Reward     float64 `json:"reward"`
	PressCount int     `json:"press_count"`
	// Minimum: the presses are as few as the fewest known; nil if none are known, if they were proved
	// wrong, or if the puzzle is not solved.
	Minimum *bool `json:"minimum"`
	// Read is the words of the answer that were read, and Presses what they say.
	Read    string `json:"read,omitempty"` // the words that were read
	Presses []int  `json:"presses"`
	// Wrong lists the lights that are not as the goal wants them.
	Wrong []int `json:"wrong"` // lights that are not as the goal wants them
	// Impossible: the answer is that there is none.
	Impossible bool `json:"impossible,omitempty"` // the answer is that there is none
	// Error is what is wrong with the answer, or with the fewest presses known.
	Error string `json:"error,omitempty"` // what is wrong with the record or its answer

	// Malformed: there is no answer, or it is not a list of switches.
	Malformed bool  `json:"malformed,omitempty"` // no answer, or none in a form that is read
	Fault     Fault `json:"-"`
}

// Answer replays an answer to a puzzle, and compares it with the fewest presses that solve it, nil if
// those are not known. presses and err are what reading the answer gave, as from [puzzlefile.Record.Answer]. It fails if
// the puzzle cannot be replayed.
func Answer(p *board.Puzzle, fewest *int, presses []int, err error) (Grade, error) {
	g := Grade{Wrong: []int{}, Presses: []int{}, Impossible: errors.Is(err, puzzlefile.ErrImpossible)}
	if err != nil && !g.Impossible {
		if g.Error, g.Malformed = err.Error(), !errors.Is(err, puzzlefile.ErrNoSwitch); !g.Malformed {
			g.Fault = Illegal
		}
		return g, nil
	}
	replay, before := solve.Check(p, presses), solve.Replay{}
	if !replay.Solved || fewest != nil && *fewest == 0 {
		before = solve.Check(p, nil)
	}
	if err := cmp.Or(replay.Err, before.Err); err != nil {
		return g, err
	}
	g.Solved, g.PressCount, g.Wrong = replay.Solved && !g.Impossible, len(presses), replay.Wrong
	g.Presses = append(g.Presses, presses...)
	g.Reward = reward(before, fewest, g)
	if fewest == nil {
		return g, nil
	}
	if *fewest < 0 || *fewest == 0 && !before.Solved {
		g.Fault, g.Error = Refuted, fmt.Sprintf("min_presses is not %d: some light must change", *fewest)
		return g, nil
	}
	if !g.Solved {
		return g, nil
	}
	if needed := pressesLeft(p.Board, presses); needed < *fewest {
		g.Fault, g.Error = Refuted, fmt.Sprintf("min_presses is not %d: this answer needs only %d", *fewest, needed)
		return g, nil
	}
	minimum := len(presses) <= *fewest
	g.Minimum = &minimum
	return g, nil
}

// Unsolvable is the grade of an answer to a puzzle that has none, if the witness shows that.
func (g Grade) Unsolvable(p *board.Puzzle, witness []int) Grade {
	if !solve.CheckWitness(p, witness) {
		g.Fault, g.Error = Refuted, "no witness shows that the puzzle has no answer"
		return g
	}
	g.Minimum, g.Reward = nil, 0
	if g.Solved = g.Impossible; g.Solved {
		g.Reward, g.Wrong = 1, []int{}
	}
	return g
}

// reward is the formula of [Grade].Reward.
func reward(before solve.Replay, fewest *int, g Grade) float64 {
	switch {
	case g.Impossible:
		return 0
	case !g.Solved:
		return max(0, 1-float64(len(g.Wrong))/float64(max(1, len(before.Wrong)))) / 2
	case fewest == nil || *fewest < 0 || *fewest >= g.PressCount:
		return 1
	}
	return 0.5 + float64(*fewest)/float64(g.PressCount)/2
}

// pressesLeft is how many presses are left when those that undo each other are taken out.
func pressesLeft(b *board.Board, presses []int) int {
	times, left := make([]int, b.Switches()), 0
	for _, s := range presses {
		if left++; times[s]+1 < b.States() {
			times[s]++
			continue
		}
		left -= b.States()
		times[s] = 0
	}
	return left
}
