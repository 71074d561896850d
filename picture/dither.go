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

// Bitmap is an image of black and white, row by row; true is white.
type Bitmap struct {
	Rows, Cols int
	White      []bool
}

// ditherings is every way to get from gray to black and white.
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

// Ditherings lists what [Gray.Dither] takes.
func Ditherings() []string {
	var names []string
	for _, d := range ditherings {
		names = append(names, d.name)
	}
	return names
}

// Dither turns gray into black and white, so that from afar it is as light as before.
func (g *Gray) Dither(name string) (*Bitmap, error) {
	for _, way := range ditherings {
		if way.name != name {
			continue
		}
		d := dither.NewDitherer([]color.Color{color.Black, color.White})
		way.set(d)
		// The library takes images as they are stored and works in linear light by itself.
		src := image.NewGray16(image.Rect(0, 0, g.Cols, g.Rows))
		for i, l := range g.Level {
			src.SetGray16(i%g.Cols, i/g.Cols, color.Gray16{Y: level(stored(float64(l) / white))})
		}
		img := d.DitherPaletted(src)
		b := &Bitmap{Rows: g.Rows, Cols: g.Cols, White: make([]bool, len(g.Level))}
		for i := range b.White {
			b.White[i] = img.ColorIndexAt(i%g.Cols, i/g.Cols) == 1
		}
		return b, nil
	}
	return nil, fmt.Errorf("no such dithering %q%s", name, suggest.DidYouMean(name, Ditherings()))
}

// Cells are the lights of a board that the bitmap turns on. It must have the size of the board's
// paper.
func (m *Bitmap) Cells(b *board.Board) gf2.Vec {
	v := gf2.NewVec(b.Lights())
	for cell := range b.Lights() {
		r, c := b.Layout().Place(cell)
		v.Set(cell, m.White[r*m.Cols+c])
	}
	return v
}

// Visibility weighs the cells by how much a wrong pixel would be seen there: least where the gray was
// nearest to the threshold between black and white. The image has the size of the board's paper.
func (g *Gray) Visibility(b *board.Board) []int {
	weights := make([]int, b.Lights())
	for cell := range weights {
		r, c := b.Layout().Place(cell)
		distance := 2*int(g.Level[r*g.Cols+c]) - white
		weights[cell] = max(distance, -distance) >> 6
	}
	return weights
}
