package main

import (
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
	"lightsout/solve"
)

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
