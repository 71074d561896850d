package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
	"lightsout/solve"
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

// explain shows how a person solves a board: by light chasing or, on small boards that cannot be chased, by
// elimination.
func (c *solveCommand) explain(_ context.Context, _ solve.Solver, out *solveOutput) error {
	fewest := c.yes("min")
	if out.format != "text" {
		return usagef("--explain is written as text, not as %s", out.format)
	}
	lesson, err := chase.Explain(out.puzzle, fewest)
	if err == nil {
		return explainChase(out, lesson, fewest)
	}
	steps, tooLarge := chase.Eliminate(out.puzzle)
	if tooLarge != nil {
		if _, same := errors.AsType[*board.TooLargeError](err); !same {
			err = fmt.Errorf("%w, and %w", err, tooLarge)
		}
		return fmt.Errorf("%w; instead, solve --min finds the fewest presses, and --steps shows an answer press by press", err)
	}
	return explainElimination(out, steps)
}

// explainChase shows light chasing.
func explainChase(out *solveOutput, lesson *chase.Lesson, fewest bool) error {
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
	case left.IsZero() && len(lesson.Press) == 0:
		fmt.Fprintf(w, "2. Nothing is left: done.\n%s\n%s\n", presses, lessonEnd(lesson, fewest))
		return nil
	case !lesson.Solvable:
		return explainRefusal(out, lesson, words, left)
	case left.IsZero():
		fmt.Fprintf(w, "2. Nothing is left, but another answer has fewer presses: press %s.\n", words.press(lesson.Rule))
	case fewest && lesson.Answers > 1:
		fmt.Fprintf(w, "2. %s. Of the %d ways to clear that, this one leads to the fewest presses: press %s.\n", words.seen(lesson.Rule), lesson.Answers, words.press(lesson.Rule))
	default:
		fmt.Fprintf(w, "2. %s. The table says: press %s.\n", words.seen(lesson.Rule), words.press(lesson.Rule))
	}
	left = draw(left, lesson.Press)
	fmt.Fprintln(w, "3. Chase again: now every light goes off.")
	again := gf2.VecOf(p.Board.Switches(), lesson.Again...)
	textDrawing{board: p.Board, lit: board.Bits(left), marked: board.Bits(again), brush: out.presses}.drawWithLegend(w)
	fmt.Fprintf(w, "The whole table: %s\n", tableCommand(p.Board.Spec()))
	fmt.Fprintf(w, "In total, where two presses of the same cell cancel: %s\n%s\n", presses, lessonEnd(lesson, fewest))
	return nil
}

// lessonEnd compares the answer of a lesson with the fewest presses.
func lessonEnd(lesson *chase.Lesson, fewest bool) string {
	n := lesson.Presses.Weight()
	if n > lesson.Fewest && !fewest {
		return fmt.Sprintf("%s; the fewest is %d (--min)", plural(n, "press", "presses"), lesson.Fewest)
	}
	return noFewer(lesson.Answers)
}

// noFewer is the end of an explanation whose answer has the fewest presses.
func noFewer(answers int) string {
	compared := fmt.Sprintf("all %d answers compared", answers)
	if answers == 1 {
		compared = "the only answer"
	}
	return "no answer has fewer: " + compared
}

// nodeSum writes switches whose presses are counted together.
func nodeSum(b *board.Board, list []int) string {
	var names []string
	for _, s := range list {
		names = append(names, b.Label(s))
	}
	return strings.Join(names, " + ")
}

// parityWords says what an equation asks for: an odd or an even number of presses.
func parityWords(b *board.Board, e chase.Equation) string {
	parity := "even"
	if e.Odd {
		parity = "odd"
	}
	switch len(e.Switches) {
	case 0:
		if e.Odd {
			return "no switch is left, and it still must change"
		}
		return "nothing is left to do"
	case 1:
		return pressWords(e.Odd) + " " + nodeSum(b, e.Switches)
	}
	return nodeSum(b, e.Switches) + " is " + parity
}

func pressWords(pressed bool) string {
	if pressed {
		return "press"
	}
	return "do not press"
}

// ruleWords says when a switch is pressed.
func ruleWords(b *board.Board, t chase.Step) string {
	name := b.Label(t.Switch)
	parity := map[bool]string{true: "even", false: "odd"}[t.Even]
	switch {
	case len(t.Others) == 0:
		return pressWords(t.Even) + " " + name
	case len(t.Others) == 1 && t.Even:
		return fmt.Sprintf("press either %s or %s, not both", name, nodeSum(b, t.Others))
	case len(t.Others) == 1:
		return fmt.Sprintf("press both %s and %s, or neither", name, nodeSum(b, t.Others))
	}
	return fmt.Sprintf("press %s exactly if %s is %s", name, nodeSum(b, t.Others), parity)
}

// explainElimination shows how equations are solved by hand.
func explainElimination(out *solveOutput, e *chase.Elimination) error {
	w, p, b := out.con.out, out.puzzle, out.puzzle.Board
	out.headline("")
	fmt.Fprintln(w, "1. A light that must change is flipped an odd number of times, any other an even number:")
	for _, q := range e.Equations {
		fmt.Fprintf(w, "     light %s: %s\n", b.Label(q.Light), parityWords(b, q))
	}
	fmt.Fprintln(w, "2. Take the shortest line, solve it for one switch, and put that into the other lines:")
	for _, t := range e.Steps {
		fmt.Fprintf(w, "     light %s: %s\n", b.Label(t.Equation.Light), ruleWords(b, t))
		for _, q := range t.Changed {
			fmt.Fprintf(w, "       then light %s: %s\n", b.Label(q.Light), parityWords(b, q))
		}
	}
	if e.Witness.Len() > 0 {
		fmt.Fprintln(w, "3. A line without switches cannot be odd. It is the sum of the lines of these lights:")
		who := "every press"
		if p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
			who = "every allowed press"
		}
		out.refuted(who, e.Witness)
		return reported(exitNo)
	}
	answers := 1 << len(e.Free)
	if answers == 1 {
		fmt.Fprintln(w, "3. Every switch is decided. Going back from the last line to the first:")
	} else {
		var free []string
		for _, s := range e.Free {
			free = append(free, b.Label(s))
		}
		fmt.Fprintf(w, "3. Nothing decides %s: each of the %d choices gives an answer.\n", strings.Join(free, ", "), answers)
		fmt.Fprintln(w, "   This one has the fewest presses. Going back from the last line to the first:")
	}
	order := slices.Clone(e.Free)
	for _, t := range slices.Backward(e.Steps) {
		order = append(order, t.Switch)
	}
	var said []string
	for _, s := range order {
		said = append(said, b.Label(s)+map[bool]string{true: " yes", false: " no"}[e.Presses.Bit(s)])
	}
	fmt.Fprintf(w, "     %s\n", strings.Join(said, ", "))
	out.picture(p.On, board.Bits(e.Presses), out.presses)
	fmt.Fprintf(w, "%s\n%s\n", out.pressLine(board.Bits(e.Presses)), noFewer(answers))
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
	out.refuted("every press", lesson.Witness)
	return reported(exitNo)
}
