package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/picture"
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

type animateCommand struct {
	image  imageFlags
	puzzle puzzleFlags
}

// animateJSON is the report as JSON, with totals over all pictures.
type animateJSON struct {
	Board        string  `json:"board"`
	Wrong        int     `json:"wrong"`         // how many pixels differ from the image
	WrongProved  bool    `json:"wrong_proved"`  // proved: no reachable picture has fewer
	Clicks       int     `json:"clicks"`        // how many clicks lead there
	ClicksProved bool    `json:"clicks_proved"` // proved: fewer clicks do not
	Nullity      int     `json:"nullity"`
	Stopped      string  `json:"stopped,omitempty"`
	Seconds      float64 `json:"seconds"`
	Pictures     int     `json:"pictures"` // how many pictures
	Frames       int     `json:"frames"`   // how many frames

	stopped error // why a proof is missing
}

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

func (c *animateCommand) run(ctx context.Context, con *console, args []string) error {
	takesPuzzle := c.takesPuzzle(args)
	switch {
	case len(args) < 2 && !takesPuzzle:
		return usagef("animate takes two images or more, not %d; or one puzzle, a file or --board", len(args))
	case c.image.output == "":
		return usagef("animate needs -o FILE.gif")
	case takesPuzzle && c.image.flags.Changed("width"):
		return usagef("--width goes with images; a puzzle has its own board and lights")
	}
	if _, err := nameFormat(c.image.flags, "", "gif", c.image.output, []string{"gif"}); err != nil {
		return err
	}
	if err := c.image.validate(); err != nil {
		return err
	}
	con.json = c.image.json && c.image.output != "-"
	if takesPuzzle {
		return c.animatePuzzle(ctx, con, args)
	}
	for _, name := range []string{"on", "goal", "seed", "input"} {
		if c.image.flags.Changed(name) {
			return usagef("--%s goes with a puzzle, not with images", name)
		}
	}
	return c.animatePictures(ctx, con, args)
}

// animatePictures shows how clicks turn one picture into the next.
func (c *animateCommand) animatePictures(ctx context.Context, con *console, args []string) error {
	pictures, r, err := c.pictures(ctx, con, args)
	if err != nil {
		return err
	}
	b := pictures[0].Board
	film := &picture.Film{Board: b, Start: pictures[0].Picture, Scale: pixels(b)}
	for i := 1; i < len(pictures); i++ {
		p := &board.Puzzle{Board: b, On: board.Bits(pictures[i-1].Picture), Goal: board.Bits(pictures[i].Picture)}
		res, err := con.fewest(ctx, p, c.image.timeout)
		if err != nil {
			return err
		}
		film.Clicks = append(film.Clicks, res.Presses.Bits())
		r.Clicks += res.PressCount()
		r.ClicksProved = r.ClicksProved && res.Minimum
		r.stopped = cmp.Or(r.stopped, res.Stopped)
	}
	r.Frames = film.Count()
	if err := c.write(ctx, con, r.Frames, film.Frames()); err != nil {
		return err
	}
	return c.report(con, r, fmt.Sprintf("%s, nullity %d: %s, %s\n%s%s\n%s%s",
		clipSpec(r.Board), r.Nullity, plural(r.Pictures, "picture", "pictures"), plural(r.Frames, "frame", "frames"),
		plural(r.Wrong, "wrong pixel", "wrong pixels"), fewestWords(r.WrongProved), plural(r.Clicks, "click", "clicks"), fewestWords(r.ClicksProved)))
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

// animatePuzzle shows how a puzzle is solved.
func (c *animateCommand) animatePuzzle(ctx context.Context, con *console, args []string) error {
	c.puzzle.board = c.image.board
	p, err := c.puzzle.one(ctx, con, args)
	switch {
	case err != nil:
		return err
	case p == nil:
		return usagef("%s: holds no puzzle", args[0])
	}
	con.concerns(p.Board, p.Origin)
	plan, err := drawing.New(p.Board)
	if err != nil {
		return err
	}
	res, err := con.fewest(ctx, p, c.image.timeout)
	if err != nil {
		return err
	}
	frames, film := pressFilm(plan, p, res.Presses.Indices())
	if err := c.write(ctx, con, frames, film); err != nil {
		return err
	}
	r := animateJSON{Board: p.Board.Spec(), WrongProved: true, Clicks: res.PressCount(), ClicksProved: res.Minimum, Nullity: res.Nullity, Frames: frames, stopped: res.Stopped}
	return c.report(con, r, fmt.Sprintf("%s, nullity %d: %s%s, %s", clipSpec(r.Board), r.Nullity, plural(r.Clicks, "press", "presses"), fewestWords(r.ClicksProved), plural(r.Frames, "frame", "frames")))
}

// maxShown is the most frames of a puzzle, beside the last.
const maxShown = 100

// pressFilm draws the lights before each press, with a cross on the switch, and the end.
func pressFilm(plan *drawing.Plan, p *board.Puzzle, presses []int) (frames int, film iter.Seq2[picture.Frame, error]) {
	n := min(maxShown, max(1, len(presses)))
	images := func(yield func(*image.RGBA, error) bool) {
		state, look := p.On.Clone(), drawing.LookOf(p)
		for frame := range n + 1 {
			done, next := len(presses)*frame/n, len(presses)*min(frame+1, n)/n
			look.Title = fmt.Sprintf("press %d of %d", done+1, len(presses))
			if done == len(presses) {
				look.Title = "solved"
			}
			look.Lights, look.Answer = drawing.Numbers(state), make([]int, p.Board.Switches())
			for _, s := range presses[done:next] {
				look.Answer[s] ^= 1
				p.Board.Press(state, s, 1)
			}
			scene := plan.Scene(look)
			if !yield(paper.Image(scene, min(usualCell, usualSide*drawing.Unit/max(scene.Width, scene.Height)))) {
				return
			}
		}
	}
	return n + 1, func(yield func(picture.Frame, error) bool) {
		inks := paper.NewInks(func(yield func(*image.RGBA) bool) { // of the first frames, whose colours are those of all
			looks := 6
			for img, err := range images {
				if looks--; err != nil || looks < 0 || !yield(img) {
					return
				}
			}
		})
		frame := 0
		for img, err := range images {
			hundredths := 50 // slow enough to follow
			if frame == 0 || frame == n {
				hundredths = 100
			}
			frame++
			shown := picture.Frame{Hundredths: hundredths}
			if err == nil {
				shown.Paletted = inks.Paint(img)
			}
			if !yield(shown, err) {
				return
			}
		}
	}
}

// write writes the GIF of that many frames, and shows how far it is.
func (c *animateCommand) write(ctx context.Context, con *console, frames int, film iter.Seq2[picture.Frame, error]) error {
	w, err := c.image.create(con)
	if err != nil {
		return err
	}
	bar := con.workBar("frames")
	defer bar.clear()
	return picture.WriteGIF(w, func(yield func(picture.Frame, error) bool) {
		done := 0
		for frame, err := range film {
			done++
			bar.show("animate", done, frames)
			if ctx.Err() != nil {
				err = cause(ctx)
			}
			if !yield(frame, err) {
				return
			}
		}
	})
}

// report prints what the film shows.
func (c *animateCommand) report(con *console, r animateJSON, words string) error {
	r.Seconds = time.Since(con.began).Seconds()
	if !r.WrongProved || !r.ClicksProved {
		r.Stopped = whyUnproved(r.stopped)
	}
	return c.image.report(con, r, words, r.Stopped)
}
