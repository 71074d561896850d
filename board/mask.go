package board

import (
	"errors"
	"fmt"
	"strings"
)

// holes renumbers the cells that are there: cell[place] is a cell's number or -1 for a hole, and
// place[cell] is the way back.
type holes struct {
	cell  []int32
	place []int32
}

var errMask = errors.New("mask= needs a board of rows and columns")

// parseMask reads which cells are there: rows of # (a cell) and _ (a hole).
func parseMask(text string) ([]string, error) {
	rows := strings.Split(text, "/")
	for i, row := range rows {
		if strings.Trim(row, "#_") != "" {
			return nil, fmt.Errorf("mask row %d: a mask is written with # for a cell and _ for a hole", i+1)
		}
	}
	return rows, nil
}

// masked cuts holes into a board of rows and columns.
func (b *Board) masked(g *lattice, mask []string) (*Board, error) {
	rows, cols := g.dims[0], g.dims[1]
	h, err := cutHoles(mask, rows, func(int) int { return cols })
	if err != nil || h == nil {
		return b, err
	}
	g.holes, g.cells = h, len(h.place)
	b.layout = &table{rows, cols, h.cell, h.place}
	b.switches, b.lights = g.cells, g.cells
	b.shape.Masked = true
	b.spec += ",mask=" + strings.Join(mask, "/")
	return b, nil
}

// cutHoles numbers the cells that a mask leaves of rows of the given lengths; nil if it leaves all of them. The mask
// has as many characters as the board has places, so the text that was read bounds the memory taken here.
func cutHoles(mask []string, rows int, length func(row int) int) (*holes, error) {
	if len(mask) != rows {
		return nil, fmt.Errorf("the mask has %d rows, the board %d", len(mask), rows)
	}
	h := &holes{}
	for r, row := range mask {
		if len(row) != length(r) {
			return nil, fmt.Errorf("mask row %d has %d cells, the board %d there", r+1, len(row), length(r))
		}
		for _, ch := range []byte(row) {
			cell := int32(-1)
			if ch == '#' {
				cell = int32(len(h.place))
				h.place = append(h.place, int32(len(h.cell)))
			}
			h.cell = append(h.cell, cell)
		}
	}
	switch len(h.place) {
	case 0:
		return nil, errors.New("the mask leaves no cell")
	case len(h.cell):
		return nil, nil
	}
	return h, nil
}
