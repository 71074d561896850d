package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/picture"
	"lightsout/solve"
)

var animateVerb = verb{
	name: "animate", args: "A B [C…] | PUZZLE", summary: "turn one picture into another by clicks, or solve a puzzle, as a GIF",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &animateCommand{}
		c.image.declare(flags, "write the animation to `FILE`, a GIF")
		c.puzzle.flags = flags
		flags.StringVar(&c.puzzle.on, "on", "all", "puzzle: `LIGHTS` on at the start, as for solve")
		flags.StringVar(&c.puzzle.goal, "goal", "none", "puzzle: `LIGHTS` on in the end")
		flags.Uint64Var(&c.puzzle.seed, "seed", 1, "puzzle: `SEED` of random")
		c.puzzle.declareInput(flags)
		declareMemory(flags)
		return c.run
	},
}

// maxFrames is the most frames from a picture to the next, or of a puzzle.
const maxFrames = 100

type animateCommand struct {
	image  imageFlags
	puzzle puzzleFlags
}

func (c *animateCommand) validate(args []string) error {
	switch {
	case len(args) < 2 && !c.takesPuzzle(args):
		return usagef("animate takes two images or more, not %d; or one puzzle, a file or --board", len(args))
	case c.image.output == "":
		return usagef("animate needs -o FILE.gif")
	}
	if _, err := nameFormat(c.image.flags, "", "gif", c.image.output, []string{"gif"}); err != nil {
		return err
	}
	return c.image.validate()
}

// animateJSON is the report as JSON, with totals over all pictures and scenes.
type animateJSON struct {
	Board        string  `json:"board"`
	Wrong        int     `json:"wrong"`         // how many pixels differ from the image
	WrongProved  bool    `json:"wrong_proved"`  // proved: no reachable picture has fewer
	Clicks       int     `json:"clicks"`        // how many clicks lead there
	ClicksProved bool    `json:"clicks_proved"` // proved: no fewer do
	Nullity      int     `json:"nullity"`
	Stopped      string  `json:"stopped,omitempty"`
	Seconds      float64 `json:"seconds"`
	Pictures     int     `json:"pictures"`   // how many pictures
	Frames       int     `json:"frames"`     // how many frames
	FadeError    float64 `json:"fade_error"` // mean distance of the frames from a cross-fade, 0 to 1

	stopped error // why a proof is missing
}

func (c *animateCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.validate(args); err != nil {
		return err
	}
	if c.takesPuzzle(args) {
		return c.animatePuzzle(ctx, con, args)
	}
	for _, name := range puzzleOnly {
		if c.image.flags.Changed(name) {
			return usagef("--%s goes with a puzzle, not with images", name)
		}
	}
	con.json = c.image.json && c.image.output != "-"
	pictures, r, err := c.pictures(ctx, con, args)
	if err != nil {
		return err
	}
	b := pictures[0].Board
	film := &picture.Film{Board: b, Start: pictures[0].Picture, Frames: maxFrames, FPS: 25, Scale: pixels(b)}
	for i := 1; i < len(pictures); i++ {
		way, res, err := c.way(ctx, b, pictures[i-1].Picture, pictures[i].Picture)
		if err != nil {
			return err
		}
		scene, err := way.Order()
		if err != nil {
			return err
		}
		film.Scenes = append(film.Scenes, scene)
		r.FadeError += way.FadeError(scene) / float64(len(pictures)-1)
		r.Clicks += len(scene)
		r.ClicksProved = r.ClicksProved && res.Minimum
		r.stopped = cmp.Or(r.stopped, res.Stopped)
	}
	r.Frames = film.Count()
	if err := c.write(ctx, con, r.Frames, film.WriteGIF); err != nil {
		return err
	}
	return c.report(con, r, fmt.Sprintf("%s, nullity %d: %s, %s\n%s%s\n%s%s, on average %.1f %% from a cross-fade",
		clipSpec(r.Board), r.Nullity, plural(r.Pictures, "picture", "pictures"), plural(r.Frames, "frame", "frames"),
		plural(r.Wrong, "wrong pixel", "wrong pixels"), provedWords(r.WrongProved), plural(r.Clicks, "click", "clicks"), provedWords(r.ClicksProved), 100*r.FadeError))
}

// pictures finds the reachable pictures, all from the same start, so that each can be reached from any
// other.
func (c *animateCommand) pictures(ctx context.Context, con *console, args []string) (list []*picture.Reached, sum animateJSON, err error) {
	sum = animateJSON{WrongProved: true, ClicksProved: true, Pictures: len(args)}
	var b *board.Board
	for _, file := range args {
		g, err := c.image.load(con, file)
		if err == nil && b == nil {
			if b, err = c.image.boardFor(ctx, g); err == nil {
				con.concerns(b, "")
				sum.Board = b.Spec()
			}
		}
		if err != nil {
			return nil, sum, err
		}
		r, err := c.image.reach(ctx, con, b, g, true) // only the clicks between pictures are minimised
		if err == nil && ctx.Err() != nil {
			err = cause(ctx) // a film of half of the pictures helps nobody
		}
		if err != nil {
			return nil, sum, err
		}
		list = append(list, r)
		sum.Wrong += r.Wrong.Weight()
		sum.WrongProved = sum.WrongProved && r.WrongProved
		if !r.WrongProved {
			sum.stopped = cmp.Or(sum.stopped, r.Stopped)
		}
		sum.Nullity = r.Nullity
	}
	return list, sum, nil
}

// way is the clicks from one picture to another.
func (c *animateCommand) way(ctx context.Context, b *board.Board, from, to gf2.Vec) (picture.Way, *solve.Result, error) {
	limited, cancel := withTimeout(ctx, c.image.timeout)
	defer cancel()
	res, err := solve.Minimum(limited, &board.Puzzle{Board: b, On: board.Bits(from), Goal: board.Bits(to)})
	if ctx.Err() != nil {
		return picture.Way{}, nil, cause(ctx)
	}
	if err != nil {
		return picture.Way{}, nil, err
	}
	return picture.Way{Board: b, From: from, To: to, Clicks: res.Presses.Bits()}, res, nil
}

// write writes the GIF of that many frames, and shows how far it is.
func (c *animateCommand) write(ctx context.Context, con *console, frames int, gif func(w io.Writer, step func() error) error) error {
	bar := con.workBar("frames")
	defer bar.clear()
	done := 0
	step := func() error {
		done++
		bar.show("animate", done, frames)
		return ctx.Err()
	}
	w, err := c.image.create(con)
	if err == nil {
		err = gif(w, step)
	}
	if ctx.Err() != nil {
		return cause(ctx)
	}
	return err
}

// report prints what the film shows. A missing proof is exit code 3.
func (c *animateCommand) report(con *console, r animateJSON, words string) (err error) {
	w := con.reports(c.image.output)
	r.Seconds = time.Since(con.began).Seconds()
	if !r.WrongProved || !r.ClicksProved {
		r.Stopped = whyUnproved(r.stopped)
	}
	if c.image.json {
		err = writeJSON(w, r)
	} else {
		fmt.Fprintln(w, words)
		if r.Stopped != "" {
			fmt.Fprintf(w, "the proof is missing because %s\n", r.Stopped)
		}
	}
	if err == nil && r.Stopped != "" {
		return reported(exitGaveUp)
	}
	return err
}

func provedWords(proved bool) string {
	if proved {
		return ", proved fewest"
	}
	return ", not proved fewest"
}
