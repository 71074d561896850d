package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/solve"
)

// maxSheet is the most puzzles of a sheet: all pages are in memory until they are written.
const maxSheet = 2000

// drawSheet puts all puzzles on pages.
func (c *drawCommand) drawSheet(ctx context.Context, con *console, args []string) error {
	var puzzles []paper.Puzzle
	rules, refuted := ruleList{}, false
	bar := con.workBar("puzzles")
	defer bar.clear()
	err := c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error {
		if len(puzzles) == maxSheet {
			return usagef("%s: a sheet has at most %d puzzles", p.Origin, maxSheet)
		}
		plan, look, err := c.look(p)
		if err != nil {
			return err
		}
		entry := paper.Puzzle{Plan: plan, Look: look, Name: strings.TrimPrefix(p.Board.Spec(), "grid:")}
		res, err := c.solve(ctx, con, p)
		no, unsolvable := errors.AsType[*solve.UnsolvableError](err)
		switch {
		case unsolvable:
			entry.Witness, refuted = gf2.VecOf(no.Witness.Len(), no.Witness.Indices()...), true
		case err != nil:
			return err
		default:
			entry.Answer, entry.Presses, entry.Proved = drawing.Numbers(res.Presses), res.PressCount(), res.Minimum
		}
		puzzles = append(puzzles, entry)
		rules.add(rulesOf(p), entry.Name)
		bar.show("solve", len(puzzles), -1)
		return nil
	})
	if err != nil {
		return err
	}
	if len(puzzles) == 0 {
		return usagef("%s: holds no puzzle", args[0])
	}
	if !slices.ContainsFunc(puzzles, func(p paper.Puzzle) bool { return p.Name != puzzles[0].Name }) {
		for i := range puzzles {
			puzzles[i].Name = ""
		}
	}
	sheet := paper.Sheet{Rows: c.rows, Cols: c.cols, Paper: c.paper, Title: c.title, Rules: rules.String(), Answers: c.answers, Theme: c.colours}
	pages, err := sheet.Pages(puzzles)
	if err != nil {
		return usagef("--sheet %s: %v", c.sheet, err)
	}
	// On a screen a page has 96 pixels per inch as SVG and 150 as PNG; its scene is in points.
	pixels := drawing.Unit * 96 / 72
	if c.format == "png" {
		pixels = drawing.Unit * 150 / 72
	}
	if err := c.writePages(con, pages, pixels); err != nil {
		return err
	}
	if err := c.outcome(con); err != nil || !refuted {
		return err
	}
	fmt.Fprintln(con.err, "lightsout: some puzzles have no answer")
	return reported(exitNo)
}

// ruleList is the rules of a sheet, each with the boards that it is for.
type ruleList []struct {
	text   string
	boards []string
}

func (l *ruleList) add(text, name string) {
	for i := range *l {
		if r := &(*l)[i]; r.text == text {
			if !slices.Contains(r.boards, name) {
				r.boards = append(r.boards, name)
			}
			return
		}
	}
	*l = append(*l, struct {
		text   string
		boards []string
	}{text, []string{name}})
}

// A page has room for the rules of a few kinds of boards, each with some of them.
const maxRules, maxNamed = 4, 6

func (l *ruleList) String() string {
	if len(*l) == 1 {
		return (*l)[0].text
	}
	if len(*l) > maxRules {
		return ""
	}
	var parts []string
	for _, r := range *l {
		if len(r.boards) > maxNamed {
			r.boards = append(r.boards[:maxNamed:maxNamed], "…")
		}
		parts = append(parts, strings.Join(r.boards, ", ")+": "+r.text)
	}
	return strings.Join(parts, " ")
}

// writePages writes a PDF, or each page to a file of its own.
func (c *drawCommand) writePages(con *console, pages []paper.Page, pixels float64) error {
	if c.format == "pdf" {
		return c.write(con.out, pages, pixels)
	}
	if len(pages) == 1 {
		if err := con.output(c.file); err != nil {
			return err
		}
		return c.write(con.out, pages, pixels)
	}
	if c.file == "" || c.file == "-" {
		return usagef("%d pages do not go into one %s: use -o FILE, which is numbered, or --format pdf", len(pages), strings.ToUpper(c.format))
	}
	for i := range pages {
		suffix := filepath.Ext(c.file)
		name := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(c.file, suffix), i+1, suffix)
		file, err := con.create("-o", name)
		if err == nil {
			err = c.write(file, pages[i:i+1], pixels)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rulesOf is how to play a puzzle, in a line.
func rulesOf(p *board.Puzzle) string {
	if k := p.Board.States(); k > 2 {
		return fmt.Sprintf("Press until every light is as it should be, off unless it has a dashed ring. A press adds one to each light it reaches; after %d comes 0, which is off.", k-1)
	}
	end := "until every light is off."
	if !p.Goal.IsZero() {
		end = "until exactly the lights with a dashed ring are on."
	}
	if !p.DontCare.IsZero() {
		end = "until every light is as it should be: a dashed ring is on, a question mark does not matter."
	}
	shape := p.Board.Shape()
	switch {
	case !p.Board.IsGraph():
		return "Press switches " + end + " A switch flips the lights that it touches."
	case shape.Kind == "merlin":
		return "Press lights " + end + " A corner flips its 2x2, a side its row or column, the middle a cross."
	case shape.Kind == "complete":
		return "Press lights " + end + " A press flips all lights."
	case shape.Kind == "graph" || shape.Pattern == "":
		if shape.SelfOff {
			return "Press lights " + end + " A press flips the neighbours of a light, but not the light itself."
		}
		return "Press lights " + end + " A press flips a light and its neighbours."
	default:
		return "Press lights " + end + fmt.Sprintf(" A press flips the pattern %s around a light.", shape.Pattern)
	}
}
