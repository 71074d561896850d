package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// drawing is a board with its lights and some marked cells: the presses of an answer, or the lights of
// a witness.
type drawing struct {
	board  *board.Board
	lit    gf2.Vec
	marked gf2.Vec // length 0: none
	brush  brush
}

// brush is the text of a cell, two columns wide so that cells are about square. Every brush
// distinguishes the four cases by shape, not by colour alone.
type brush struct {
	dark, lit, darkMarked, litMarked string
	legend                           string
}

var (
	unicodePresses = brush{dark: "· ", lit: "● ", darkMarked: "◎ ", litMarked: "◉ ", legend: "● on  · off  ◉ on, press  ◎ off, press"}
	unicodeWitness = brush{dark: "· ", lit: "● ", darkMarked: "◇ ", litMarked: "◆ ", legend: "◆ ◇ the witness, on and off"}
	asciiPresses   = brush{dark: ". ", lit: "# ", darkMarked: "o ", litMarked: "@ ", legend: "# on  . off  @ on, press  o off, press"}
	asciiWitness   = brush{dark: ". ", lit: "# ", darkMarked: "w ", litMarked: "W ", legend: "W w the witness, on and off"}
	colourPresses  = brush{
		dark: "\x1b[48;5;236;38;5;244m· \x1b[0m", lit: "\x1b[48;5;220m  \x1b[0m",
		darkMarked: "\x1b[48;5;236;1;38;5;231m()\x1b[0m", litMarked: "\x1b[48;5;220;1;38;5;16m()\x1b[0m",
		legend: "\x1b[48;5;220m  \x1b[0m on  \x1b[48;5;236;38;5;244m· \x1b[0m off  () press",
	}
	colourWitness = brush{
		dark: "\x1b[48;5;236;38;5;244m· \x1b[0m", lit: "\x1b[48;5;220m  \x1b[0m",
		darkMarked: "\x1b[48;5;24;1;38;5;231m<>\x1b[0m", litMarked: "\x1b[48;5;39;1;38;5;16m<>\x1b[0m",
		legend: "\x1b[48;5;39;1;38;5;16m<>\x1b[0m \x1b[48;5;24;1;38;5;231m<>\x1b[0m the witness, on and off",
	}
)

// brushes picks the brushes for presses and for witnesses that suit the output.
func brushes(con *console, ascii bool) (presses, witness brush) {
	switch {
	case ascii:
		return asciiPresses, asciiWitness
	case con.terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb":
		return colourPresses, colourWitness
	default:
		return unicodePresses, unicodeWitness
	}
}

// The largest drawing; larger ones help nobody.
const (
	maxDrawnRows = 120
	maxDrawnCols = 120
)

// drawable reports whether the board has a layout that is small enough to draw.
func drawable(b *board.Board) bool {
	if b.Layout() == nil {
		return false
	}
	rows, cols := b.Layout().Size()
	return rows <= maxDrawnRows && cols <= maxDrawnCols
}

// draw writes the drawing, with row and column numbers if the board has them. It writes nothing if the
// board is not drawable.
func (d drawing) draw(w io.Writer) {
	if !drawable(d.board) {
		return
	}
	rows, cols := d.board.Layout().Size()
	numbered := len(d.board.Shape().Dims) <= 2 && d.board.Shape().Kind != "cube"
	if numbered {
		fmt.Fprintf(w, "     %s\n", columnNumbers(cols))
	}
	for r := range rows {
		var line strings.Builder
		if numbered {
			fmt.Fprintf(&line, "%3d  ", r+1)
		} else {
			line.WriteString("     ")
		}
		for c := range cols {
			line.WriteString(d.cell(d.board.Layout().Cell(r, c)))
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

func (d drawing) cell(cell int) string {
	if cell < 0 {
		return "  "
	}
	lit, marked := d.lit.Bit(cell), d.marked.Len() > 0 && d.marked.Bit(cell)
	switch {
	case lit && marked:
		return d.brush.litMarked
	case lit:
		return d.brush.lit
	case marked:
		return d.brush.darkMarked
	default:
		return d.brush.dark
	}
}

// columnNumbers is the line above the cells: all numbers if they have one digit, otherwise the first
// and every fifth.
func columnNumbers(cols int) string {
	line := []byte(strings.Repeat(" ", 2*cols+2))
	for c := 1; c <= cols; c++ {
		if cols <= 9 || c == 1 || c%5 == 0 {
			copy(line[2*(c-1):], fmt.Sprint(c))
		}
	}
	return strings.TrimRight(string(line), " ")
}

// place describes a switch for people: its number, and its row and column if it has them.
func place(b *board.Board, s int) string {
	if b.Layout() == nil || len(b.Shape().Dims) > 2 || b.Shape().Kind == "cube" {
		return fmt.Sprintf("switch %d", s+1)
	}
	r, c := b.Layout().Place(s)
	return fmt.Sprintf("row %d, column %d (switch %d)", r+1, c+1, s+1)
}

// stateText is a state on one line, with / between rows where there are rows.
func stateText(b *board.Board, state gf2.Vec) string {
	cols := 0
	if d := b.Shape().Dims; len(d) == 2 && !b.Shape().Masked {
		cols = d[1]
	}
	var s strings.Builder
	for l := range state.Len() {
		if cols > 0 && l > 0 && l%cols == 0 {
			s.WriteByte('/')
		}
		if state.Bit(l) {
			s.WriteByte('#')
		} else {
			s.WriteByte('.')
		}
	}
	return s.String()
}
