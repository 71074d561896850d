package main

import (
	"fmt"
	"io"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
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
