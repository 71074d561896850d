package board

import (
	"testing"

	"pgregory.net/rapid"
)

// A layout puts every cell on a square of its own, and nothing else on paper.
func TestLayoutsAreBijections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		switches, lights := b.Sites()
		if switches == nil {
			switch k := b.Shape().Kind; k {
			case "hypercube", "complete", "star", "petersen", "platonic", "regular":
				return
			default:
				t.Fatalf("%s has no layout", b)
			}
		}
		checkLayout(t, b, lights, b.Lights())
		checkLayout(t, b, switches, b.Switches())
		if (b.Layout() != nil) != b.IsGraph() {
			t.Fatalf("%s: a layout is for boards whose switches are their lights", b)
		}
	})
}

func checkLayout(t *rapid.T, b *Board, layout Layout, cells int) {
	t.Helper()
	rows, cols := layout.Size()
	for cell := range cells {
		r, c := layout.Place(cell)
		if r < 0 || r >= rows || c < 0 || c >= cols {
			t.Fatalf("%s: cell %d is at %d,%d off the paper of %d×%d", b, cell, r, c, rows, cols)
		}
		if back := layout.Cell(r, c); back != cell {
			t.Fatalf("%s: cell %d is at %d,%d, where cell %d is", b, cell, r, c, back)
		}
	}
	there := 0
	for r := range rows {
		for c := range cols {
			if layout.Cell(r, c) >= 0 {
				there++
			}
		}
	}
	if there != cells {
		t.Fatalf("%s: %d squares hold cells, the board has %d", b, there, cells)
	}
}

// The layers of a grid with more than two axes are blocks with a gap between them.
func TestLayersStandApart(t *testing.T) {
	layout := parse(t, "grid:2x2x3x2").Layout()
	if rows, cols := layout.Size(); rows != 7 || cols != 5 {
		t.Errorf("the paper is %d×%d, want 7×5", rows, cols)
	}
	for cell, want := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {0, 3}} {
		if r, c := layout.Place(cell); [2]int{r, c} != want {
			t.Errorf("cell %d is at %d,%d, want %v", cell, r, c, want)
		}
	}
}

func TestHugeLayeredBoardsAreNotDrawn(t *testing.T) {
	for _, spec := range []string{"grid:10000x10000x100", "cube:100000", "grid:1099511627776x1x1"} {
		if parse(t, spec).Layout() != nil {
			t.Errorf("%s has a layout", spec)
		}
	}
}
