package picture

import (
	"bufio"
	"fmt"
	"io"

	"lightsout/board"
	"lightsout/gf2"
)

// WriteSVG draws a state of the board as SVG, with one unit per cell; the scale sets the size in pixels.
func WriteSVG(w io.Writer, b *board.Board, state gf2.Vec, scale int) error {
	if err := b.TwoStates(); err != nil {
		return err
	}
	rows, cols := b.Layout().Size()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", cols*scale, rows*scale, cols, rows)
	fmt.Fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#000000\"/>\n", cols, rows)
	fmt.Fprint(out, "<path fill=\"#ffffff\" shape-rendering=\"crispEdges\" d=\"")
	for row := range rows {
		n := 0 // lit cells side by side, which are one rectangle
		for col := range cols + 1 {
			if col < cols {
				if cell := b.Layout().Cell(row, col); cell >= 0 && state.Bit(cell) {
					n++
					continue
				}
			}
			if n > 0 {
				fmt.Fprintf(out, "M%d %dh%dv1h-%dz", col-n, row, n, n)
			}
			n = 0
		}
	}
	fmt.Fprintln(out, "\"/>\n</svg>")
	return out.Flush()
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
