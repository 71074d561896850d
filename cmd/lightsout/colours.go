package main

import (
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
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

// pressed is an answer: a set of switches, or how often each is pressed where lights have more than two
// states.
type pressed struct {
	set   gf2.Vec
	times []uint8 // nil: it is set
}

func bitPresses(set gf2.Vec) pressed     { return pressed{set: set} }
func timesPresses(times []uint8) pressed { return pressed{times: times} }

// pressesOf is the presses of a result that does not come row by row.
func pressesOf(res *solve.Result) pressed { return pressed{res.Presses, res.Times} }

// asPresses makes presses of answers of either kind.
func asPresses[T any](answers iter.Seq2[T, error], of func(T) pressed) iter.Seq2[pressed, error] {
	return func(yield func(pressed, error) bool) {
		for answer, err := range answers {
			if !yield(of(answer), err) {
				return
			}
		}
	}
}

func (p pressed) count() int {
	if p.times != nil {
		return countTimes(p.times)
	}
	return p.set.Weight()
}

// list is the presses one by one.
func (p pressed) list() []int {
	if p.times == nil {
		return p.set.Indices()
	}
	list := []int{}
	for s, n := range p.times {
		for range n {
			list = append(list, s)
		}
	}
	return list
}

// line counts and lists them.
func (p pressed) line() string {
	if p.times != nil {
		return timesLine(p.times)
	}
	return listLine(p.set.Indices())
}

// digits has a digit for every switch.
func (p pressed) digits() string {
	if p.times != nil {
		return digits(p.times)
	}
	return p.set.String()
}

// first is the first press, and nothing else; -1 if there is none.
func (p pressed) first() (press int, one pressed) {
	if p.times == nil {
		if press, one.set = p.set.NextOne(0), gf2.NewVec(p.set.Len()); press >= 0 {
			one.set.Set(press, true)
		}
		return press, one
	}
	one.times = make([]uint8, len(p.times))
	for s, n := range p.times {
		if n > 0 {
			one.times[s] = 1
			return s, one
		}
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
func (o *solveOutput) pressesPicture(p pressed) {
	if p.times != nil {
		statesDrawing{board: o.puzzle.Board, states: o.puzzle.OnStates, times: p.times}.draw(o.con.out)
		return
	}
	o.picture(o.puzzle.On, p.set, o.presses)
}

// stateSteps yields each state on the way and the press to make in it.
func (o *solveOutput) stateSteps(res *solve.Result) iter.Seq2[[]uint8, int] {
	return func(yield func([]uint8, int) bool) {
		state := slices.Clone(o.puzzle.OnStates)
		for s, n := range res.Times {
			for range n {
				if !yield(state, s) {
					return
				}
				o.puzzle.Board.AddPresses(state, s, 1)
			}
		}
	}
}

func (o *solveOutput) colourSteps(res *solve.Result) {
	b, n := o.puzzle.Board, 0
	state := slices.Clone(o.puzzle.OnStates)
	for before, s := range o.stateSteps(res) {
		n++
		fmt.Fprintf(o.con.out, "%4d. %s  press %s\n", n, statesText(b, before), place(b, s))
		b.AddPresses(state, s, 1)
	}
	fmt.Fprintf(o.con.out, "%4s  %s  the goal\n", "", statesText(b, state))
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

// weights lists the lights of a witness.
func (o *solveOutput) weights(e *solve.UnsolvableError) {
	if e.Size() <= maxListed {
		fmt.Fprintf(o.con.out, "witness: %s\n", timesList(e.Weights))
	}
}

// timesOf counts how often each of n things is in a list.
func timesOf(n int, list []int) []uint8 {
	times := make([]uint8, n)
	for _, x := range list {
		times[x]++
	}
	return times
}

// timesList writes numbers of times as a LIST: 1,3*2.
func timesList(times []uint8) string {
	var s strings.Builder
	for x, n := range times {
		if n == 0 {
			continue
		}
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

// timesLine counts and lists presses.
func timesLine(times []uint8) string {
	n := countTimes(times)
	if n == 0 {
		return "0 presses: nothing to do"
	}
	return plural(n, "press", "presses") + ": " + timesList(times)
}

// countTimes is how many presses there are.
func countTimes(times []uint8) int {
	sum := 0
	for _, n := range times {
		sum += int(n)
	}
	return sum
}

// digits writes states, or numbers of presses.
func digits(of []uint8) string {
	var s strings.Builder
	for _, d := range of {
		s.WriteByte(digit(d))
	}
	return s.String()
}

// digit writes a state, or a number of presses.
func digit(d uint8) byte { return "0123456789abcdefghijklmnopqrstuvwxyz"[d] }

// statesText is a state on one line, with / between rows where there are rows.
func statesText(b *board.Board, state []uint8) string {
	var s strings.Builder
	layout := b.Layout()
	for l, d := range state {
		if layout != nil && l > 0 {
			if above, _ := layout.Place(l - 1); above < rowOf(layout, l) {
				s.WriteByte('/')
			}
		}
		s.WriteByte(digit(d))
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
	states []uint8
	times  []uint8 // of switches; nil: none
	marked gf2.Vec // lights; length 0: none
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
	if d.times != nil {
		width = 4
	} else if d.marked.Len() > 0 {
		width = 3
	}
	for r := range rows {
		line := "     "
		for c := range cols {
			cell := ""
			if l := lights.Cell(r, c); l >= 0 {
				cell = string(digit(d.states[l]))
				if d.marked.Len() > 0 && d.marked.Bit(l) {
					cell += "*"
				}
			}
			if s := switches.Cell(r, c); s >= 0 && d.times != nil && d.times[s] > 0 {
				cell += "+" + string(digit(d.times[s]))
			}
			line += fmt.Sprintf("%-*s", width, cell)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	switch {
	case d.times != nil:
		fmt.Fprintln(w, "     1 is a light in state 1; 1+2: press its switch twice")
	case d.marked.Len() > 0:
		fmt.Fprintln(w, "     1 is a light in state 1; *: not as the goal wants it")
	}
}
