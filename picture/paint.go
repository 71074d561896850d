package picture

import (
	"image"
	"image/color"

	"lightsout/board"
	"lightsout/gf2"
)

var blackAndWhite = color.Palette{color.Black, color.White}

// Paint paints a state of the board, with cells of so many pixels a side. Places without a cell are black.
func Paint(b *board.Board, state gf2.Vec, scale int) *image.Paletted {
	rows, cols := b.Layout().Size()
	img := image.NewPaletted(image.Rect(0, 0, cols*scale, rows*scale), blackAndWhite)
	for cell := range state.Ones() {
		row, col := b.Layout().Place(cell)
		at := img.PixOffset(col*scale, row*scale)
		for y := range scale {
			for x := range scale {
				img.Pix[at+y*img.Stride+x] = 1
			}
		}
	}
	return img
}
