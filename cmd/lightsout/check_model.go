package main

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/export"
	"lightsout/solve"
)

// near judges presses that leave lights wrong: no others may leave fewer.
func (c *checkCommand) near(ctx context.Context, con *console, p *board.Puzzle, presses []int, v solve.Replay) (reported, error) {
	var s solve.Solver
	if err := c.constraints.apply(&s, p.Board); err != nil {
		return exitDone, err
	}
	best, err := s.Nearest(ctx, p, solve.NearestOptions{})
	if err != nil {
		return exitDone, err
	}
	outcome, words := verdict(v, best)
	if c.format.format == "json" {
		record := c.replayJSON(p, presses, v)
		record.NearestCount, record.NearestLower, record.NearestProved = &best.Count, &best.Lower, &best.Proved
		record.NearestProof = best.Proof
		return outcome, writeJSON(con.out, record)
	}
	c.text(con, p, presses, v)
	fmt.Fprintln(con.out, words)
	return outcome, nil
}

// verdict compares what presses leave wrong with the best that is known.
func verdict(v solve.Replay, best *solve.NearestResult) (reported, string) {
	wrong := len(v.Wrong)
	switch {
	case len(v.Forbidden)+len(v.Missing) > 0:
		return exitNo, "not an answer: it does not keep to the forbidden and required switches"
	case wrong > best.Count:
		return exitNo, fmt.Sprintf("not the nearest: %s would do", plural(best.Count, "wrong light", "wrong lights"))
	case wrong == best.Lower && wrong == 0:
		return exitDone, "nothing is wrong"
	case wrong == best.Lower && best.Proved:
		return exitDone, "fewer wrong lights are impossible: " + best.Proof
	case wrong == best.Lower:
		return exitDone, "fewer wrong lights are impossible"
	}
	return exitGaveUp, fmt.Sprintf("not proved to be the nearest: at least %s wrong (%s)", plural(best.Lower, "light is", "lights are"), why(best.Stopped))
}

// unknown judges a model whose lights were unknown: is it a puzzle that can be solved, and do its presses
// solve it?
func (c *checkCommand) unknown(con *console, p *board.Puzzle) (reported, error) {
	in, name, closeFile, err := con.open(c.model)
	if err != nil {
		return exitDone, err
	}
	defer closeFile()
	model, err := export.ReadModel(in, name, p.Board, export.Options{Unknown: true})
	if err != nil {
		return exitDone, noModel(err)
	}
	p.On = model.Lights
	list := model.Presses.Indices()
	var s solve.Solver
	if err := c.constraints.apply(&s, p.Board); err != nil {
		return exitDone, err
	}
	v := s.Check(p, list)
	outcome := reported(exitDone)
	if !v.Solved {
		outcome = exitNo
	}
	if c.format.format == "json" {
		record := c.replayJSON(p, list, v)
		lit := p.On.Indices()
		record.On = &lit
		return outcome, writeJSON(con.out, record)
	}
	c.text(con, p, list, v)
	fmt.Fprintln(con.out, lightsOn(p))
	return outcome, nil
}

func lightsOn(p *board.Puzzle) string {
	if p.On.IsZero() {
		return "lights on: none"
	}
	return "lights on: " + labelList(p.Board, p.On.Indices())
}
