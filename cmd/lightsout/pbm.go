package main

import (
	"fmt"
	"io"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// readPBM is what writePBM wrote of a board's switches; name stands for the bitmap in errors.
func readPBM(name, image string, b *board.Board) ([]int, error) {
	bitmap, err := gridpoly.OpenPBM(name, strings.NewReader(image), int64(len(image)))
	if err != nil {
		return nil, usagef("%v", err)
	}
	rows, cols := bitmap.Size()
	layout := b.Layout()
	if layout == nil {
		return nil, usagef("%s: %s has no rows and columns to lay a bitmap on", name, b.Spec())
	}
	if r, c := layout.Size(); r != rows || c != cols {
		return nil, usagef("%s: the bitmap has %d rows and %d columns, %s has %d and %d", name, rows, cols, b.Spec(), r, c)
	}
	var pressed []int
	next, buf := bitmap.From(0), make([]uint64, (cols+63)/64)
	for r := range rows {
		row, err := next(buf)
		if err != nil {
			return nil, err
		}
		for c := range cols {
			if row[c/64]>>(c%64)&1 == 0 {
				continue
			}
			cell := layout.Cell(r, c)
			if cell < 0 {
				return nil, usagef("%s: the bitmap has a black pixel at row %d, column %d, where %s has no switch", name, r+1, c+1, b.Spec())
			}
			pressed = append(pressed, cell)
		}
	}
	return pressed, nil
}

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
