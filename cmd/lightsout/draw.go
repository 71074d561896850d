package main

import (
	"context"
	"fmt"
	"image/png"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/solve"
)

var drawVerb = verb{
	name: "draw", args: "[FILE]", summary: "draw a puzzle as SVG, PNG or PDF; sheets of puzzles for print",
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &drawCommand{flags: flags, plans: map[*board.Board]*drawing.Plan{}}
		c.puzzles.declare(flags)
		c.puzzles.several = ", or draw them all with --sheet RxC"
		c.puzzles.colours = true
		flags.StringVarP(&c.file, "output", "o", "", "write to `FILE`: .svg, .png or .pdf; - is standard output")
		chooses(flags, &c.format, "format", "svg", "`FORMAT`: ", drawFormats)
		flags.BoolVar(&c.answer, "answer", false, "mark the fewest presses with crosses")
		flags.BoolVar(&c.numbers, "numbers", false, "number the switches")
		chooses(flags, &c.theme, "theme", "", "`NAME` (default light, print for sheets): ", drawing.Themes())
		flags.StringVar(&c.title, "title", "", "a `TEXT` above the picture, or on every page")
		flags.StringVar(&c.sheet, "sheet", "", "put the puzzles on pages, `RxC` on each; the page is turned if that makes them larger")
		chooses(flags, &c.paper, "paper", "a4", "with --sheet: `NAME`: ", paper.Papers())
		flags.BoolVar(&c.answers, "answers", false, "with --sheet: pages of answers at the end")
		flags.DurationVar(&c.timeout, "timeout", 20*time.Second, "take the best answer of a puzzle after this `TIME`; 0 means never")
		declareMemory(flags)
		return c.run
	},
}

// drawFormats are the formats of drawings.
var drawFormats = []string{"svg", "png", "pdf"}

type drawCommand struct {
	flags           *pflag.FlagSet
	puzzles         puzzleFlags
	file, format    string
	answer, numbers bool
	theme, title    string
	sheet, paper    string
	answers         bool
	timeout         time.Duration

	rows, cols int // of --sheet
	colours    drawing.Theme
	plans      map[*board.Board]*drawing.Plan
	unproved   int   // puzzles whose fewest presses are not proved
	stopped    error // why not
}

func (c *drawCommand) run(ctx context.Context, con *console, args []string) error {
	if err := c.validate(); err != nil {
		return err
	}
	if err := con.output(c.file); err != nil {
		return err
	}
	if c.sheet != "" {
		return c.drawSheet(ctx, con, args)
	}
	p, err := c.puzzles.one(ctx, con, args)
	if err != nil {
		return err
	}
	plan, look, err := c.look(p)
	if err != nil {
		return err
	}
	if c.answer {
		res, err := c.solve(ctx, con, p)
		if err != nil {
			return err
		}
		look.Answer = drawing.Numbers(res.Best)
	}
	if look.Title = c.title; c.unproved > 0 {
		look.Title = strings.TrimSpace(c.title + " (not proved to be the fewest presses)")
	}
	scene := plan.Scene(look)
	pixels := min(usualCell, usualPicture*drawing.Unit/max(scene.Width, scene.Height))
	if err := c.write(con.out, []paper.Page{{Scene: scene, Points: pixels * 72 / 96}}, pixels); err != nil {
		return err
	}
	return c.outcome(con)
}

func (c *drawCommand) validate() (err error) {
	given := c.flags.Changed
	if c.file == "" && !given("format") {
		return usagef("draw needs -o FILE.svg, .png or .pdf; -o - is standard output")
	}
	if c.format, err = nameFormat(c.flags, "format", c.format, c.file, drawFormats); err != nil {
		return err
	}
	if c.theme == "" && c.sheet != "" {
		c.theme = "print"
	}
	if c.colours, err = drawing.ThemeByName(c.theme); err != nil {
		return err
	}
	switch {
	case given("sheet") && !parseSheet(c.sheet, &c.rows, &c.cols):
		return usagef("--sheet %s: write rows and columns of puzzles on a page, from 1x1 to 50x50, as in 3x4", c.sheet)
	case !given("sheet") && (given("paper") || c.answers):
		return usagef("--paper and --answers go with --sheet")
	case given("sheet") && c.answer:
		return usagef("--answer goes without --sheet; --answers adds pages of answers")
	case c.format != "svg":
		if err := paper.CheckText(c.title); err != nil {
			return usagef("--title: %v", err)
		}
	}
	return nil
}

// parseSheet reads RxC.
func parseSheet(text string, rows, cols *int) bool {
	var rest string
	n, _ := fmt.Sscanf(text+" .", "%dx%d %s", rows, cols, &rest)
	return n == 3 && rest == "." && *rows >= 1 && *cols >= 1 && *rows <= 50 && *cols <= 50
}

// look is what is drawn of a puzzle as it is.
func (c *drawCommand) look(p *board.Puzzle) (*drawing.Plan, drawing.Look, error) {
	plan := c.plans[p.Board] // puzzles on the same board share it
	if plan == nil {
		var err error
		if plan, err = drawing.New(p.Board); err != nil {
			return nil, drawing.Look{}, err
		}
		c.plans[p.Board] = plan
	}
	look := drawing.LookOf(p)
	look.Theme, look.Numbers = c.colours, look.Numbers || c.numbers
	return plan, look, nil
}

// solve finds the fewest presses within --timeout.
func (c *drawCommand) solve(ctx context.Context, con *console, p *board.Puzzle) (*solve.Result, error) {
	res, err := con.fewest(ctx, p, c.timeout)
	if err == nil && !res.Proved() {
		c.unproved, c.stopped = c.unproved+1, res.Stopped
	}
	return res, err
}

// The side of a cell and the most of a whole picture, in pixels.
const usualCell, usualPicture = 48, 4096

// write writes pages, which stand one below another in a single picture unless the format is PDF. pixels is the side of
// a cell of their scenes.
func (c *drawCommand) write(w io.Writer, pages []paper.Page, pixels float64) error {
	if c.format == "pdf" {
		return paper.WritePDF(w, c.title, pages)
	}
	all := *pages[0].Scene
	for _, page := range pages[1:] {
		all.Groups = append(all.Groups, page.Scene.Placed(drawing.Point{Y: all.Height}, 1)...)
		all.Width, all.Height = max(all.Width, page.Scene.Width), all.Height+page.Scene.Height
	}
	if c.format == "svg" {
		return all.WriteSVG(w, pixels)
	}
	img, err := paper.Image(&all, pixels)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// outcome reports what is not proved, which is exit code 3.
func (c *drawCommand) outcome(con *console) error {
	if c.unproved == 0 {
		return nil
	}
	whose := "the presses"
	if c.sheet != "" {
		whose = "the presses of " + plural(c.unproved, "puzzle", "puzzles")
	}
	fmt.Fprintf(con.err, "lightsout: %s are not proved to be the fewest (%s)\n", whose, whyUnproved(c.stopped))
	return reported(exitGaveUp)
}
