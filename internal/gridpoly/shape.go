package gridpoly

import "fmt"

// Shape is a rectangle of lights and which of its edges are joined.
type Shape struct {
	Rows, Cols int
	// WrapRows joins the bottom edge to the top edge, WrapCols the right edge to the left.
	WrapRows, WrapCols bool
}

// ShapeOf is the rectangle of a kind of board: a grid, cylinder or torus of rows and columns, or a path or cycle, which
// is one column.
func ShapeOf(kind string, dims []int) (s Shape, ok bool) {
	switch kind {
	case "path", "cycle", "grid", "torus", "cylinder":
	default:
		return Shape{}, false
	}
	switch len(dims) {
	case 1:
		return Shape{Rows: dims[0], Cols: 1, WrapRows: kind == "cycle" || kind == "torus"}, true
	case 2:
		return Shape{Rows: dims[0], Cols: dims[1], WrapRows: kind == "torus", WrapCols: kind != "grid"}, true
	}
	return Shape{}, false
}

func (s Shape) validate() error {
	if s.Rows < 1 || s.Cols < 1 {
		return fmt.Errorf("gridpoly: a board of %d rows and %d columns has no lights", s.Rows, s.Cols)
	}
	return nil
}

// words is how many words a row takes.
func (s Shape) words() int { return rowWords(s.Cols) }

func rowWords(cols int) int { return (cols + 63) / 64 }

// lastWord has a one for every column that the last word of a row holds.
func (s Shape) lastWord() uint64 { return ^uint64(0) >> (-s.Cols & 63) }
