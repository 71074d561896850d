package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
)

// chaseWords are the words for light chasing on a board: rows chase down, columns to the right.
type chaseWords struct {
	down, line, behind    string // the direction, what chases, and where to press
	top, bottom, position string
	closed                bool
}

func wordsFor(c chase.Lines) chaseWords {
	if c.Columns() {
		return chaseWords{"to the right", "column", "to the right of", "first column", "last column", "row", c.Closed()}
	}
	return chaseWords{"down", "row", "under", "top row", "bottom row", "column", c.Closed()}
}

// left is the left side of a rule: columns 1,5 of the bottom row.
func (w chaseWords) left(r chase.Rule) string {
	return joined(w.cells(r.Bottom, w.bottom), w.cells(r.LeftTop, w.top))
}

// seen introduces what a chase left.
func (w chaseWords) seen(r chase.Rule) string {
	if cells, ok := strings.CutSuffix(w.left(r), " of the "+w.bottom); ok && !w.closed {
		return "Left on the " + w.bottom + ": " + cells
	}
	return "Left: " + w.left(r)
}

// press is the right side of a rule: columns 1,2 of the top row.
func (w chaseWords) press(r chase.Rule) string {
	if len(r.Top)+len(r.PressBottom) == 0 {
		return "nothing"
	}
	return joined(w.cells(r.Top, w.top), w.cells(r.PressBottom, w.bottom))
}

// cells names cells of a line; no cells are no text.
func (w chaseWords) cells(list []int, line string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s %s of the %s", w.position, commaList(list), line)
	}
	return fmt.Sprintf("%ss %s of the %s", w.position, commaList(list), line)
}

// joined joins the texts that are not empty.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " and ")
}

// writeChaseTable writes the lookup table, a rule per line.
func writeChaseTable(out io.Writer, w chaseWords, table []chase.Rule) {
	if !w.closed {
		fmt.Fprintf(out, "\nleft on the %s → press on the %s (%ss)\n", w.bottom, w.top, w.position)
	} else {
		fmt.Fprintf(out, "\nleft on the %s and the %s → press there, then chase again\n", w.bottom, w.top)
	}
	if len(table) == 0 {
		fmt.Fprintln(out, "  nothing is ever left: chasing alone solves this board")
	}
	for _, r := range table {
		if w.closed {
			fmt.Fprintf(out, "  %s → %s\n", w.left(r), w.press(r))
		} else {
			fmt.Fprintf(out, "  %s → %s\n", commaList(r.Bottom), commaList(r.Top))
		}
	}
}

// explain shows how a person solves a board by light chasing.
func explain(out *solveOutput) error {
	if out.format != "text" {
		return usagef("--explain is written as text, not as %s", out.format)
	}
	lesson, err := chase.Explain(out.puzzle)
	if err != nil {
		return fmt.Errorf("%w; instead, solve --min finds the fewest presses, and --steps shows an answer press by press", err)
	}
	return explainChase(out, lesson)
}

// explainChase shows light chasing.
func explainChase(out *solveOutput, lesson *chase.Lesson) error {
	w, p := out.con.out, out.puzzle
	words := wordsFor(lesson.Lines)
	draw := func(lit gf2.Vec, presses []int) gf2.Vec {
		marked := gf2.VecOf(p.Board.Switches(), presses...)
		textDrawing{board: p.Board, lit: board.Bits(lit), marked: board.Bits(marked), brush: out.presses}.draw(w)
		after := lit.Clone()
		for _, s := range presses {
			p.Board.Press(board.Bits(after), s, 1)
		}
		return after
	}
	out.headline("")
	fmt.Fprintf(w, "1. Chase the lights %s: %s by %s from the second, press %s every lit cell.\n", words.down, words.line, words.line, words.behind)
	if words.closed {
		fmt.Fprintf(w, "   The %s is next to the %s, so both may keep lights.\n", words.bottom, words.top)
	}
	left := draw(p.On.Bits(), lesson.Down)
	presses := listLine(p.Board, lesson.Presses.Indices())
	switch {
	case left.IsZero():
		fmt.Fprintf(w, "2. Nothing is left: done.\n%s\n", presses)
		return nil
	case !lesson.Solvable:
		return explainRefusal(out, lesson, words, left)
	}
	fmt.Fprintf(w, "2. %s. The table says: press %s.\n", words.seen(lesson.Rule), words.press(lesson.Rule))
	left = draw(left, lesson.Press)
	fmt.Fprintln(w, "3. Chase again: now every light goes off.")
	again := gf2.VecOf(p.Board.Switches(), lesson.Again...)
	textDrawing{board: p.Board, lit: board.Bits(left), marked: board.Bits(again), brush: out.presses}.drawWithLegend(w)
	fmt.Fprintf(w, "The whole table: %s\n", tableCommand(p.Board.Spec()))
	fmt.Fprintf(w, "In total, where two presses of the same cell cancel: %s\n--min finds the fewest presses.\n", presses)
	return nil
}

func tableCommand(spec string) string {
	return fmt.Sprintf("lightsout info --board %s --chase-table", strings.TrimPrefix(spec, "grid:"))
}

// explainRefusal shows what a chaser sees at the end of an unsolvable state, and why no row of the table
// has it.
func explainRefusal(out *solveOutput, lesson *chase.Lesson, words chaseWords, left gf2.Vec) error {
	w, p := out.con.out, out.puzzle
	fmt.Fprintf(w, "2. %s. No row of the table has that.\n", words.seen(lesson.Rule))
	textDrawing{board: p.Board, lit: board.Bits(left), brush: out.presses}.drawWithLegend(w)
	if n := len(lesson.Table); n == 0 {
		fmt.Fprintln(w, "   The table is empty: if a state can be solved, chasing alone solves it.")
	} else {
		fmt.Fprintf(w, "   The table has %s: %s\n", plural(n, "row", "rows"), tableCommand(p.Board.Spec()))
	}
	odd := plural(lesson.Overlap(lesson.Rule), "is", "are")
	fmt.Fprintf(w, "3. Why: every solvable state leaves an even number of lights on among %s; here %s left.\n", words.left(lesson.Lines.Seen(lesson.Witness)), odd)
	fmt.Fprintln(w, "   They belong to a set of lights of which every press flips an even number:")
	out.refutation("unsolvable: "+witnessWords("every switch", board.Bits(lesson.Witness), lesson.Witness.Overlap(p.Change().Bits())), board.Bits(lesson.Witness))
	return reported(exitNo)
}
