package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
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

// explain shows how a person solves a board: by light chasing or, on small boards that cannot be chased, by
// elimination.
func (c *solveCommand) explain(_ context.Context, _ solve.Solver, out *solveOutput) error {
	fewest, who := c.yes("min"), "every press"
	lesson, err := chase.Explain(out.puzzle, fewest)
	if err == nil {
		out.headline("")
		return out.unlessRefuted(who, lesson.Write(out.con.Out, out.puzzle, out.presses, fewest))
	}
	steps, tooLarge := chase.Eliminate(out.puzzle)
	if tooLarge != nil {
		if _, same := errors.AsType[*board.TooLargeError](err); !same {
			err = fmt.Errorf("%w, and %w", err, tooLarge)
		}
		return fmt.Errorf("%w; instead, solve --min finds the fewest presses, and --steps shows an answer press by "+
			"press", err)
	}
	out.headline("")
	if forbidden := out.puzzle.Forbidden; forbidden.Len() > 0 && !forbidden.IsZero() {
		who = "every allowed press"
	}
	return out.unlessRefuted(who, steps.Write(out.con.Out, out.puzzle, out.presses))
}

// unlessRefuted writes the witness of an explanation that ends with one.
func (o *solveOutput) unlessRefuted(who string, witness gf2.Vec) error {
	if witness.Len() == 0 {
		return nil
	}
	lights, changes := board.Bits(witness), witness.Overlap(o.puzzle.Change().Bits())
	o.refutation("unsolvable: "+witnessWords(o.puzzle.Board, lights, who, witness.Weight(), changes), lights)
	return reported(exitNo)
}

// planJSON is the record of --explain-plan.
type planJSON struct {
	Board string         `json:"board"`
	Plan  []planStepJSON `json:"plan"` // the methods, in the order in which they are tried
}

type planStepJSON struct {
	Method string   `json:"method"`          // see help engines
	Part   int      `json:"part,omitempty"`  // of the answers, if they fall into several
	Steps  *float64 `json:"steps,omitempty"` // of about a nanosecond, if they are known
	Taken  bool     `json:"taken"`           // it is expected to end the search
	Not    string   `json:"not,omitempty"`   // why it is not tried
}

// explainPlan prints how the fewest presses would be found, and does not find them.
func (c *solveCommand) explainPlan(ctx context.Context, s solve.Solver, out *solveOutput) error {
	steps, err := s.Plan(ctx, out.puzzle)
	if err != nil {
		return err
	}
	record := planJSON{Board: out.puzzle.Board.Spec(), Plan: []planStepJSON{}}
	for _, step := range steps {
		line := planStepJSON{Method: step.Method, Part: step.Part, Taken: step.Taken, Not: step.Not}
		if !math.IsNaN(step.Steps) {
			line.Steps = &step.Steps
		}
		record.Plan = append(record.Plan, line)
	}
	return out.con.tell(record, func() {
		w := out.con.Out
		fmt.Fprintf(w, "the plan for the fewest presses on %s, in the order in which it is tried:\n\n", record.Board)
		fmt.Fprintf(w, "  %-20s%12s  %s\n", "method", "steps", "")
		for _, step := range steps {
			name := step.Method
			if step.Part > 0 {
				name = fmt.Sprintf("%s, part %d", name, step.Part)
			}
			fmt.Fprintf(w, "  %-20s%12s  %s\n", name, stepsText(step), planWords(step))
		}
		fmt.Fprintln(w, "\nA step takes about a nanosecond. help engines says what the methods do.")
	})
}

func stepsText(step solve.PlanStep) string {
	switch {
	case math.IsNaN(step.Steps):
		return "?"
	case step.Steps == 0 && step.Not != "":
		return "-"
	case step.Steps < 1e6:
		return fmt.Sprintf("%.0f", step.Steps)
	}
	return fmt.Sprintf("%.1e", step.Steps)
}

func planWords(step solve.PlanStep) string {
	switch {
	case step.Taken:
		return "taken"
	case step.Not != "":
		return "no: " + step.Not
	}
	return "tried before: it may end the search"
}
