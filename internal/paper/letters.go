package paper

import (
	"fmt"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"

	"lightsout/internal/drawing"
)

// letters is the font. sfnt.Font is safe for concurrent use, its buffers are not.
var letters = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // it is part of the program
	}
	return f
})

// CheckText returns an error if the letters of PNG and PDF lack one of a text.
func CheckText(text string) error {
	var buffer sfnt.Buffer
	for _, r := range text {
		if i, err := letters().GlyphIndex(&buffer, r); err != nil || i == 0 {
			return fmt.Errorf("the letters of PNG and PDF have no %q; SVG takes every text", r)
		}
	}
	return nil
}

// text writes letters.
func (p painter) text(s drawing.Shape) error {
	x, y, size, err := start(s, p.scale)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(letters(), &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return err
	}
	defer face.Close()
	p.SetFontFace(face)
	p.SetColor(s.Fill)
	p.DrawString(s.Text, x, y)
	return nil
}

// start is where a text begins on paper, on its base line, and its size.
func start(s drawing.Shape, scale float64) (x, y, size float64, err error) {
	// the share before the anchor
	before := [...]float64{drawing.Middle: 0.5, drawing.Start: 0, drawing.End: 1}[s.Anchor]
	size = s.Size * scale
	x = s.Points[0].X*scale - before*drawing.TextWidth(s.Text, size)
	y = s.Points[0].Y*scale + drawing.CapHeight*size/2
	return x, y, size, CheckText(s.Text)
}
