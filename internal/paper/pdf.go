package paper

import (
	"image/color"
	"io"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"

	"lightsout/internal/drawing"
)

// Page is a scene on a page, with that many points (1/72 inch) per cell.
type Page struct {
	Scene  *drawing.Scene
	Points float64
}

// WritePDF writes pages, each of the size of its scene.
func WritePDF(w io.Writer, title string, pages []Page) error {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: 1, Ht: 1}})
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.AddUTF8FontFromBytes("letters", "", liberationsansregular.TTF)
	pdf.SetTitle(title, true)
	pdf.SetProducer("lightsout", false)
	// The same pages are the same file, whenever they are written.
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(time.Unix(0, 0).UTC())
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	for _, page := range pages {
		scale := page.Points / drawing.Unit
		pdf.AddPageFormat("P", fpdf.SizeType{Wd: page.Scene.Width * scale, Ht: page.Scene.Height * scale})
		pdf.SetLineCapStyle("round")
		pdf.SetLineJoinStyle("round")
		out := pdfPage{pdf, scale}
		for _, g := range page.Scene.Groups {
			for _, s := range g.Shapes {
				if err := out.write(s); err != nil {
					return err
				}
			}
		}
	}
	return pdf.Output(w)
}

type pdfPage struct {
	*fpdf.Fpdf
	scale float64
}

func (p pdfPage) write(s drawing.Shape) error {
	if s.Text != "" {
		return p.text(s)
	}
	pen{p.MoveTo, p.LineTo, p.CurveTo, p.CurveBezierCubicTo, p.ClosePath}.trace(s.Path(), p.scale)
	style := ""
	if s.Stroke.A > 0 {
		p.SetDrawColor(parts(s.Stroke))
		p.SetLineWidth(s.Width * p.scale)
		if s.Dash > 0 {
			p.SetDashPattern([]float64{s.Dash * p.scale, s.Dash * p.scale}, 0)
		} else {
			p.SetDashPattern(nil, 0)
		}
		style = "D"
	}
	if s.Fill.A > 0 {
		p.SetFillColor(parts(s.Fill))
		style = "F" + style
	}
	p.DrawPath(style)
	return p.Error()
}

func (p pdfPage) text(s drawing.Shape) error {
	x, y, size, err := start(s, p.scale)
	if err != nil {
		return err
	}
	p.SetFont("letters", "", size)
	p.SetTextColor(parts(s.Fill))
	p.Text(x, y, s.Text)
	return p.Error()
}

func parts(c color.NRGBA) (r, g, b int) { return int(c.R), int(c.G), int(c.B) }
