package picture

import (
	"image"
	"image/color"

	"lightsout/board"
	"lightsout/gf2"
)

var blackAndWhite = color.Palette{color.Black, color.White}

// Paint paints a state of the board, with cells of so many pixels a side. Places without a cell are black.
// It panics if the board has no layout, or the state another size.
func Paint(b *board.Board, state gf2.Vec, scale int) *image.Paletted {
	if board.Check(b) != nil || b.Layout() == nil || state.Len() != b.Lights() || scale < 1 {
		panic("picture: Paint takes a board with a layout, a state of its lights and pixels a side from 1")
	}
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
