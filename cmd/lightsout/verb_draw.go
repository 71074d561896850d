package main

import (
	"context"
	"fmt"
	"image/png"
	"io"
	"math"
	"strings"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

var drawVerb = verb{
	name: "draw", args: "[PUZZLE]", count: count{0, 1},
	summary: "draw a puzzle as SVG, PNG or PDF; sheets of puzzles for print",
	takes: "board on goal seed input output format answer presses quiet numbers theme title sheet paper timeout " +
		"max-memory",
	about:   map[string]string{"presses": "cross these switches"},
	usual:   map[string]string{"timeout": "20s", "format": "svg"},
	choices: map[string]func() []string{"input": puzzleKinds, "format": drawFormats},
	limits:  "improving each answer", run: runDraw,
	questions: []question{
		{about: "a picture", takes: drawnPuzzle + " answer"},
		{asked: "presses", takes: drawnPuzzle},
		{asked: "quiet", kind: manyRecords},
		{asked: "sheet", takes: drawnPuzzle + " answer paper", kind: manyRecords},
	},
}

// drawnPuzzle are the flags about lights, which quiet patterns do not need.
const drawnPuzzle = "on goal seed"

// drawFormats are the formats of drawings.
func drawFormats() []string { return []string{"svg", "png", "pdf"} }

type drawCommand struct {
	*call
	puzzles  puzzles
	board    *board.Board // of a single picture
	colours  drawing.Theme
	plans    map[*board.Board]*drawing.Plan
	unproved int   // puzzles whose fewest presses are not proved
	stopped  error // why not
}

func runDraw(ctx context.Context, k *call) error {
	c := &drawCommand{call: k, plans: map[*board.Board]*drawing.Plan{}}
	c.puzzles = puzzles{call: k, colours: true, several: ", or draw them all with --sheet RxC"}
	if err := c.validate(); err != nil {
		return err
	}
	if err := k.con.Output(c.text("output")); err != nil {
		return err
	}
	if c.given("sheet") {
		return c.drawSheet(ctx)
	}
	p, err := c.puzzles.one(ctx)
	if err != nil {
		return err
	}
	c.board = p.Board
	plan, look, err := c.look(p)
	if err != nil {
		return err
	}
	switch {
	case c.yes("quiet"):
		return c.drawQuiet(ctx, plan, look)
	case c.given("presses"):
		list, err := k.con.readPresses(c.text("presses"), p.Board)
		if err != nil {
			return err
		}
		look.Answer = make([]int, p.Board.Switches())
		for _, s := range list {
			look.Answer[s] = (look.Answer[s] + 1) % p.Board.States()
		}
	case c.yes("answer"):
		res, err := c.solve(ctx, p)
		if err != nil {
			return err
		}
		look.Answer = drawing.Numbers(res.Best)
	}
	title := c.text("title")
	if look.Title = title; c.unproved > 0 {
		look.Title = strings.TrimSpace(title + " (not proved to be the fewest presses)")
	}
	if err := c.writeScene(k.con.Out, plan.Scene(look)); err != nil {
		return err
	}
	return c.outcome()
}

// maxQuiet is how many quiet patterns are drawn.
const maxQuiet = 100

// drawQuiet draws the quiet patterns of a basis side by side, on dark boards.
func (c *drawCommand) drawQuiet(ctx context.Context, plan *drawing.Plan, look drawing.Look) error {
	linear, err := solve.Analyse(ctx, c.board)
	if err != nil {
		return err
	}
	patterns, err := linear.Quiet(ctx)
	switch n := len(patterns); {
	case err != nil:
		return err
	case n == 0:
		return usagef("%s has no quiet patterns: no puzzle on it has more than one answer", c.board.Spec())
	case n > maxQuiet:
		return usagef("%s has %d independent quiet patterns, and a picture shows at most %d; info --quiet lists them",
			c.board.Spec(), n, maxQuiet)
	}
	look.Lights = make([]int, c.board.Lights())
	all := &drawing.Scene{Title: c.text("title")}
	columns := int(math.Ceil(math.Sqrt(float64(len(patterns)))))
	for i, pattern := range patterns {
		look.Title = fmt.Sprintf("quiet pattern %d of %d: %s", i+1, len(patterns),
			textboard.Count(pattern.Weight(), "press", "presses"))
		look.Answer = drawing.Numbers(pattern)
		scene := plan.Scene(look)
		at := drawing.Point{X: float64(i%columns) * scene.Width, Y: float64(i/columns) * scene.Height}
		all.Groups = append(all.Groups, scene.Placed(at, 1)...)
		all.Width, all.Height = max(all.Width, at.X+scene.Width), at.Y+scene.Height
	}
	all.Title = strings.TrimPrefix(fmt.Sprintf("%s: the quiet patterns of %s", all.Title, c.board.Spec()), ": ")
	return c.writeScene(c.con.Out, all)
}

// writeScene writes a picture of its own.
func (c *drawCommand) writeScene(w io.Writer, scene *drawing.Scene) error {
	pixels := min(usualCell, usualPicture*drawing.Unit/max(scene.Width, scene.Height))
	return c.write(w, []paper.Page{{Scene: scene, Points: pixels * 72 / 96}}, pixels)
}

func (c *drawCommand) validate() (err error) {
	if !c.given("output", "format") {
		return usagef("draw needs -o FILE.svg, .png or .pdf; -o - is standard output")
	}
	if c.format, err = c.nameFormat("format", c.text("format"), drawFormats()); err != nil {
		return err
	}
	theme := c.text("theme")
	if theme == "" && c.given("sheet") {
		theme = "print"
	}
	if c.colours, err = drawing.ThemeByName(theme); err != nil {
		return err
	}
	if c.format != "svg" {
		if err := paper.CheckText(c.text("title")); err != nil {
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
	look.Theme, look.Numbers = c.colours, look.Numbers || c.yes("numbers")
	return plan, look, nil
}

// solve finds the fewest presses within --timeout.
func (c *drawCommand) solve(ctx context.Context, p *board.Puzzle) (*solve.Result, error) {
	res, err := c.con.fewest(ctx, p, c.lapse("timeout"))
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
		return paper.WritePDF(w, c.text("title"), pages)
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
func (c *drawCommand) outcome() error {
	if c.unproved == 0 {
		return nil
	}
	whose := "the presses"
	if c.given("sheet") {
		whose = "the presses of " + textboard.Count(c.unproved, "puzzle", "puzzles")
	}
	fmt.Fprintf(c.con.Err, "lightsout: %s are not proved to be the fewest (%s)\n", whose, whyUnproved(c.stopped))
	return reported(exitGaveUp)
}
