package picture

import (
	"image"
	"image/color"

	"lightsout/board"
	"lightsout/gf2"
)

// Paint paints a state of the board, with cells of so many pixels a side.
func Paint(b *board.Board, state gf2.Vec, scale int) *image.Paletted {
	return paint(b, state, scale, whole(b))
}

// whole is all of the board's layout: columns as x and rows as y.
func whole(b *board.Board) image.Rectangle {
	rows, cols := b.Layout().Size()
	return image.Rect(0, 0, cols, rows)
}

var blackAndWhite = color.Palette{color.Black, color.White}

// paint paints a rectangle of cells. Places without a cell are black.
func paint(b *board.Board, state gf2.Vec, scale int, cells image.Rectangle) *image.Paletted {
	img := image.NewPaletted(image.Rect(cells.Min.X*scale, cells.Min.Y*scale, cells.Max.X*scale, cells.Max.Y*scale), blackAndWhite)
	for row := cells.Min.Y; row < cells.Max.Y; row++ {
		for col := cells.Min.X; col < cells.Max.X; col++ {
			cell := b.Layout().Cell(row, col)
			if cell < 0 || !state.Bit(cell) {
				continue
			}
			at := img.PixOffset(col*scale, row*scale)
			for y := range scale {
				for x := range scale {
					img.Pix[at+y*img.Stride+x] = 1
				}
			}
		}
	}
	return img
}
