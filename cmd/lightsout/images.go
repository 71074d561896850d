package main

import (
	"context"
	"fmt"
	"io"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/picture"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// images is what picture and animate share: how images become states of a board, and how states are painted.
type images struct {
	*call
}

// open checks the flags. The verb writes images of one kind.
func (f *images) open(kind string) (err error) {
	if _, err := f.nameFormat("", kind, []string{kind}); err != nil {
		return err
	}
	if f.given("board") && f.given("width") {
		return usagef("--board includes a size: leave out --width")
	}
	err = f.chooseFormat()
	f.con.json = f.format == "json" && f.text("output") != "-"
	return err
}

// defaultWidth is about how many columns a picture has unless its size is asked for.
const defaultWidth = 64

// boardFor is the board to draw the image on.
func (f *images) boardFor(ctx context.Context, g picture.Gray) (b *board.Board, err error) {
	spec, err := f.spec()
	switch width := f.number("width"); {
	case err != nil:
	case width > 0:
		b, err = g.Grid(width)
	case spec == "":
		if b, err = g.WholeGrid(ctx, defaultWidth); b == nil && err == nil {
			b, err = g.Grid(defaultWidth)
		}
	default:
		b, err = puzzlefile.ParseBoard(spec)
	}
	if err == nil {
		f.con.concerns(b, "")
	}
	return b, err
}

// reach finds the picture nearest to an image that clicks can draw on a board, within --timeout. They start from the
// lights of --on, in a film from all.
func (f *images) reach(ctx context.Context, b *board.Board, g picture.Gray,
	anyClicks bool) (*picture.Reached, error) {
	wanted, err := g.Dither(b)
	if err != nil {
		return nil, err
	}
	start := &board.Puzzle{Board: b, On: board.Bits(gf2.AllOnes(b.Lights())), Goal: b.Dark()}
	if err := (&puzzles{call: f.call}).override(start); err != nil {
		return nil, err
	}
	limited, cancel := withTimeout(ctx, f.lapse("timeout"))
	defer cancel()
	bar := f.con.Status(bestSoFar)
	defer bar.Clear()
	r, err := picture.Reach(limited, picture.Request{
		Board: b, Start: start.On.Bits(), Wanted: wanted, AnyClicks: anyClicks,
		Solver: solve.Solver{Progress: bar.Show},
	})
	if err != nil && ctx.Err() != nil {
		return nil, cause(ctx)
	}
	return r, err // after an interrupt the best so far
}

// usualSide is about how many pixels a picture has across or down.
const usualSide = 512

// pixels is the side of a cell.
func pixels(b *board.Board) int {
	rows, cols := b.Layout().Size()
	return max(1, usualSide/max(rows, cols))
}

// create is where the image goes; "-" is standard output.
func (f *images) create() (io.Writer, error) {
	if f.text("output") == "-" {
		return f.con.Out, nil
	}
	return f.con.Create("-o", f.text("output"))
}

// shownJSON is what the reports of picture and animate share.
type shownJSON struct {
	Board        string  `json:"board"`
	Wrong        int     `json:"wrong"`         // how many pixels differ from the image
	WrongProved  bool    `json:"wrong_proved"`  // proved: no reachable picture has fewer
	Clicks       int     `json:"clicks"`        // how many clicks lead there
	ClicksProved bool    `json:"clicks_proved"` // proved: fewer clicks do not
	Nullity      int     `json:"nullity"`
	Stopped      string  `json:"stopped,omitempty"`
	Seconds      float64 `json:"seconds"`

	stopped error // why a proof is missing
}

// report prints what was made, as JSON or in words: on standard output, or on standard error if the image goes there.
// The object holds what was shown. A missing proof is exit code 3, and said of an image that cannot say it itself.
func (f *images) report(shown *shownJSON, object any, words string) (err error) {
	outcome := reported(exitDone)
	if !shown.WrongProved || !shown.ClicksProved {
		shown.Stopped = whyUnproved(shown.stopped)
		words += "\nnot proved: " + shown.Stopped
		outcome = exitGaveUp
	}
	w, file := io.Writer(f.con.Out), f.text("output")
	if file == "-" {
		w = f.con.Err
	} else if file != "" && outcome != exitDone {
		fmt.Fprintf(f.con.Err, "lightsout: %s is not proved to be the best (%s)\n", file, shown.Stopped)
	}
	if f.format == "json" {
		err = writeJSON(w, object)
	} else {
		_, err = fmt.Fprintln(w, words)
	}
	return outcome.after(err)
}

func fewestWords(proved bool) string {
	if proved {
		return ", the fewest possible"
	}
	return ", not proved to be the fewest"
}
