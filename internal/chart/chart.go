// Package chart draws the plots of reports and documents: of the width of a column, with the legend below the curves.
package chart

import (
	"bytes"
	"cmp"
	"image/color"
	"math"
	"path/filepath"
	"regexp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lightsout/internal/atomicfile"
)

// palette is Okabe and Ito's, the yellow darkened, with a brown and a grey.
var palette = []color.NRGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{0, 0, 0, 255}, {86, 180, 233, 255}, {230, 159, 0, 255}, {150, 130, 30, 255},
	{110, 50, 20, 255}, {150, 150, 150, 255},
}

// marks are shapes that are told apart in grey.
var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{},
	draw.BoxGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.TriangleGlyph{},
}

// dashes are lengths of strokes and gaps in points.
var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 1.5, 1.5, 1.5}, {9, 2}, {3, 1.5}, {6, 1.5, 1.5, 1.5, 1.5, 1.5},
	{1, 3}, {9, 2, 3, 2}}

// Chart is a plot of the width of a column, with its legend below, in two columns.
type Chart struct {
	*plot.Plot
	legend [2]plot.Legend
	lines  int
	err    error // of a line that cannot be drawn
}

const (
	columnWidth = 3.4 * vg.Inch
	chartHeight = 2.4 * vg.Inch
	legendLine  = vg.Length(9)
)

// sans is metrically the same as Arial and Helvetica.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Look is that of a line and of its points, by the places of its colour, mark and dash.
func Look(colour, mark, dash int) (draw.LineStyle, draw.GlyphStyle) {
	paint := palette[colour%len(palette)]
	return draw.LineStyle{Color: paint, Width: vg.Points(0.9), Dashes: dashes[dash%len(dashes)]},
		draw.GlyphStyle{Color: paint, Radius: vg.Points(2), Shape: marks[(mark+mark/len(marks))%len(marks)]}
}

// New is an empty chart with its title and the labels of its axes.
func New(title, x, y string) *Chart {
	c := &Chart{Plot: plot.New()}
	c.Title.Text, c.X.Label.Text, c.Y.Label.Text = title, x, y
	c.Title.TextStyle.Font, c.Title.Padding = sans(8), vg.Points(4)
	for _, a := range []*plot.Axis{&c.X, &c.Y} {
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans(8), sans(7)
		a.Tick.Length, a.Width = vg.Points(3), vg.Points(0.5)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	c.Add(grid)
	for i := range c.legend {
		l := plot.NewLegend()
		l.TextStyle.Font, l.Left, l.Top, l.YPosition = sans(7), true, true, draw.PosCenter
		l.Padding = legendLine - l.TextStyle.Height("M") - vg.Points(0.2)
		c.legend[i] = l
	}
	return c
}

// Line adds a line with marks on some of its points, if there are any.
func (c *Chart) Line(name string, line draw.LineStyle, mark draw.GlyphStyle, points, marked plotter.XYs) {
	if len(points) == 0 {
		return
	}
	l, err := plotter.NewLine(points)
	m, errMarks := plotter.NewScatter(marked)
	if err != nil || errMarks != nil {
		c.err = cmp.Or(c.err, err, errMarks)
		return
	}
	l.LineStyle, m.GlyphStyle = line, mark
	c.Add(l, m)
	c.legend[c.lines%2].Add(name, l, m)
	c.lines++
}

// What the dashes of a rule say.
var (
	Limit  = dashes[4]
	Equals = dashes[2]
)

// Rule adds a grey line without marks.
func (c *Chart) Rule(name string, dashes []vg.Length, points ...plotter.XY) {
	c.Line(name, draw.LineStyle{Color: color.Gray{120}, Width: vg.Points(0.7), Dashes: dashes},
		draw.GlyphStyle{Shape: draw.PlusGlyph{}}, points, points)
}

// legendHeight is that of all lines of the legend.
func (c *Chart) legendHeight() vg.Length { return legendLine * vg.Length((c.lines+1)/2) }

// drawOn draws the plot above its legend.
func (c *Chart) drawOn(page draw.Canvas) {
	c.Draw(draw.Crop(page, 0, -vg.Points(4), c.legendHeight()+vg.Points(4), 0))
	for i := range c.legend {
		c.legend[i].Draw(draw.Crop(page, vg.Points(8)+columnWidth/2*vg.Length(i), 0, 0, -chartHeight))
	}
}

// pdfDate is when a PDF was made. The same results give the same bytes.
var pdfDate = regexp.MustCompile(`D:\d{14}`)

// Write writes the chart as SVG or PDF, by the ending of the name.
func (c *Chart) Write(name string) error {
	if c.err != nil {
		return c.err
	}
	page, err := draw.NewFormattedCanvas(columnWidth, chartHeight+c.legendHeight(), filepath.Ext(name)[1:])
	if err != nil {
		return err
	}
	c.drawOn(draw.New(page))
	var file bytes.Buffer
	if _, err := page.WriteTo(&file); err != nil {
		return err
	}
	picture := bytes.ReplaceAll(file.Bytes(), []byte("font-family:Liberation Sans"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif"))
	return atomicfile.WriteFile(name, pdfDate.ReplaceAll(picture, []byte("D:20000101000000")))
}

// WholeTicks leaves out what is between the whole numbers.
func WholeTicks(least, most float64) []plot.Tick {
	return slices.DeleteFunc(plot.DefaultTicks{}.Ticks(least, most), func(t plot.Tick) bool {
		return t.Value != math.Trunc(t.Value)
	})
}

// LogAxis has powers of ten, with their labels; the values are logarithms. (gonum places the label of a logarithmic axis
// beside the plot.)
func LogAxis(a *plot.Axis, values []float64, label func(float64) string) {
	a.Min = math.Floor(slices.Min(values))
	a.Max = max(a.Min+1, math.Ceil(slices.Max(values)-1e-4))
	var ticks plot.ConstantTicks
	for decade := a.Min; decade <= a.Max; decade++ {
		ticks = append(ticks, plot.Tick{Value: decade, Label: label(math.Pow(10, decade))})
		for m := 2.0; m < 10 && decade < a.Max; m++ {
			ticks = append(ticks, plot.Tick{Value: decade + math.Log10(m)})
		}
	}
	a.Tick.Marker = ticks
}
