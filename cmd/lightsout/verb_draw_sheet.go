package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/solve"
)

// maxSheet is the most puzzles of a sheet: all pages are in memory until they are written.
const maxSheet = 2000

// maxRules is how many kinds of rules a page has room for.
const maxRules = 4

// drawSheet puts all puzzles on pages.
func (c *drawCommand) drawSheet(ctx context.Context) error {
	var rows, cols int
	if !parseSheet(c.text("sheet"), &rows, &cols) {
		const words = "--sheet %s: write rows and columns of puzzles on a page, from 1x1 to 50x50, as in 3x4"
		return usagef(words, c.text("sheet"))
	}
	var puzzles []paper.Puzzle
	var rules, ruled []string // how to play, each once, and a board that it is for
	refuted := false
	bar := c.con.WorkBar("puzzles")
	defer bar.Clear()
	err := c.puzzles.each(ctx, func(p *board.Puzzle) error {
		if len(puzzles) == maxSheet {
			return usagef("%s: a sheet has at most %d puzzles", p.Origin, maxSheet)
		}
		plan, look, err := c.look(p)
		if err != nil {
			return err
		}
		entry := paper.Puzzle{Plan: plan, Look: look, Name: strings.TrimPrefix(p.Board.Spec(), "grid:")}
		res, err := c.solve(ctx, p)
		if ctx.Err() != nil {
			return cause(ctx)
		}
		_, unsolvable := errors.AsType[*solve.UnsolvableError](err)
		switch {
		case unsolvable:
			refuted = true
		case err != nil:
			return err
		default:
			entry.Answer, entry.Presses, entry.Proved = drawing.Numbers(res.Best), res.PressCount(), res.Proved()
		}
		puzzles = append(puzzles, entry)
		if rule := rulesOf(p); !slices.Contains(rules, rule) {
			rules, ruled = append(rules, rule), append(ruled, entry.Name+": "+rule)
		}
		bar.Show("solve", len(puzzles), -1)
		return nil
	})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(puzzles, func(p paper.Puzzle) bool { return p.Name != puzzles[0].Name }) {
		for i := range puzzles {
			puzzles[i].Name = ""
		}
	}
	if len(rules) > 1 {
		rules = ruled[:min(len(ruled), maxRules)]
	}
	sheet := paper.Sheet{
		Rows: rows, Cols: cols, Paper: c.text("paper"), Title: c.text("title"), Rules: rules, Answers: c.yes("answer"),
		Theme: c.colours,
	}
	pages, err := sheet.Pages(puzzles)
	if err != nil {
		return c.wrong("sheet", err)
	}
	// On a screen a page has 96 pixels per inch as SVG and 150 as PNG; its scene is in points.
	pixels := drawing.Unit * 96 / 72
	if c.format == "png" {
		pixels = drawing.Unit * 150 / 72
	}
	if err := c.write(c.con.Out, pages, pixels); err != nil {
		return err
	}
	if err := c.outcome(); err != nil || !refuted {
		return err
	}
	fmt.Fprintln(c.con.Err, "lightsout: some puzzles have no answer")
	return reported(exitNo)
}

// rulesOf is how to play a puzzle, in a line.
func rulesOf(p *board.Puzzle) string {
	what, flips, shape := "lights", "a light and its neighbours", p.Board.Shape()
	switch {
	case !p.Board.IsGraph():
		what, flips = "switches", "the lights that the switch touches"
	case shape.Kind == "merlin":
		flips = "the 2x2 of a corner, the row or column of a side, the cross of the middle"
	case shape.Kind != "graph" && shape.Pattern != "":
		flips = fmt.Sprintf("the pattern %s around a light", shape.Pattern)
	case shape.SelfOff:
		flips = "the neighbours of a light, but not the light itself"
	}
	goal := "until every light is off."
	if !p.Goal.IsZero() || !p.DontCare.IsZero() {
		goal = "until the lights with a dashed ring are on and the others off; a question mark does not matter."
	}
	if k := p.Board.States(); k > 2 {
		return fmt.Sprintf("Press %s %s A press adds one to %s; after %d comes 0, which is off.", what, goal, flips,
			k-1)
	}
	return fmt.Sprintf("Press %s %s A press flips %s.", what, goal, flips)
}
