package textboard

import (
	"fmt"
	"io"
	"math"
	"strings"

	"lightsout/board"
)

// Drawing is a board with its lights and some marked cells: the presses of an answer, or the lights of
// a witness.
type Drawing struct {
	Board  *board.Board
	Lit    board.State
	Marked board.State // of switches if the brush is for presses, otherwise of lights; length 0: none
	Brush  Brush
}

// Brush is the text of a cell, two columns wide so that cells are about square. Every brush
// distinguishes the cases by shape, not by colour alone.
type Brush struct {
	glyphs
	Legend string // what is marked, for the line below a drawing
	// On a code, where switches and lights have places of their own, a switch that is not marked is
	// spare. Marks are on switches if presses, otherwise on lights.
	spare      string
	presses    bool
	CodeLegend string
	// Triangular cells point up or down.
	up, down       glyphs
	TriangleLegend string
	// styles are the colours of the same four cases on a terminal; nil: none.
	styles *glyphs
}

type glyphs struct{ dark, lit, darkMarked, litMarked string }

var (
	pressBrush = Brush{glyphs: glyphs{"· ", "● ", "◎ ", "◉ "},
		Legend: "● on  · off  ◉ on, press  ◎ off, press",
		spare:  "◦ ", presses: true, CodeLegend: "lights: ● on  · off   switches: ◎ press  ◦ leave",
		up: glyphs{"△ ", "▲ ", "△×", "▲×"}, down: glyphs{"▽ ", "▼ ", "▽×", "▼×"},
		TriangleLegend: "▲ ▼ on  △ ▽ off  × press"}
	witnessBrush = Brush{glyphs: glyphs{"· ", "● ", "◇ ", "◆ "}, Legend: "◆ ◇ the witness, on and off",
		spare: "◦ ", CodeLegend: "lights: ● on  · off  ◆ ◇ the witness, on and off   switches: ◦",
		up: glyphs{"△ ", "▲ ", "△!", "▲!"}, down: glyphs{"▽ ", "▼ ", "▽!", "▼!"},
		TriangleLegend: "▲ ▼ on  △ ▽ off  ! the witness"}

	pressStyles   = glyphs{"48;5;236;38;5;244", "48;5;220;38;5;16", "48;5;236;1;38;5;231", "48;5;220;1;38;5;16"}
	witnessStyles = glyphs{"48;5;236;38;5;244", "48;5;220;38;5;16", "48;5;24;1;38;5;231", "48;5;39;1;38;5;16"}
)

// Brushes picks the brushes for presses and for witnesses that suit the output.
func Brushes(colours bool) (presses, witness Brush) {
	presses, witness = pressBrush, witnessBrush
	if colours {
		presses.styles, witness.styles = &pressStyles, &witnessStyles
	}
	return presses, witness
}

// of is the text, or the style, of a case.
func (g glyphs) of(lit, marked bool) string {
	switch {
	case lit && marked:
		return g.litMarked
	case lit:
		return g.lit
	case marked:
		return g.darkMarked
	default:
		return g.dark
	}
}

// The largest drawing; larger ones help nobody.
const (
	maxDrawnRows = 120
	maxDrawnCols = 120
)

// legendFor is the line below a drawing of the board.
func (b Brush) legendFor(of *board.Board) string {
	switch {
	case of.Layout() == nil:
		return b.CodeLegend
	case len(outline(of, 0)) == triangle:
		return b.TriangleLegend
	default:
		return b.Legend
	}
}

// DrawWithLegend writes the drawing and the line below it.
func (d Drawing) DrawWithLegend(w io.Writer) {
	d.Draw(w)
	if drawable(d.Board) && d.Lit.Mod() == 2 {
		fmt.Fprintf(w, "     %s\n", d.Brush.legendFor(d.Board))
	}
}

// drawable reports whether the board has a drawing that is small enough.
func drawable(b *board.Board) bool {
	switches, _ := b.Sites()
	if switches == nil {
		return false
	}
	rows, cols := switches.Size()
	return rows <= maxDrawnRows && cols <= maxDrawnCols
}

