package picture

import (
	"bufio"
	"fmt"
	"image/color"
	"io"

	"lightsout/board"
	"lightsout/gf2"
)

// WriteSVG draws a state of the board as SVG, with one unit per cell; the scale sets the size in
// pixels.
func (s Style) WriteSVG(w io.Writer, b *board.Board, state gf2.Vec) error {
	if err := b.TwoStates(); err != nil {
		return err
	}
	rows, cols := b.Layout().Size()
	dark, light := s.colours()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", cols*s.Scale, rows*s.Scale, cols, rows)
	fmt.Fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", cols, rows, hex(dark))
	if s.Shape == "bulbs" {
		fmt.Fprintf(out, "<g fill=\"none\" stroke=\"%s\" stroke-width=\".08\">\n", hex(s.ramp(smoothShades)[1]))
		eachCell(b, state, false, func(row, col, _ int) {
			fmt.Fprintf(out, "<circle cx=\"%d.5\" cy=\"%d.5\" r=\".21\"/>\n", col, row)
		})
		fmt.Fprintln(out, "</g>")
	}
	if s.Shape == "" || s.Shape == "squares" {
		fmt.Fprintf(out, "<path fill=\"%s\" shape-rendering=\"crispEdges\" d=\"", hex(light))
		eachRun(b, state, func(row, col, n int) { fmt.Fprintf(out, "M%d %dh%dv1h-%dz", col, row, n, n) })
		fmt.Fprintln(out, "\"/>")
	} else {
		fmt.Fprintf(out, "<g fill=\"%s\">\n", hex(light))
		eachCell(b, state, true, func(row, col, _ int) {
			fmt.Fprintf(out, "<circle cx=\"%d.5\" cy=\"%d.5\" r=\".47\"/>\n", col, row)
		})
		fmt.Fprintln(out, "</g>")
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// eachCell visits the cells that are lit, or those that are not, row by row.
func eachCell(b *board.Board, state gf2.Vec, lit bool, do func(row, col, cell int)) {
	rows, cols := b.Layout().Size()
	for r := range rows {
		for c := range cols {
			if cell := b.Layout().Cell(r, c); cell >= 0 && state.Bit(cell) == lit {
				do(r, c, cell)
			}
		}
	}
}

// eachRun visits the horizontal runs of lit cells.
func eachRun(b *board.Board, state gf2.Vec, do func(row, col, n int)) {
	_, cols := b.Layout().Size()
	row, from, n := 0, 0, 0
	eachCell(b, state, true, func(r, c, _ int) {
		if n > 0 && r == row && c == from+n && c < cols {
			n++
			return
		}
		if n > 0 {
			do(row, from, n)
		}
		row, from, n = r, c, 1
	})
	if n > 0 {
		do(row, from, n)
	}
}

// WritePBM writes the picture as a portable bitmap (P4) that looks like it: lights that are off are
// black, and so are places without a cell.
func (r *Reached) WritePBM(w io.Writer) error {
	layout := r.Board.Layout()
	rows, cols := layout.Size()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "P4\n%d %d\n", cols, rows)
	line := make([]byte, (cols+7)/8)
	for row := range rows {
		clear(line)
		for col := range cols {
			if cell := layout.Cell(row, col); cell < 0 || !r.Picture.Bit(cell) {
				line[col/8] |= 0x80 >> (col % 8)
			}
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
