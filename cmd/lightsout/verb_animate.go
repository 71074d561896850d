package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/picture"
)

var animateVerb = verb{
	name: "animate", args: "A B [C…] | PUZZLE", count: count{0, anyNumber},
	summary:   "turn one picture into another by clicks, or solve a puzzle, as a GIF",
	takes:     "output width board timeout format json on goal seed input max-memory",
	about:     map[string]string{"board": "the board, see lightsout help boards (default for images: a grid)"},
	usual:     map[string]string{"timeout": "20s"},
	choices:   map[string]func() []string{"format": textOrJSON, "input": puzzleKinds},
	limits:    "the proofs about each picture",
	questions: []question{{about: "an animation", kind: manyRecords}}, run: runAnimate,
}

type animateCommand struct{ images }

// animateJSON is the report as JSON, with totals over all pictures.
type animateJSON struct {
	shownJSON
	Pictures int `json:"pictures"` // how many pictures
	Frames   int `json:"frames"`   // how many frames
}

// imageExtensions are those of files that picture.Load reads. A bitmap, .pbm, is a puzzle.
var imageExtensions = []string{".png", ".gif", ".jpg", ".jpeg"}

// takesPuzzle reports whether the arguments are a puzzle: none but a board, or one file that is no image.
func (c *animateCommand) takesPuzzle(args []string) bool {
	switch len(args) {
	case 0:
		return c.given("board")
	case 1:
		file, _, _ := strings.Cut(args[0], "#")
		return !slices.Contains(imageExtensions, strings.ToLower(filepath.Ext(file)))
	}
	return false
}

func runAnimate(ctx context.Context, k *call) error {
	c := &animateCommand{images{call: k}}
	takesPuzzle := c.takesPuzzle(k.args)
	switch {
	case len(k.args) < 2 && !takesPuzzle:
		return usagef("animate takes two images or more, not %d; or one puzzle, a file or --board", len(k.args))
	case k.text("output") == "":
		return usagef("animate needs -o FILE.gif")
	case takesPuzzle && k.given("width"):
		return usagef("--width goes with images; a puzzle has its own board and lights")
	}
	if err := c.open("gif"); err != nil {
		return err
	}
	if takesPuzzle {
		return c.animatePuzzle(ctx)
	}
	for _, name := range []string{"on", "goal", "seed", "input"} {
		if k.given(name) {
			return usagef("--%s goes with a puzzle, not with images", name)
		}
	}
	return c.animatePictures(ctx)
}

// animatePictures shows how clicks turn one picture into the next. All are reached from the same start, so that each
// can be reached from any other.
func (c *animateCommand) animatePictures(ctx context.Context) error {
	r := animateJSON{shownJSON: shownJSON{WrongProved: true, ClicksProved: true}, Pictures: len(c.args)}
	film := &picture.Film{Hundredths: 4}
	var last board.State
	for i, file := range c.args {
		g, err := stdio.Read(c.con.Console, file, picture.Load)
		if err == nil && i == 0 {
			film.Board, err = c.boardFor(ctx, g)
		}
		if err != nil {
			return err
		}
		reached, err := c.reach(ctx, film.Board, g, true) // only the clicks between pictures are minimised
		if err == nil && ctx.Err() != nil {
			err = cause(ctx) // a film of half of the pictures helps nobody
		}
		if err != nil {
			return err
		}
		r.Wrong += reached.Wrong.Weight()
		r.WrongProved = r.WrongProved && reached.WrongProved
		if !reached.WrongProved {
			r.stopped = cmp.Or(r.stopped, reached.Stopped)
		}
		r.Nullity = reached.Nullity
		shown := board.Bits(reached.Picture)
		if i == 0 {
			film.Start = shown
		} else if err := c.press(ctx, film, &r,
			&board.Puzzle{Board: film.Board, On: last, Goal: shown}); err != nil {
			return err
		}
		last = shown
	}
	scale := pixels(film.Board)
	film.Paint = func(state board.State, _ int, _ []int) (*image.Paletted, error) {
		return picture.Paint(film.Board, state.Bits(), scale), nil
	}
	return c.write(ctx, film, r, func(board string) string {
		return fmt.Sprintf("%s: %s, %s\n%s%s\n%s%s", board, textboard.Count(r.Pictures, "picture", "pictures"),
			textboard.Count(film.Count(), "frame", "frames"),
			textboard.Count(r.Wrong, "wrong pixel", "wrong pixels"), fewestWords(r.WrongProved),
			textboard.Count(r.Clicks, "click", "clicks"), fewestWords(r.ClicksProved))
	})
}

