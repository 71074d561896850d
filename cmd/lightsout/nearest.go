package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/solve"
)

// nearestJSON is an answer together with the lights that had to be changed for it; solvable is about
// the puzzle as it was given.
type nearestJSON struct {
	answerJSON
	Nearest       []int  `json:"nearest"`
	NearestCount  int    `json:"nearest_count"`
	NearestLower  int    `json:"nearest_lower"`
	NearestProved bool   `json:"nearest_proved"`
	NearestProof  string `json:"nearest_proof,omitempty"`
}

// nearest changes the fewest lights that make the puzzle solvable, and answers it then.
func (c *solveCommand) nearest(ctx context.Context, s solve.Solver, out *solveOutput) error {
	lights, err := errorLights(out.puzzle.Board, c.errors)
	if err != nil {
		return err
	}
	bar := out.con.status(bestSoFar)
	s.Progress = bar.show
	near, err := s.Nearest(ctx, out.puzzle, solve.NearestOptions{Fewest: c.min, Errors: lights})
	bar.clear()
	if err != nil {
		return err
	}
	res := near.Answer
	out.puzzle = res.Puzzle
	switch out.format {
	case "json":
		answer, err := out.json(res)
		if err != nil {
			return err
		}
		object := nearestJSON{
			answerJSON: answer, Nearest: near.Lights.Indices(), NearestCount: near.Count,
			NearestLower: near.Lower, NearestProved: near.Proved, NearestProof: near.Proof,
		}
		object.Solvable, object.Seconds = near.Count == 0, near.Elapsed.Seconds()
		if !near.Proved {
			object.Stopped = whyUnproved(near.Stopped)
		}
		if c.steps {
			object.Steps = out.stepList(res)
		}
		if err := writeJSON(out.con.out, object); err != nil {
			return err
		}
	case "text":
		fmt.Fprintln(out.con.out, nearestLine(near))
		err = out.answer(res, c.steps, c.min)
	default:
		if near.Count > 0 {
			fmt.Fprintf(out.con.err, "lightsout: %s\n", nearestLine(near))
		}
		err = out.answer(res, c.steps, c.min)
	}
	if err == nil && (!near.Proved || c.min && !res.Minimum) {
		return reported(exitGaveUp)
	}
	return err
}

// checkErrors refuses --errors where it says nothing.
func checkErrors(flags *pflag.FlagSet, nearest bool) error {
	switch errors := flags.Lookup("errors"); {
	case errors.Changed && !nearest:
		return usagef("--errors goes with --nearest")
	case errors.Changed && errors.Value.String() == "":
		return usagef("--errors: name the lights that may be wrong, as row:K or a LIST")
	}
	return nil
}

// errorLights reads --errors: the lights that may be wrong, row:K or a LIST; nil is all.
func errorLights(b *board.Board, text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	number, isRow := strings.CutPrefix(text, "row:")
	if !isRow {
		list, err := b.ParseLights(text)
		if err != nil {
			return nil, usagef("--errors: %v", err)
		}
		slices.Sort(list)
		return slices.Compact(list), nil
	}
	layout := b.Layout()
	if layout == nil {
		return nil, usagef("--errors: %s has no rows; write a LIST of lights", clipSpec(b.Spec()))
	}
	rows, cols := layout.Size()
	row, err := strconv.Atoi(number)
	if err != nil || row < 1 || row > rows {
		return nil, usagef("--errors: %q is not a row of %s, which has rows 1 to %d", text, clipSpec(b.Spec()), rows)
	}
	list := []int{}
	for col := range cols {
		if cell := layout.Cell(row-1, col); cell >= 0 {
			list = append(list, cell)
		}
	}
	return list, nil
}

// nearestLine says which lights were changed and how it is known that fewer do not help.
func nearestLine(near *solve.NearestResult) string {
	if near.Count == 0 {
		return "solvable as it is"
	}
	line := fmt.Sprintf("unsolvable as it is; with %s changed it is solvable: %s", plural(near.Count, "light", "lights"), commaList(near.Lights.Indices()))
	if near.Proved {
		return line + "\nfewer do not help: " + near.Proof
	}
	return line + fmt.Sprintf("\nfewer than %d do not help; the search ended: %s", near.Lower, why(near.Stopped))
}
