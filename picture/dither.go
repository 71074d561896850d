package picture

import (
	"image/color"

	"github.com/makeworld-the-better-one/dither/v2"

	"lightsout/board"
	"lightsout/gf2"
)

// Dither turns the image into black and white such that it looks the same from a distance, by Floyd and Steinberg's
// method, and returns the lights of the board that are white. The image is resized to the board's rows and columns.
func (g Gray) Dither(b *board.Board) (gf2.Vec, error) {
	if err := drawable(b); err != nil {
		return gf2.Vec{}, err
	}
	d := dither.NewDitherer([]color.Color{color.Black, color.White})
	d.Matrix, d.Serpentine = dither.FloydSteinberg, true
	// The library expects sRGB and converts to linear light itself.
	img := d.DitherPaletted(through(g.Resize(b.Layout().Size()).Gray16, stored))
	on := gf2.NewVec(b.Lights())
	for cell := range b.Lights() {
		row, col := b.Layout().Place(cell)
		on.Set(cell, img.ColorIndexAt(col, row) == 1)
	}
	return on, nil
}
