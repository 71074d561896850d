package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/solve"
)

// The flags of animate that go with images only, and with a puzzle only.
var (
	imagesOnly = []string{"width"}
	puzzleOnly = []string{"on", "goal", "seed", "input"}
)

// imageExtensions are those of files that picture.Load reads. A bitmap, .pbm, is a puzzle.
var imageExtensions = []string{".png", ".gif", ".jpg", ".jpeg"}

// takesPuzzle reports whether the arguments are a puzzle: none but a board, or one file that is no image.
func (c *animateCommand) takesPuzzle(args []string) bool {
	switch len(args) {
	case 0:
		return c.image.flags.Changed("board")
	case 1:
		file, _, _ := strings.Cut(args[0], "#")
		return !slices.Contains(imageExtensions, strings.ToLower(filepath.Ext(file)))
	}
	return false
}

// animatePuzzle shows how a puzzle is solved.
func (c *animateCommand) animatePuzzle(ctx context.Context, con *console, args []string) error {
	for _, name := range imagesOnly {
		if c.image.flags.Changed(name) {
			return usagef("--%s goes with images; a puzzle has its own board and lights", name)
		}
	}
	c.puzzle.board = c.image.board
	p, err := c.puzzle.one(ctx, con, args)
	switch {
	case err != nil:
		return err
	case p == nil:
		return usagef("%s: holds no puzzle", args[0])
	}
	con.concerns(p.Board, p.Origin)
	con.json = c.image.json && c.image.output != "-"
	plan, err := drawing.New(p.Board)
	if err != nil {
		return err
	}
	limited, cancel := withTimeout(ctx, c.image.timeout)
	defer cancel()
	bar := con.status(bestSoFar)
	res, err := solve.Solver{Progress: bar.show}.Minimum(limited, p)
	bar.clear()
	switch {
	case ctx.Err() != nil:
		return cause(ctx)
	case err != nil:
		return err
	}
	film := film(plan, p, res.Presses.Indices())
	if err := c.write(ctx, con, film.Frames, film.WriteGIF); err != nil {
		return err
	}
	r := animateJSON{Board: p.Board.Spec(), WrongProved: true, Clicks: res.PressCount(), ClicksProved: res.Minimum, Nullity: res.Nullity, Frames: film.Frames, stopped: res.Stopped}
	fewest := ", not proved to be the fewest"
	if r.ClicksProved {
		fewest = ", the fewest possible"
	}
	return c.report(con, r, fmt.Sprintf("%s, nullity %d: %s%s, %s", clipSpec(r.Board), r.Nullity, plural(r.Clicks, "press", "presses"), fewest, plural(r.Frames, "frame", "frames")))
}

// film draws the lights before each press, with a cross on the switch, and the end.
func film(plan *drawing.Plan, p *board.Puzzle, presses []int) paper.Film {
	n := min(maxFrames, max(1, len(presses)))
	state, done := p.On.Clone(), 0
	look := drawing.LookOf(p)
	scene := func(frame int) (*drawing.Scene, int) {
		upTo := len(presses) * frame / n
		if upTo < done { // back to the start
			state, done = p.On.Clone(), 0
		}
		for ; done < upTo; done++ {
			p.Board.Press(state, presses[done], 1)
		}
		next := len(presses) * min(frame+1, n) / n
		look.Title = fmt.Sprintf("press %d of %d", done+1, len(presses))
		if done == len(presses) {
			look.Title = "solved"
		}
		look.Lights, look.Answer = make([]int, state.Len()), make([]int, p.Board.Switches())
		for i, n := range state.All() {
			look.Lights[i] = n
		}
		for _, s := range presses[done:next] {
			look.Answer[s] ^= 1
		}
		hundredths := 50 // slow enough to follow
		if frame == 0 || frame == n {
			hundredths = 100
		}
		return plan.Scene(look), hundredths
	}
	first, _ := scene(0)
	return paper.Film{Frames: n + 1, Scene: scene, Pixels: min(usualCell, usualSide*drawing.Unit/max(first.Width, first.Height))}
}