// press adds the fewest presses that solve a puzzle to a film.
func (c *animateCommand) press(ctx context.Context, film *picture.Film, r *animateJSON,
	p *board.Puzzle) error {
	res, err := c.con.fewest(ctx, p, c.lapse("timeout"))
	if err != nil {
		return err
	}
	film.Presses = append(film.Presses, res.Best.Indices())
	r.Clicks += res.PressCount()
	r.ClicksProved = r.ClicksProved && res.Proved()
	r.Nullity, r.stopped = res.Algebra.Nullity, cmp.Or(r.stopped, res.Stopped)
	return nil
}

// animatePuzzle shows how a puzzle is solved: the lights before each press, with a cross on the switch, and the end.
func (c *animateCommand) animatePuzzle(ctx context.Context) error {
	p, err := (&puzzles{call: c.call}).one(ctx)
	if err != nil {
		return err
	}
	c.con.concerns(p.Board, p.Origin)
	plan, err := drawing.New(p.Board)
	if err != nil {
		return err
	}
	r := animateJSON{shownJSON: shownJSON{WrongProved: true, ClicksProved: true}}
	film := &picture.Film{Board: p.Board, Start: p.On, Hundredths: 50} // slow enough to follow
	if err := c.press(ctx, film, &r, p); err != nil {
		return err
	}
	look := drawing.LookOf(p)
	inks := look.Theme.Palette()
	film.Paint = func(state board.State, done int, next []int) (*image.Paletted, error) {
		look.Title = fmt.Sprintf("press %d of %d", done+1, len(film.Presses[0]))
		if done == len(film.Presses[0]) {
			look.Title = "solved"
		}
		look.Lights, look.Answer = drawing.Numbers(state), make([]int, p.Board.Switches())
		for _, s := range next {
			look.Answer[s] ^= 1
		}
		scene := plan.Scene(look)
		img, err := paper.Image(scene, min(usualCell, usualSide*drawing.Unit/max(scene.Width, scene.Height)))
		if err != nil {
			return nil, err
		}
		return paper.Paletted(img, inks), nil
	}
	return c.write(ctx, film, r, func(board string) string {
		return fmt.Sprintf("%s: %s%s, %s", board, textboard.Count(r.Clicks, "press", "presses"),
			fewestWords(r.ClicksProved), textboard.Count(film.Count(), "frame", "frames"))
	})
}

// write writes the GIF, shows how far it is, and prints what the film shows: words after the board.
func (c *animateCommand) write(ctx context.Context, film *picture.Film, r animateJSON,
	words func(board string) string) error {
	w, err := c.create()
	if err != nil {
		return err
	}
	bar := c.con.WorkBar("frames")
	err = picture.WriteGIF(w, func(yield func(picture.Frame, error) bool) {
		for frame, err := range film.Frames() {
			r.Frames++
			bar.Show("animate", r.Frames, film.Count())
			if ctx.Err() != nil {
				err = cause(ctx)
			}
			if !yield(frame, err) {
				return
			}
		}
	})
	bar.Clear()
	if err != nil {
		return err
	}
	r.Board, r.Seconds = film.Board.Spec(), time.Since(c.con.about.began).Seconds()
	return c.images.report(&r.shownJSON, &r, words(fmt.Sprintf("%s, nullity %d", clipSpec(r.Board), r.Nullity)))
}
