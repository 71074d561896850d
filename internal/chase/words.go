package chase

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/textboard"
)

// phrases are the words for light chasing on a board: rows chase down, columns to the right.
type phrases struct {
	down, line, behind    string // the direction, what chases, and where to press
	top, bottom, position string
	closed                bool
}

func phrasesOf(c Lines) phrases {
	if c.Columns() {
		return phrases{"to the right", "column", "to the right of", "first column", "last column", "row", c.Closed()}
	}
	return phrases{"down", "row", "under", "top row", "bottom row", "column", c.Closed()}
}

// left is the left side of a rule: columns 1,5 of the bottom row.
func (w phrases) left(r Rule) string {
	return joined(w.cells(r.Bottom, w.bottom), w.cells(r.LeftTop, w.top))
}

// seen introduces what a chase left.
func (w phrases) seen(r Rule) string {
	if cells, ok := strings.CutSuffix(w.left(r), " of the "+w.bottom); ok && !w.closed {
		return "Left on the " + w.bottom + ": " + cells
	}
	return "Left: " + w.left(r)
}

// press is the right side of a rule: columns 1,2 of the top row.
func (w phrases) press(r Rule) string {
	if len(r.Top)+len(r.PressBottom) == 0 {
		return "nothing"
	}
	return joined(w.cells(r.Top, w.top), w.cells(r.PressBottom, w.bottom))
}

// cells names cells of a line; no cells are no text.
func (w phrases) cells(list []int, line string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s %s of the %s", w.position, textboard.Numbers(list), line)
	}
	return fmt.Sprintf("%ss %s of the %s", w.position, textboard.Numbers(list), line)
}

// joined joins the texts that are not empty.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " and ")
}

// WriteTable writes the lookup table, a rule per line.
func (c Lines) WriteTable(out io.Writer, table []Rule) {
	w := phrasesOf(c)
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
			fmt.Fprintf(out, "  %s → %s\n", textboard.Numbers(r.Bottom), textboard.Numbers(r.Top))
		}
	}
}

// Write shows a person how light chasing solves the puzzle, below a line that names it; fewest: among several answers the
// one with the fewest presses was looked for. A puzzle without an answer leaves its witness to be written.
func (lesson *Lesson) Write(w io.Writer, p *board.Puzzle, brush textboard.Brush, fewest bool) (witness gf2.Vec) {
	phrases := phrasesOf(lesson.Lines)
	draw := func(lit gf2.Vec, presses []int) gf2.Vec {
		marked := gf2.VecOf(p.Board.Switches(), presses...)
		textboard.Drawing{Board: p.Board, Lit: board.Bits(lit), Marked: board.Bits(marked), Brush: brush}.Draw(w)
		after := lit.Clone()
		for _, s := range presses {
			p.Board.Press(board.Bits(after), s, 1)
		}
		return after
	}
	fmt.Fprintf(w, "1. Chase the lights %s: %s by %s from the second, press %s every lit cell.\n", phrases.down,
		phrases.line, phrases.line, phrases.behind)
	if phrases.closed {
		fmt.Fprintf(w, "   The %s is next to the %s, so both may keep lights.\n", phrases.bottom, phrases.top)
	}
	left := draw(p.On.Bits(), lesson.Down)
	presses := pressLine(p.Board, lesson.Presses.Indices())
	switch {
	case left.IsZero() && len(lesson.Press) == 0:
		fmt.Fprintf(w, "2. Nothing is left: done.\n%s\n%s\n", presses, lessonEnd(lesson, fewest))
		return gf2.Vec{}
	case !lesson.Solvable:
		lesson.refuse(w, p, brush, phrases, left)
		return lesson.Witness
	case left.IsZero():
		fmt.Fprintf(w, "2. Nothing is left, but another answer has fewer presses: press %s.\n",
			phrases.press(lesson.Rule))
	case fewest && lesson.Answers > 1:
		fmt.Fprintf(w, "2. %s. Of the %d ways to clear that, this one leads to the fewest presses: press %s.\n",
			phrases.seen(lesson.Rule), lesson.Answers, phrases.press(lesson.Rule))
	default:
		fmt.Fprintf(w, "2. %s. The table says: press %s.\n", phrases.seen(lesson.Rule), phrases.press(lesson.Rule))
	}
	left = draw(left, lesson.Press)
	fmt.Fprintln(w, "3. Chase again: now every light goes off.")
	again := gf2.VecOf(p.Board.Switches(), lesson.Again...)
	textboard.Drawing{Board: p.Board, Lit: board.Bits(left), Marked: board.Bits(again), Brush: brush}.DrawWithLegend(w)
	fmt.Fprintf(w, "The whole table: %s\n", tableCommand(p.Board.Spec()))
	fmt.Fprintf(w, "In total, where two presses of the same cell cancel: %s\n%s\n", presses, lessonEnd(lesson, fewest))
	return gf2.Vec{}
}