// Draw writes the drawing, with row and column numbers if the board has them. It writes nothing if the
// board is not drawable. Where lights have more than two states there are no numbers, but a legend.
func (d Drawing) Draw(w io.Writer) {
	if !drawable(d.Board) {
		return
	}
	pitch, legend := pitch, ""
	switch {
	case d.Lit.Mod() == 2 || d.Marked.Len() == 0:
	case d.Brush.presses:
		pitch, legend = 4, "     1 is a light in state 1; 1+2: press its switch twice\n"
	default:
		pitch, legend = 3, "     1 is a light in state 1; *: not as the goal wants it\n"
	}
	switches, lights := d.Board.Sites()
	rows, cols := lights.Size()
	numbered := d.Lit.Mod() == 2 && len(d.Board.Shape().Dims) <= 2 && d.Board.Shape().Kind != "cube"
	if numbered && !slanted(d.Board) {
		fmt.Fprintf(w, "     %s\n", columnNumbers(cols))
	}
	for r := range rows {
		var line strings.Builder
		if numbered {
			fmt.Fprintf(&line, "%3d  ", r+1)
		} else {
			line.WriteString("     ")
		}
		at := 0 // in characters
		for c := range cols {
			light, s := lights.Cell(r, c), switches.Cell(r, c)
			if light < 0 && s < 0 {
				continue
			}
			start := pitch * c
			if corners := outline(d.Board, max(light, 0)); corners != nil {
				start = startOf(corners, pitch)
			}
			line.WriteString(strings.Repeat(" ", start-at))
			at = start + pitch
			switch {
			case d.Lit.Mod() > 2:
				fmt.Fprintf(&line, "%-*s", pitch, d.digits(light, s))
			case light >= 0:
				line.WriteString(d.cell(light))
			default:
				line.WriteString(d.switchOf(s))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
	fmt.Fprint(w, legend)
}

// digits is a cell of a board whose lights have more than two states: the digit of its state, so that states are told
// apart without colour; +2 after it is a switch to press twice, * a marked light.
func (d Drawing) digits(light, s int) (cell string) {
	marks := func(i int) bool { return i >= 0 && d.Marked.Len() > 0 && d.Marked.At(i) > 0 }
	if light >= 0 {
		cell = string(digit(d.Lit.At(light)))
	}
	switch {
	case !d.Brush.presses && marks(light):
		cell += "*"
	case d.Brush.presses && marks(s):
		cell += "+" + string(digit(d.Marked.At(s)))
	}
	return cell
}

// triangle is the number of corners of a triangular cell.
const triangle = 3

// pitch is how many characters further the next cell of a row begins.
const pitch = 2

// outline is a cell's corners; nil for a square and where there is no layout.
func outline(b *board.Board, cell int) [][2]float64 {
	if b.Layout() == nil {
		return nil
	}
	return b.Layout().Outline(cell)
}

// startOf is where a cell begins, in characters. A triangle overlaps the one before it by half.
func startOf(outline [][2]float64, pitch int) int {
	width := float64(pitch)
	if len(outline) == triangle {
		width *= 2
	}
	return int(math.Round(width * outline[0][0]))
}

// slanted reports whether the columns of the drawing do not run down: no line of numbers fits them all.
func slanted(b *board.Board) bool {
	kind := b.Shape().Kind
	return kind == "hex" || kind == "triangle"
}

func (d Drawing) cell(cell int) string {
	brush := d.Brush.glyphs
	if o := outline(d.Board, cell); len(o) == triangle {
		brush = d.Brush.up
		if o[0][1] == o[1][1] { // from the left along the top
			brush = d.Brush.down
		}
	}
	onLights := d.Board.Layout() != nil || !d.Brush.presses
	lit, marked := d.Lit.At(cell) > 0, onLights && d.Marked.Len() > 0 && d.Marked.At(cell) > 0
	if d.Brush.styles == nil {
		return brush.of(lit, marked)
	}
	return "\x1b[" + d.Brush.styles.of(lit, marked) + "m" + brush.of(lit, marked) + "\x1b[0m"
}

// switchOf is a switch that has a place of its own.
func (d Drawing) switchOf(s int) string {
	if d.Brush.presses && d.Marked.Len() > 0 && d.Marked.At(s) > 0 {
		return d.Brush.darkMarked
	}
	return d.Brush.spare
}

// columnNumbers is the line above the cells: all numbers if they have one digit, otherwise the first
// and every fifth.
func columnNumbers(cols int) string {
	line := []byte(strings.Repeat(" ", pitch*cols+2))
	for c := 1; c <= cols; c++ {
		if cols <= 9 || c == 1 || c%5 == 0 {
			copy(line[pitch*(c-1):], fmt.Sprint(c))
		}
	}
	return strings.TrimRight(string(line), " ")
}

// Place describes a switch for people: its number, and its row and column if it has them.
func Place(b *board.Board, s int) string {
	switches, _ := b.Sites()
	if b.Names() != nil {
		return b.Label(s)
	}
	if switches == nil || len(b.Shape().Dims) > 2 || b.Shape().Kind == "cube" {
		return fmt.Sprintf("switch %d", s+1)
	}
	r, c := switches.Place(s)
	return fmt.Sprintf("row %d, column %d (switch %d)", r+1, c+1, s+1)
}

// State is a state, a digit for each light, on one line with / between rows where there are rows.
func State(b *board.Board, state string) string {
	var s strings.Builder
	for l, d := range []byte(state) {
		if layout := b.Layout(); layout != nil && l > 0 && rowOf(layout, l-1) < rowOf(layout, l) {
			s.WriteByte('/')
		}
		if b.States() == 2 {
			d = ".#"[d-'0']
		}
		s.WriteByte(d)
	}
	return s.String()
}

func rowOf(layout board.Layout, cell int) int {
	row, _ := layout.Place(cell)
	return row
}
