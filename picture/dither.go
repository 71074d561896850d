package picture

import (
	"image"
	"image/color"

	"github.com/makeworld-the-better-one/dither/v2"

	"lightsout/board"
	"lightsout/gf2"
)

// Dither turns the image into black and white such that it looks the same from a distance, and returns
// the lights of the board that are white. The image is resized to the board's rows and columns.
func (g *Gray) Dither(b *board.Board) (gf2.Vec, error) {
	if err := b.TwoStates(); err != nil {
		return gf2.Vec{}, err
	}
	rows, cols := b.Layout().Size()
	isWhite := g.Resize(rows, cols).dither()
	on := gf2.NewVec(b.Lights())
	for cell := range b.Lights() {
		r, c := b.Layout().Place(cell)
		on.Set(cell, isWhite[r*cols+c])
	}
	return on, nil
}

// dither is the image in black and white, row by row, by Floyd and Steinberg's method; true is white.
func (g *Gray) dither() []bool {
	d := dither.NewDitherer([]color.Color{color.Black, color.White})
	d.Matrix, d.Serpentine = dither.FloydSteinberg, true
	// The library expects sRGB and converts to linear light itself.
	src := image.NewGray16(image.Rect(0, 0, g.Cols, g.Rows))
	for i, l := range g.Level {
		src.SetGray16(i%g.Cols, i/g.Cols, color.Gray16{Y: level(stored(float64(l) / white))})
	}
	img := d.DitherPaletted(src)
	isWhite := make([]bool, len(g.Level))
	for i := range isWhite {
		isWhite[i] = img.ColorIndexAt(i%g.Cols, i/g.Cols) == 1
	}
	return isWhite
}
