package paper

import (
	"fmt"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

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

// text fills the outlines of letters.
func (p painter) text(s drawing.Shape) error {
	if err := CheckText(s.Text); err != nil {
		return err
	}
	var buffer sfnt.Buffer
	f, size := letters(), s.Size*p.scale
	x := s.Points[0].X*p.scale - anchorShare(s.Anchor)*drawing.TextWidth(s.Text, size)
	y := s.Points[0].Y*p.scale + drawing.CapHeight*size/2
	unit := fixed.I(int(f.UnitsPerEm()))
	scale := size / float64(f.UnitsPerEm())
	for _, r := range s.Text {
		glyph, err := f.GlyphIndex(&buffer, r)
		if err != nil {
			return err
		}
		outline, err := f.LoadGlyph(&buffer, glyph, unit, nil)
		if err != nil {
			return err
		}
		var path []drawing.Segment
		for i, piece := range outline {
			if i > 0 && piece.Op == sfnt.SegmentOpMoveTo {
				path = append(path, drawing.Segment{Kind: 'Z'})
			}
			kind := [...]byte{sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L', sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C'}[piece.Op]
			points := []int{'M': 1, 'L': 1, 'Q': 2, 'C': 3}[kind]
			to := make([]drawing.Point, points)
			for i := range to {
				to[i] = drawing.Point{X: x + float64(piece.Args[i].X)/64*scale, Y: y + float64(piece.Args[i].Y)/64*scale}
			}
			path = append(path, drawing.Segment{Kind: kind, To: to})
		}
		p.pen().trace(append(path, drawing.Segment{Kind: 'Z'}), 1)
		advance, err := f.GlyphAdvance(&buffer, glyph, unit, font.HintingNone)
		if err != nil {
			return err
		}
		x += float64(advance) / 64 * scale
	}
	if s.Halo.A > 0 {
		p.SetColor(s.Halo)
		p.SetLineWidth(drawing.HaloWidth * size)
		p.SetDash()
		p.StrokePreserve()
	}
	p.SetColor(s.Fill)
	p.Fill()
	return nil
}

// anchorShare is how much of a text lies before its anchor.
func anchorShare(a drawing.Anchor) float64 {
	return [...]float64{drawing.Middle: 0.5, drawing.Start: 0, drawing.End: 1}[a]
}
