package picture

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// Style is how lights are painted.
type Style struct {
	// Shape is one of [Shapes]; "" is squares.
	Shape string
	// Scale is the side of a cell in pixels, at least 1.
	Scale int
	// Dark and Light are the two colours; nil means black and white.
	Dark, Light color.Color
}

// shapes is every shape of a light. lit and dark give the brightness, from 0 to 1, of a point of a lit
// and of a dark cell, by its distance r from the centre; the cell reaches from -1 to 1.
var shapes = []struct {
	name      string
	lit, dark func(r, pixel float64) float64
}{
	{"squares", func(float64, float64) float64 { return 1 }, func(float64, float64) float64 { return 0 }},
	{"dots", func(r, px float64) float64 { return inside(0.94-r, px) }, func(float64, float64) float64 { return 0 }},
	{"bulbs",
		func(r, px float64) float64 { return inside(0.96-r, px) },
		func(r, px float64) float64 { return dim * inside(px/2-math.Abs(r-0.42), px) }},
}

// dim is the brightness of what is seen of a bulb that is off: of very many bulbs it must not add up
// to a gray that hides the picture.
const dim = 1.0 / 15

// inside is the share of a pixel that lies within a boundary at the given distance, positive inside.
func inside(distance, pixel float64) float64 { return min(max(distance/pixel+0.5, 0), 1) }

// Shapes lists the values of [Style.Shape].
func Shapes() []string {
	var names []string
	for _, s := range shapes {
		names = append(names, s.name)
	}
	return names
}

// maxCanvas is the largest image that is painted, in pixels.
const maxCanvas = 1 << 26

// Check returns an error if the shape does not exist or the image of the board would be too large.
func (s Style) Check(b *board.Board) error {
	if err := b.TwoStates(); err != nil {
		return err
	}
	rows, cols := b.Layout().Size()
	if _, ok := s.find(); !ok {
		return fmt.Errorf("no such style %q%s", s.Shape, suggest.DidYouMean(s.Shape, Shapes()))
	}
	if s.Scale < 1 || s.Scale > maxCanvas || rows*s.Scale > maxCanvas/(cols*s.Scale) {
		return fmt.Errorf("a scale of %d is out of range: the image of %d×%d cells may have at most %d pixels", s.Scale, rows, cols, maxCanvas)
	}
	return nil
}

func (s Style) find() (int, bool) {
	if s.Shape == "" {
		return 0, true
	}
	for i, look := range shapes {
		if look.name == s.Shape {
			return i, true
		}
	}
	return 0, false
}

func (s Style) colours() (dark, light color.Color) {
	dark, light = color.Color(color.Black), color.Color(color.White)
	if s.Dark != nil {
		dark = s.Dark
	}
	if s.Light != nil {
		light = s.Light
	}
	return dark, light
}

// tile is a cell's pixels, row by row, in shades from 0 (dark) to shades-1 (light).
func (s Style) tile(lit bool, shades int) []uint8 {
	i, _ := s.find()
	cover := shapes[i].dark
	if lit {
		cover = shapes[i].lit
	}
	if s.Scale < 3 { // too small for round shapes
		cover = shapes[0].dark
		if lit {
			cover = shapes[0].lit
		}
	}
	t := make([]uint8, s.Scale*s.Scale)
	at := func(i int) float64 { return (2*float64(i)+1)/float64(s.Scale) - 1 }
	for y := range s.Scale {
		for x := range s.Scale {
			c := cover(math.Hypot(at(x), at(y)), 2/float64(s.Scale))
			t[y*s.Scale+x] = uint8(math.Round(c * float64(shades-1)))
		}
	}
	return t
}

// ramp is the palette from dark to light, mixed in linear light.
func (s Style) ramp(shades int) color.Palette {
	dark, light := s.colours()
	dr, dg, db, _ := dark.RGBA()
	lr, lg, lb, _ := light.RGBA()
	mix := func(a, b uint32, t float64) uint16 {
		return level(stored(linear(float64(a)/white)*(1-t) + linear(float64(b)/white)*t))
	}
	var p color.Palette
	for i := range shades {
		t := float64(i) / float64(shades-1)
		p = append(p, color.RGBA64{mix(dr, lr, t), mix(dg, lg, t), mix(db, lb, t), white})
	}
	return p
}

// canvas paints cells into images.
type canvas struct {
	board  *board.Board
	scale  int
	tiles  [2][]uint8
	colour color.Palette
}

func newCanvas(b *board.Board, s Style, shades int) *canvas {
	return &canvas{board: b, scale: s.Scale, colour: s.ramp(shades), tiles: [2][]uint8{s.tile(false, shades), s.tile(true, shades)}}
}

// paint paints a rectangle of cells: columns as x and rows as y.
func (c *canvas) paint(state gf2.Vec, cells image.Rectangle) *image.Paletted {
	k := c.scale
	img := image.NewPaletted(image.Rect(cells.Min.X*k, cells.Min.Y*k, cells.Max.X*k, cells.Max.Y*k), c.colour)
	for row := cells.Min.Y; row < cells.Max.Y; row++ {
		for col := cells.Min.X; col < cells.Max.X; col++ {
			cell := c.board.Layout().Cell(row, col)
			if cell < 0 {
				continue
			}
			tile := c.tiles[0]
			if state.Bit(cell) {
				tile = c.tiles[1]
			}
			at := img.PixOffset(col*k, row*k)
			for y := range k {
				copy(img.Pix[at+y*img.Stride:at+y*img.Stride+k], tile[y*k:(y+1)*k])
			}
		}
	}
	return img
}

func (c *canvas) whole() image.Rectangle {
	rows, cols := c.board.Layout().Size()
	return image.Rect(0, 0, cols, rows)
}

// smoothShades is enough for round edges and for dim bulbs.
const smoothShades = 16

// Paint paints a state of the board. The style must pass [Style.Check].
func (s Style) Paint(b *board.Board, state gf2.Vec) *image.Paletted {
	shades := smoothShades
	if i, _ := s.find(); i == 0 {
		shades = 2
	}
	c := newCanvas(b, s, shades)
	return c.paint(state, c.whole())
}
