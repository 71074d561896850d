package main

import (
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/solve"
)

// wrongLights is how many variables of a model follow those of the switches, because lights may be wrong.
// What they say is not used: the replay finds the wrong lights itself.
func (c *checkCommand) wrongLights(b *board.Board) int {
	if !c.nearest {
		return 0
	}
	if lights, err := errorLights(b, c.errors); err == nil && lights != nil {
		return len(lights)
	}
	return b.Lights()
}

// near judges presses that leave lights wrong: no others may leave fewer, and only --errors may be wrong.
func (c *checkCommand) near(ctx context.Context, con *console, p *board.Puzzle, presses []int, v solve.Replay) (reported, error) {
	lights, err := errorLights(p.Board, c.errors)
	if err != nil {
		return exitDone, err
	}
	var s solve.Solver
	if err := c.constraints.apply(&s, p.Board); err != nil {
		return exitDone, err
	}
	best, err := s.Nearest(ctx, p, solve.NearestOptions{Errors: lights})
	if unsolvable, ok := errors.AsType[*solve.UnsolvableError](err); ok {
		if c.format.format == "json" {
			return exitNo, writeJSON(con.out, c.replayJSON(p, presses, v))
		}
		c.text(con, p, presses, v)
		fmt.Fprintln(con.out, unsolvable)
		return exitNo, nil
	}
	if err != nil {
		return exitDone, err
	}
	outcome, words := verdict(v, best, lights)
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
func verdict(v solve.Replay, best *solve.NearestResult, lights []int) (reported, string) {
	wrong := len(v.Wrong)
	barred := 0
	if lights != nil {
		may := map[int]bool{}
		for _, l := range lights {
			may[l] = true
		}
		for _, l := range v.Wrong {
			if !may[l] {
				barred++
			}
		}
	}
	switch {
	case len(v.Forbidden)+len(v.Missing) > 0:
		return exitNo, "not an answer: it does not keep to the forbidden and required switches"
	case barred > 0:
		return exitNo, fmt.Sprintf("not an answer: %s not among those that may be wrong", plural(barred, "of the wrong lights is", "of the wrong lights are"))
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
func (c *checkCommand) unknown(ctx context.Context, con *console, p *board.Puzzle) (reported, error) {
	in, name, closeFile, err := con.open(c.model)
	if err != nil {
		return exitDone, err
	}
	defer closeFile()
	on, presses, err := export.ReadLights(in, name, p.Board)
	if err != nil {
		return exitDone, noModel(err)
	}
	p.On = board.Bits(on)
	if presses.Len() < p.Board.Switches() {
		res, err := solve.Solver{}.Any(ctx, p)
		if unsolvable, ok := errors.AsType[*solve.UnsolvableError](err); ok {
			fmt.Fprintf(con.out, "%s\n%s\n", unsolvable, lightsOn(on))
			return exitNo, nil
		}
		if err != nil {
			return exitDone, err
		}
		presses = res.Presses.Bits()
	}
	list := presses.Indices()
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
		lit := on.Indices()
		record.On = &lit
		return outcome, writeJSON(con.out, record)
	}
	c.text(con, p, list, v)
	fmt.Fprintln(con.out, lightsOn(on))
	return outcome, nil
}

func lightsOn(on gf2.Vec) string {
	if on.IsZero() {
		return "lights on: none"
	}
	return "lights on: " + commaList(on.Indices())
}