// lessonEnd compares the answer of a lesson with the fewest presses.
func lessonEnd(lesson *Lesson, fewest bool) string {
	n := lesson.Presses.Weight()
	if n > lesson.Fewest && !fewest {
		return fmt.Sprintf("%s; the fewest is %d (--min)", textboard.Count(n, "press", "presses"), lesson.Fewest)
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
func parityWords(b *board.Board, e Equation) string {
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
func ruleWords(b *board.Board, t Step) string {
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

// Write shows a person how the equations are solved by hand, below a line that names the puzzle. One without an answer
// leaves its witness to be written.
func (e *Elimination) Write(w io.Writer, p *board.Puzzle, brush textboard.Brush) (witness gf2.Vec) {
	b := p.Board
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
		return e.Witness
	}
	answers := 1 << len(e.Free)
	if answers == 1 {
		fmt.Fprintln(w, "3. Every switch is decided. Going back from the last line to the first:")
	} else {
		var free []string
		for _, s := range e.Free {
			free = append(free, b.Label(s))
		}
		fmt.Fprintf(w, "3. Nothing decides %s: each of the %d choices gives an answer.\n", strings.Join(free, ", "),
			answers)
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
	textboard.Drawing{Board: b, Lit: p.On, Marked: board.Bits(e.Presses), Brush: brush}.DrawWithLegend(w)
	fmt.Fprintf(w, "%s\n%s\n", pressLine(b, e.Presses.Indices()), noFewer(answers))
	return gf2.Vec{}
}

// pressLine is a number of presses and which they are.
func pressLine(b *board.Board, presses []int) string {
	list := textboard.List(b, presses)
	if len(presses) == 0 {
		list = "nothing to do"
	}
	return textboard.Count(len(presses), "press", "presses") + ": " + list
}

func tableCommand(spec string) string {
	return fmt.Sprintf("lightsout info --board %s --chase-table", strings.TrimPrefix(spec, "grid:"))
}

// refuse shows what a chaser sees at the end of an unsolvable state, and why no row of the table
// has it.
func (lesson *Lesson) refuse(w io.Writer, p *board.Puzzle, brush textboard.Brush, phrases phrases, left gf2.Vec) {
	fmt.Fprintf(w, "2. %s. No row of the table has that.\n", phrases.seen(lesson.Rule))
	textboard.Drawing{Board: p.Board, Lit: board.Bits(left), Brush: brush}.DrawWithLegend(w)
	if n := len(lesson.Table); n == 0 {
		fmt.Fprintln(w, "   The table is empty: if a state can be solved, chasing alone solves it.")
	} else {
		fmt.Fprintf(w, "   The table has %s: %s\n", textboard.Count(n, "row", "rows"), tableCommand(p.Board.Spec()))
	}
	odd := textboard.Count(lesson.Overlap(lesson.Rule), "is", "are")
	fmt.Fprintf(w, "3. Why: every solvable state leaves an even number of lights on among %s; here %s left.\n",
		phrases.left(lesson.Lines.Seen(lesson.Witness)), odd)
	fmt.Fprintln(w, "   They belong to a set of lights of which every press flips an even number:")
}
