package picture

import (
	"fmt"
	"image"
	"image/color"

	"github.com/makeworld-the-better-one/dither/v2"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// ditherings is every method of dithering. To add one, add a row.
var ditherings = []struct {
	name string
	set  func(*dither.Ditherer)
}{
	{"floyd-steinberg", func(d *dither.Ditherer) { d.Matrix, d.Serpentine = dither.FloydSteinberg, true }},
	{"atkinson", func(d *dither.Ditherer) { d.Matrix, d.Serpentine = dither.Atkinson, true }},
	{"bayer", func(d *dither.Ditherer) { d.Mapper = dither.Bayer(8, 8, 1) }},
	{"threshold", func(d *dither.Ditherer) {
		d.Mapper = func(_, _ int, r, g, b uint16) (uint16, uint16, uint16) { return r, g, b }
	}},
}

// Ditherings lists the methods that [Gray.Dither] takes.
func Ditherings() []string {
	var names []string
	for _, d := range ditherings {
		names = append(names, d.name)
	}
	return names
}

// Dither turns the image into black and white such that it looks the same from a distance, and returns
// the lights of the board that are white. The image is resized to the board's rows and columns.
func (g *Gray) Dither(b *board.Board, name string) (gf2.Vec, error) {
	if err := b.TwoStates(); err != nil {
		return gf2.Vec{}, err
	}
	rows, cols := b.Layout().Size()
	isWhite, err := g.Resize(rows, cols).dither(name)
	if err != nil {
		return gf2.Vec{}, err
	}
	on := gf2.NewVec(b.Lights())
	for cell := range b.Lights() {
		r, c := b.Layout().Place(cell)
		on.Set(cell, isWhite[r*cols+c])
	}
	return on, nil
}

// dither is the image in black and white, row by row; true is white.
func (g *Gray) dither(name string) ([]bool, error) {
	for _, method := range ditherings {
		if method.name != name {
			continue
		}
		d := dither.NewDitherer([]color.Color{color.Black, color.White})
		method.set(d)
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
		return isWhite, nil
	}
	return nil, fmt.Errorf("no such dithering %q%s", name, suggest.DidYouMean(name, Ditherings()))
}
