package picture

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/solve"
)

// maxCells is the most cells that a picture may have.
const maxCells = 1 << 24

// drawable refuses boards that show no pictures.
func drawable(b *board.Board) error {
	if err := b.TwoStates(); err != nil {
		return err
	}
	if b.Layout() == nil {
		return fmt.Errorf("%s has no rows and columns to draw on", b.Spec())
	}
	if b.Layout().Outline(0) != nil {
		return fmt.Errorf("%s: pictures need square cells, and its cells are not", b.Spec())
	}
	if rows, cols := b.Layout().Size(); rows > maxCells/cols {
		return fmt.Errorf("%s: pictures have at most %d cells", b.Spec(), maxCells)
	}
	return nil
}

// Grid is the grid of that many columns with the proportions of the image.
func (g Gray) Grid(width int) (*board.Board, error) {
	return board.Parse(fmt.Sprintf("grid:%dx%d", g.Fit(width), width))
}

// WholeGrid is such a grid of nullity 0, which can show every picture, nearest in width to one of that many columns; nil
// if there is none near.
func (g Gray) WholeGrid(ctx context.Context, width int) (*board.Board, error) {
	for away := range 2 * min(width, 32) {
		cols := width + (away+1)/2*(1-2*(away%2)) // first the width itself, then one less, one more, …
		if cols < 1 || g.Fit(cols) > maxCells/cols {
			continue
		}
		b, err := g.Grid(cols)
		if err != nil {
			return nil, err
		}
		nullity, err := solve.Nullity(ctx, b)
		if err != nil {
			return nil, err
		}
		if nullity == 0 {
			return b, nil
		}
	}
	return nil, nil
}
