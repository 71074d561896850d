package puzzlefile

import (
	"fmt"
	"slices"

	"lightsout/board"
)

// pictureRow is a row of the board's drawing, prepared for writing many states of the lights.
type pictureRow struct {
	width  int
	first  int     // the row's lights are first, first+1, …, unless lights is set
	lights []int32 // -1 for a place without a light
}

// pictureOf is the board's drawing; nil without one.
func pictureOf(b *board.Board) []pictureRow {
	if b.Layout() == nil {
		return nil
	}
	rows, cols := b.Layout().Size()
	picture := make([]pictureRow, rows)
	for r := range picture {
		row := pictureRow{width: cols, first: b.Layout().Cell(r, 0)}
		for c := range cols {
			if row.first < 0 || b.Layout().Cell(r, c) != row.first+c {
				row.lights = make([]int32, cols)
				break
			}
		}
		for c := range row.lights {
			row.lights[c] = int32(b.Layout().Cell(r, c))
		}
		picture[r] = row
	}
	return picture
}

// light is the light in a column, -1 if there is none.
func (r *pictureRow) light(col int) int {
	if r.lights == nil {
		return r.first + col
	}
	return int(r.lights[col])
}

// append draws the row of a state: . and #, or the digits of states, and _ for no light.
func (r *pictureRow) append(dst []byte, state board.State) []byte {
	signs := stateDigits
	if state.Mod() == 2 {
		signs = ".#"
		if r.lights == nil {
			return marks.appendBits(dst, state.Bits().Words(), r.first, r.width)
		}
	}
	for c := range r.width {
		if l := r.light(c); l < 0 {
			dst = append(dst, '_')
		} else {
			dst = append(dst, signs[state.At(l)])
		}
	}
	return dst
}

// parseDrawing reads rows: the board's drawing as pictureRow writes it, or else a picture as [board.Board.ParsePicture]
// takes it.
func parseDrawing(b *board.Board, rows []string) (none board.State, err error) {
	if b.Shape().InRows || !isDrawing(b, rows) {
		return b.ParsePicture(rows)
	}
	cells := make([]byte, b.Lights())
	for r, text := range rows {
		for c := range len(text) {
			switch l := b.Layout().Cell(r, c); {
			case l >= 0:
				cells[l] = text[c]
			case text[c] != '_':
				return none, fmt.Errorf("row %d, column %d: _ is for places without a light, and there is none here",
					r+1, c+1)
			}
		}
	}
	return b.ParsePicture([]string{string(cells)})
}

// isDrawing reports whether rows have the size of the board's drawing.
func isDrawing(b *board.Board, rows []string) bool {
	if b.Layout() == nil {
		return false
	}
	tall, wide := b.Layout().Size()
	return len(rows) == tall && !slices.ContainsFunc(rows, func(text string) bool { return len(text) != wide })
}
