package paper

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"git.sr.ht/~sbinet/gg"

	"lightsout/internal/drawing"
)

// maxPixels is the largest image that is painted.
const maxPixels = 1 << 26

// Image paints a scene with that many pixels per cell.
func Image(s *drawing.Scene, pixels float64) (*image.RGBA, error) {
	width, height := int(math.Ceil(s.Width*pixels/drawing.Unit-1e-6)), int(math.Ceil(s.Height*pixels/drawing.Unit-1e-6))
	if width < 1 || height < 1 || width > maxPixels/height {
		return nil, fmt.Errorf("an image of %d×%d pixels is out of range: it may have at most %d in all",
			width, height, maxPixels)
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	p := painter{gg.NewContextForRGBA(img), pixels / drawing.Unit}
	if len(s.Groups) > 0 && s.Groups[0].Part == "page" { // the last pixels too, which it covers in part
		p.SetColor(s.Groups[0].Shapes[0].Fill)
		p.Clear()
	}
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			if err := p.paint(shape); err != nil {
				return nil, err
			}
		}
	}
	return img, nil
}

// Paletted is an image in the colours of a palette.
func Paletted(img *image.RGBA, inks color.Palette) *image.Paletted {
	frame := image.NewPaletted(img.Rect, inks)
	index := map[color.RGBA]uint8{} // a picture has few colours
	for i := range frame.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3]}
		at, known := index[c]
		if !known {
			at = uint8(inks.Index(c))
			index[c] = at
		}
		frame.Pix[i] = at
	}
	return frame
}

// painter paints shapes into an image, with so many pixels per unit.
type painter struct {
	*gg.Context
	scale float64
}

func (p painter) paint(s drawing.Shape) error {
	if s.Text != "" {
		return p.text(s)
	}
	p.pen().trace(s.Path(), p.scale)
	if s.Fill.A > 0 {
		p.SetColor(s.Fill)
		p.FillPreserve()
	}
	if s.Stroke.A > 0 {
		p.SetColor(s.Stroke)
		p.SetLineWidth(s.Width * p.scale)
		p.SetDash()
		if s.Dash > 0 {
			p.SetDash(s.Dash*p.scale, s.Dash*p.scale)
		}
		p.StrokePreserve()
	}
	p.ClearPath()
	return nil
}

func (p painter) pen() pen {
	return pen{p.MoveTo, p.LineTo, p.QuadraticTo, p.CubicTo, p.ClosePath}
}

// pen is how a picture or a PDF is told to follow a path.
type pen struct {
	move, line func(x, y float64)
	quadratic  func(cx, cy, x, y float64)
	cubic      func(cx, cy, dx, dy, x, y float64)
	closePath  func()
}

// trace follows a path.
func (p pen) trace(path []drawing.Segment, scale float64) {
	for _, s := range path {
		var to [3]drawing.Point
		for i, q := range s.To {
			to[i] = drawing.Point{X: q.X * scale, Y: q.Y * scale}
		}
		switch s.Kind {
		case 'M':
			p.move(to[0].X, to[0].Y)
		case 'L':
			p.line(to[0].X, to[0].Y)
		case 'Q':
			p.quadratic(to[0].X, to[0].Y, to[1].X, to[1].Y)
		case 'C':
			p.cubic(to[0].X, to[0].Y, to[1].X, to[1].Y, to[2].X, to[2].Y)
		case 'Z':
			p.closePath()
		}
	}
}
