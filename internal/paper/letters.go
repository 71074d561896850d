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
	if err := CheckText(s.Text); err != nil {
		return err
	}
	size := s.Size * p.scale
	face, err := opentype.NewFace(letters(), &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return err
	}
	defer face.Close()
	p.SetFontFace(face)
	x := s.Points[0].X*p.scale - anchorShare(s.Anchor)*drawing.TextWidth(s.Text, size)
	y := s.Points[0].Y*p.scale + drawing.CapHeight*size/2
	p.SetColor(s.Fill)
	p.DrawString(s.Text, x, y)
	return nil
}

// anchorShare is how much of a text lies before its anchor.
func anchorShare(a drawing.Anchor) float64 {
	return [...]float64{drawing.Middle: 0.5, drawing.Start: 0, drawing.End: 1}[a]
}
