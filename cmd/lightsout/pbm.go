package main

import (
	"fmt"
	"io"

	"lightsout/board"
	"lightsout/gf2"
)

// writePBM writes a vector over a board's cells as a portable bitmap (P4), a black pixel for a
// one; places without a cell are white.
func writePBM(w io.Writer, b *board.Board, v gf2.Vec) error {
	layout := b.Layout()
	if layout == nil {
		return usagef("%s has no rows and columns to make a bitmap of; use --format bits", b.Spec())
	}
	rows, cols := layout.Size()
	if _, err := fmt.Fprintf(w, "P4\n%d %d\n", cols, rows); err != nil {
		return err
	}
	line := make([]byte, (cols+7)/8)
	for r := range rows {
		clear(line)
		for c := range cols {
			if cell := layout.Cell(r, c); cell >= 0 && v.Bit(cell) {
				line[c/8] |= 0x80 >> (c % 8)
			}
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
