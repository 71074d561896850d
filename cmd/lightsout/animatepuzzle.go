package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/internal/chase"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/solve"
)

// The flags of animate that go with images only, and with a puzzle only.
var (
	imagesOnly = []string{"width", "dither"}
	puzzleOnly = []string{"on", "goal", "seed", "input", "explain"}
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

// lesson is a puzzle that is being solved: its presses in order, in steps that have a name.
type lesson struct {
	puzzle  *board.Puzzle
	presses []int
	steps   []step // by their first press
	proved  bool   // no answer has fewer
	stopped error
	nullity int
}

type step struct {
	from int
	name string
}

// animatePuzzle shows how a puzzle is solved.
func (c *animateCommand) animatePuzzle(ctx context.Context, con *console, args []string) error {
	if err := c.validatePuzzle(); err != nil {
		return err
	}
	began := time.Now()
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
	l, err := c.solvePuzzle(ctx, con, p)
	if err != nil {
		return err
	}
	film, err := c.film(plan, l)
	if err != nil {
		return err
	}
	if err := c.write(ctx, con, film.Frames, film.WriteGIF); err != nil {
		return err
	}
	return c.reportPuzzle(con, l, film.Frames, time.Since(began).Seconds())
}

func (c *animateCommand) validatePuzzle() error {
	for _, name := range imagesOnly {
		if c.image.flags.Changed(name) {
			return usagef("--%s goes with images; a puzzle has its own board and lights", name)
		}
	}
	if !c.image.flags.Changed("fps") {
		c.fps = 2 // slow enough to follow
	}
	return nil
}

// solvePuzzle finds the presses to show.
func (c *animateCommand) solvePuzzle(ctx context.Context, con *console, p *board.Puzzle) (*lesson, error) {
	limited, cancel := withTimeout(ctx, c.image.timeout)
	defer cancel()
	if c.explain {
		return c.chase(limited, p)
	}
	bar := con.status(bestSoFar)
	defer bar.clear()
	res, err := solve.Solver{Progress: bar.show}.Minimum(limited, p)
	if ctx.Err() != nil {
		return nil, cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &lesson{puzzle: p, presses: res.Presses.Indices(), steps: []step{{0, "press"}}, proved: res.Minimum, stopped: res.Stopped, nullity: res.Nullity}, nil
}

// chase solves the puzzle by light chasing.
func (c *animateCommand) chase(ctx context.Context, p *board.Puzzle) (*lesson, error) {
	taught, err := chase.Explain(p)
	if err != nil {
		return nil, fmt.Errorf("--explain: %w", err)
	}
	if !taught.Solvable {
		_, err := solve.Any(ctx, p) // an UnsolvableError with its witness
		if err == nil {
			err = errors.New("light chasing finds no answer")
		}
		return nil, err
	}
	l := &lesson{puzzle: p}
	for _, s := range []struct {
		name    string
		presses []int
	}{{"chase", taught.Down}, {"table", taught.Press}, {"chase again", taught.Again}} {
		if len(s.presses) > 0 {
			l.steps = append(l.steps, step{len(l.presses), s.name})
			l.presses = append(l.presses, s.presses...)
		}
	}
	if l.nullity, err = solve.Nullity(ctx, p.Board); err != nil {
		return nil, err
	}
	return l, nil
}

// title says which press a frame is before.
func (l *lesson) title(done int) string {
	if done == len(l.presses) {
		return "solved"
	}
	now := l.steps[0]
	for _, s := range l.steps {
		if s.from <= done {
			now = s
		}
	}
	return fmt.Sprintf("%s: %d of %d", now.name, done+1, len(l.presses))
}

// film draws the lights before each press, with a cross on the switch, and the end.
func (c *animateCommand) film(plan *drawing.Plan, l *lesson) (paper.Film, error) {
	n := min(c.frames, max(1, len(l.presses)))
	state, done := l.puzzle.On.Clone(), 0
	look := drawing.LookOf(l.puzzle)
	scene := func(frame int) (*drawing.Scene, int) {
		upTo := len(l.presses) * frame / n
		if upTo < done { // back to the start
			state, done = l.puzzle.On.Clone(), 0
		}
		for ; done < upTo; done++ {
			l.puzzle.Board.Press(state, l.presses[done], 1)
		}
		next := len(l.presses) * min(frame+1, n) / n
		look.Title, look.Lights, look.Answer = l.title(done), make([]int, state.Len()), make([]int, l.puzzle.Board.Switches())
		for i, n := range state.All() {
			look.Lights[i] = n
		}
		for _, s := range l.presses[done:next] {
			look.Answer[s] ^= 1
		}
		hundredths := max(2, int(math.Round(100/c.fps)))
		if frame == 0 || frame == n {
			hundredths = max(hundredths, 100) // the first picture and the last stay for a second
		}
		return plan.Scene(look), hundredths
	}
	first, _ := scene(0)
	pixels := float64(c.image.scale)
	if pixels == 0 {
		pixels = min(usualCell, 512*drawing.Unit/max(first.Width, first.Height))
	}
	if width, height := paper.Size(first, pixels); width < 1 || height < 1 || width > paper.MaxPixels/height {
		return paper.Film{}, usagef("--scale %v: frames of %d×%d pixels are out of range", pixels, width, height)
	}
	return paper.Film{Frames: n + 1, Scene: scene, Pixels: pixels}, nil
}

func (c *animateCommand) reportPuzzle(con *console, l *lesson, frames int, seconds float64) error {
	w := con.reports(c.image.output)
	stopped := ""
	if !l.proved && !c.explain {
		stopped = whyUnproved(l.stopped)
	}
	if c.image.json {
		err := writeJSON(w, animateJSON{
			Board: l.puzzle.Board.Spec(), WrongProved: true, Clicks: len(l.presses), ClicksProved: l.proved,
			Nullity: l.nullity, Stopped: stopped, Seconds: seconds, Frames: frames,
		})
		if err != nil {
			return err
		}
	} else {
		how := ""
		switch {
		case c.explain:
			how = " by light chasing"
		case l.proved:
			how = ", the fewest possible"
		}
		fmt.Fprintf(w, "%s, nullity %d: %s%s, %s\n", clipSpec(l.puzzle.Board.Spec()), l.nullity, plural(len(l.presses), "press", "presses"), how, plural(frames, "frame", "frames"))
		if stopped != "" {
			fmt.Fprintf(w, "not proved: that these presses are the fewest; %s\n", stopped)
		}
	}
	if stopped != "" {
		return reported(exitGaveUp)
	}
	return nil
}
