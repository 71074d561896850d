package main

import (
	"context"
	"fmt"
	"image/png"
	"strings"

	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/picture"
)

var pictureVerb = verb{
	name: "picture", args: "IMAGE", count: count{1, 1},
	summary:   "draw an image with lights: the nearest picture that clicks can draw",
	takes:     "output width board on timeout format json max-memory",
	about:     map[string]string{"board": "the board, see lightsout help boards (default: a grid)"},
	usual:     map[string]string{"timeout": "20s"},
	choices:   map[string]func() []string{"format": textOrJSON},
	limits:    "the proofs about each picture",
	questions: []question{{about: "a picture"}}, run: runPicture,
}

type pictureCommand struct{ images }

func runPicture(ctx context.Context, k *call) error {
	c := &pictureCommand{images{call: k}}
	if err := c.open("png"); err != nil {
		return err
	}
	g, err := stdio.Read(k.con.Console, k.args[0], picture.Load)
	if err != nil {
		return err
	}
	b, err := c.boardFor(ctx, g)
	if err != nil {
		return err
	}
	r, err := c.reach(ctx, b, g, false)
	if err != nil {
		return err
	}
	if k.text("output") != "" {
		w, err := c.create()
		if err == nil {
			err = png.Encode(w, picture.Paint(b, r.Picture, pixels(b)))
		}
		if err != nil {
			return err
		}
	}
	return c.report(ctx, g, r)
}

// pictureJSON is the report as JSON.
type pictureJSON struct {
	shownJSON
	Start       string `json:"start"`        // the lights that are on before the first click, as in --on
	WrongLower  int    `json:"wrong_lower"`  // proved: at least this many
	WrongPixels []int  `json:"wrong_pixels"` // which they are, row by row
	ClicksLower int    `json:"clicks_lower"` // proved: at least this many
}

// report prints what was reached and what is proved.
func (c *pictureCommand) report(ctx context.Context, g picture.Gray, r *picture.Reached) error {
	object := pictureJSON{
		shownJSON: shownJSON{
			Board: r.Board.Spec(), Wrong: r.Wrong.Weight(), WrongProved: r.WrongProved, Clicks: r.Clicks.Weight(),
			ClicksProved: r.ClicksProved,
			Nullity:      r.Nullity, Seconds: r.Elapsed.Seconds(), stopped: r.Stopped,
		},
		Start: c.text("on"), WrongLower: r.WrongLower, WrongPixels: r.Wrong.Indices(), ClicksLower: r.ClicksLower,
	}
	words := fmt.Sprintf("%s, nullity %d\n%s\n%s", clipSpec(r.Board.Spec()), r.Nullity, wrongLine(r),
		clicksLine(r, c.text("on")))
	if rows, cols := r.Board.Layout().Size(); r.Wrong.Weight() > 0 && r.Board.Shape().Kind == "grid" &&
		rows == g.Fit(cols) {
		if whole, err := g.WholeGrid(ctx, cols); err == nil && whole != nil {
			words += fmt.Sprintf("\n%s can show every picture: use --board %s", whole.Spec(),
				strings.TrimPrefix(whole.Spec(), "grid:"))
		}
	}
	return c.images.report(&object.shownJSON, &object, words)
}

// wrongLine describes the wrong pixels: how many, what is proved, and where they are.
func wrongLine(r *picture.Reached) string {
	n := r.Wrong.Weight()
	if n == 0 {
		return "no wrong pixels"
	}
	line := textboard.Count(n, "wrong pixel", "wrong pixels")
	if r.WrongProved {
		line += ", no reachable picture has fewer"
	} else {
		line += fmt.Sprintf(", every reachable picture has at least %d", r.WrongLower)
	}
	const most = 64
	if n > most {
		return line
	}
	var at []string
	for cell := range r.Wrong.Ones() {
		row, col := r.Board.Layout().Place(cell)
		at = append(at, fmt.Sprintf("r%dc%d", row+1, col+1))
	}
	return line + ": " + strings.Join(at, " ")
}

// clicksLine says how many clicks there are, and from which lights they start.
func clicksLine(r *picture.Reached, start string) string {
	from, ok := map[string]string{"all": "all lights on", "none": "all lights off"}[start]
	if !ok {
		from = "the lights of --on"
	}
	line := textboard.Count(r.Clicks.Weight(), "click", "clicks") + " from " + from
	switch {
	case r.ClicksProved && r.Wrong.IsZero():
		return line + ", the fewest possible"
	case r.ClicksProved:
		return line + ", the fewest that show this picture"
	default:
		return line + fmt.Sprintf(" (at least %d are needed)", r.ClicksLower)
	}
}
