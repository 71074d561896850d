package main

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// What is particular to boards whose lights have more than two states: states and numbers of presses are
// digits, and a LIST says 3*2 for switch 3 twice.

// twoStatesFor refuses a board whose lights have more than two states, naming what does not take it.
func twoStatesFor(b *board.Board, what string) error {
	if err := b.TwoStates(); err != nil {
		return usagef("%s: %v", what, err)
	}
	return nil
}

// firstPress is the first of the presses, and nothing else; -1 if there is none.
func firstPress(presses board.State) (press int, one board.State) {
	one = board.NewState(presses.Len(), presses.Mod())
	for s := range presses.All() {
		one.Set(s, 1)
		return s, one
	}
	return -1, one
}

// algebraWords tells how many answers there are, and why.
func algebraWords(res *solve.Result) string {
	answers := "answers not counted"
	if res.Answers != nil {
		answers = countWords(res.Answers)
	}
	if res.QuietOrder == nil || isPrime(res.Puzzle.Board.States()) {
		return fmt.Sprintf(", nullity %d: %s", res.Nullity, answers)
	}
	return fmt.Sprintf(", quiet order %v: %s", res.QuietOrder, answers)
}

// exponent is the k with base^k = n, if there is one.
func exponent(n *big.Int, base int) (k int, ok bool) {
	if base == 2 {
		k = n.BitLen() - 1
		return k, n.TrailingZeroBits() == uint(k)
	}
	rest, b, digit := new(big.Int).Set(n), big.NewInt(int64(base)), new(big.Int)
	for one := big.NewInt(1); rest.Cmp(one) > 0; k++ {
		if rest.QuoRem(rest, b, digit); digit.Sign() != 0 {
			return 0, false
		}
	}
	return k, rest.Sign() > 0
}

func isPrime(n int) bool { return big.NewInt(int64(n)).ProbablyPrime(0) }

// pressesPicture draws the puzzle and what to press.
func (o *solveOutput) pressesPicture(presses board.State) {
	if presses.Mod() > 2 {
		statesDrawing{board: o.puzzle.Board, states: o.puzzle.On, times: presses}.draw(o.con.out)
		return
	}
	o.picture(o.puzzle.On.Bits(), presses.Bits(), o.presses)
}

// weightWords tells in words why a puzzle has no answer.
func weightWords(b *board.Board, e *solve.UnsolvableError) string {
	words, who := "unsolvable", "a press"
	if e.Condition != "" {
		words, who = e.Error(), "a press that is left"
	}
	if e.Size() == 1 {
		return fmt.Sprintf("%s: this 1 light, as often as it counts below: %s changes it by a multiple of %d, but it must change by %d more", words, who, b.States(), e.MustChange)
	}
	return fmt.Sprintf("%s: these %d lights, each as often as it counts below: %s changes their sum by a multiple of %d, but it must change by %d more", words, e.Size(), who, b.States(), e.MustChange)
}

// pressLine counts and lists presses.
func pressLine(presses board.State) string {
	n := presses.Weight()
	if n == 0 {
		return "0 presses: nothing to do"
	}
	return plural(n, "press", "presses") + ": " + cellList(presses)
}

// cellList writes the cells as a LIST: 1,3*2 is cell 1 and twice cell 3.
func cellList(cells board.State) string {
	if cells.Mod() == 2 {
		return commaList(cells.Indices())
	}
	var s strings.Builder
	for x, n := range cells.All() {
		if s.Len() > 0 {
			s.WriteByte(',')
		}
		fmt.Fprintf(&s, "%d", x+1)
		if n > 1 {
			fmt.Fprintf(&s, "*%d", n)
		}
	}
	return s.String()
}

// digit writes a state, or a number of presses.
func digit(d int) byte { return "0123456789abcdefghijklmnopqrstuvwxyz"[d] }

// statesText is a state on one line, with / between rows where there are rows.
func statesText(b *board.Board, state board.State) string {
	var s strings.Builder
	layout := b.Layout()
	for l, d := range state.Digits() {
		if layout != nil && l > 0 {
			if above, _ := layout.Place(l - 1); above < rowOf(layout, l) {
				s.WriteByte('/')
			}
		}
		s.WriteByte(digit(int(d)))
	}
	return s.String()
}

func rowOf(layout board.Layout, cell int) int {
	row, _ := layout.Place(cell)
	return row
}

// statesDrawing is a board with the states of its lights, and how often switches are pressed or which
// lights are marked.
type statesDrawing struct {
	board  *board.Board
	states board.State
	times  board.State // of switches; length 0: none
	marked gf2.Vec     // lights; length 0: none
}

// draw writes the drawing, if the board has one that is small enough. A light is the digit of its state,
// so that states are told apart without colour; +2 after it is a switch to press twice, * a marked light.
func (d statesDrawing) draw(w io.Writer) {
	if !drawable(d.board) {
		return
	}
	switches, lights := d.board.Sites()
	rows, cols := lights.Size()
	width := 2
	if d.times.Len() > 0 {
		width = 4
	} else if d.marked.Len() > 0 {
		width = 3
	}
	for r := range rows {
		line := "     "
		for c := range cols {
			cell := ""
			if l := lights.Cell(r, c); l >= 0 {
				cell = string(digit(d.states.At(l)))
				if d.marked.Len() > 0 && d.marked.Bit(l) {
					cell += "*"
				}
			}
			if s := switches.Cell(r, c); s >= 0 && d.times.Len() > 0 && d.times.At(s) > 0 {
				cell += "+" + string(digit(d.times.At(s)))
			}
			line += fmt.Sprintf("%-*s", width, cell)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	switch {
	case d.times.Len() > 0:
		fmt.Fprintln(w, "     1 is a light in state 1; 1+2: press its switch twice")
	case d.marked.Len() > 0:
		fmt.Fprintln(w, "     1 is a light in state 1; *: not as the goal wants it")
	}
}
