package main

import (
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

// nearestJSON is written after an answer: the lights that had to be changed for it. That it is solvable is about the
// puzzle as it was given.
type nearestJSON struct {
	Nearest []int `json:"nearest"` // the lights to change so that the puzzle has an answer
	nearJSON
}

// nearest changes the fewest lights that make the puzzle solvable, and answers it then.
func (c *solveCommand) nearest(ctx context.Context, s solve.Solver, out *solveOutput) error {
	fewest := c.yes("min")
	bar := out.con.Status(bestSoFar)
	s.Progress = bar.Show
	near, err := s.Nearest(ctx, out.puzzle, solve.NearestOptions{Fewest: fewest})
	bar.Clear()
	if err != nil {
		return err
	}
	solvable := near.Count == 0
	if limited := s.Forbid != nil || s.Require != nil || s.Symmetric != "" || !out.puzzle.Forbidden.IsZero(); limited &&
		!solvable {
		if solvable, err = solvableAtAll(ctx, out.puzzle); err != nil {
			return err
		}
	}
	res := near.Answer
	out.puzzle = res.Puzzle
	out.more = func(record *answerJSON) {
		record.near = &nearestJSON{near.Lights.Indices(), nearOf(near)}
		record.found.Solvable, record.found.Seconds = solvable, near.Elapsed.Seconds()
		if solvable && near.Count > 0 {
			record.found.Feasible = new(false)
		}
		if !near.Proved {
			record.found.Stopped = whyUnproved(near.Stopped)
		}
	}
	out.say("%s", nearestLine(out.puzzle.Board, near, solvable))
	if !near.Proved {
		out.remark = "not proved to be the fewest lights to change"
	}
	err = out.answer(res, c.yes("steps"), fewest)
	if err == nil && (!near.Proved || fewest && !res.Proved()) {
		return bestKnown
	}
	return err
}

// solvableAtAll reports whether a puzzle has an answer without any conditions.
func solvableAtAll(ctx context.Context, p *board.Puzzle) (bool, error) {
	free := *p
	free.Forbidden = gf2.Vec{}
	_, err := solve.Any(ctx, &free)
	if _, none := errors.AsType[*solve.UnsolvableError](err); none {
		return false, nil
	}
	return err == nil, err
}

// nearestLine says which lights were changed and how it is known that fewer do not help.
func nearestLine(b *board.Board, near *solve.NearestResult, solvable bool) string {
	now := "unsolvable as it is; with %s changed it is solvable: %s"
	switch {
	case near.Count == 0:
		return "solvable as it is"
	case solvable:
		now = "solvable, but not under the conditions; with %s changed it is: %s"
	}
	line := fmt.Sprintf(now, textboard.Count(near.Count, "light", "lights"), textboard.List(b, near.Lights.Indices()))
	if near.Proved {
		return line + "\nfewer do not help: " + near.Proof
	}
	return line + fmt.Sprintf("\nfewer than %d do not help; the search ended: %s", near.Lower, solve.Why(near.Stopped))
}
