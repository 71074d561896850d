package drawing

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// fontFamily names fonts of the same metrics, whichever the reader has.
const fontFamily = "Liberation Sans,Arial,Helvetica,sans-serif"

// WriteSVG writes the scene; pixels is the side of a cell.
func (s *Scene) WriteSVG(w io.Writer, pixels float64) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img"`+
			` font-family="%s" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">`,
		number(s.Width*pixels/Unit), number(s.Height*pixels/Unit), number(s.Width), number(s.Height), fontFamily)
	fmt.Fprintf(out, "\n<title>%s</title>\n", escaped(s.Title))
	for _, g := range s.Groups {
		fmt.Fprintf(out, `<g class="%s"`, g.Part)
		if g.Light >= 0 {
			fmt.Fprintf(out, ` data-light="%d" data-state="%d"`, g.Light+1, g.State)
		}
		if g.Switch >= 0 {
			fmt.Fprintf(out, ` data-switch="%d"`, g.Switch+1)
		}
		out.WriteString(">")
		for _, shape := range g.Shapes {
			writeShape(out, shape)
		}
		out.WriteString("</g>\n")
	}
	out.WriteString("</svg>\n")
	return out.Flush()
}

func writeShape(out *bufio.Writer, s Shape) {
	switch at := s.Points[0]; {
	case s.Text != "":
		// Not dominant-baseline, which several programs do not know.
		fmt.Fprintf(out, `<text x="%s" y="%s" font-size="%s"`, number(at.X), number(at.Y+CapHeight*s.Size/2),
			number(s.Size))
		if s.Anchor != Middle {
			fmt.Fprintf(out, ` text-anchor="%s"`, [...]string{Start: "start", End: "end"}[s.Anchor])
		}
		fmt.Fprintf(out, ` fill="%s">%s</text>`, hexColour(s.Fill), escaped(s.Text))
		return
	case s.Radius > 0:
		fmt.Fprintf(out, `<circle cx="%s" cy="%s" r="%s"`, number(at.X), number(at.Y), number(s.Radius))
	default:
		fmt.Fprintf(out, `<path d="%s"`, s.pathText())
	}
	if s.Fill.A > 0 {
		fmt.Fprintf(out, ` fill="%s"`, hexColour(s.Fill))
	} else {
		out.WriteString(` fill="none"`)
	}
	if s.Stroke.A > 0 {
		fmt.Fprintf(out, ` stroke="%s" stroke-width="%s"`, hexColour(s.Stroke), number(s.Width))
		if s.Dash > 0 {
			fmt.Fprintf(out, ` stroke-dasharray="%s"`, number(s.Dash))
		}
	}
	out.WriteString("/>")
}

// pathText is the outline as SVG has it.
func (s Shape) pathText() string {
	var out strings.Builder
	for _, piece := range s.Path() {
		out.WriteByte(piece.Kind)
		for i, p := range piece.To {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(number(p.X) + " " + number(p.Y))
		}
	}
	return out.String()
}

// CapHeight is the height of digits and capitals, in sizes of the text.
const CapHeight = 0.72

func hexColour(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// number writes hundredths at most: enough for the eye, and what is left of the differences between
// processors disappears.
func number(x float64) string {
	text := strconv.FormatFloat(math.Round(x*100)/100, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

func escaped(text string) string {
	var s strings.Builder
	_ = xml.EscapeText(&s, []byte(text)) // a strings.Builder takes everything
	return s.String()
}
