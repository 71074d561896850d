// Package plot draws line charts in the one style of the project's documents.
//
// A chart has a white page of its own, so that it can be read on a dark one too. Its lines differ in
// colour, dashes and marks, and its legend stands beside it. Lines that coincide are drawn once, under all
// their names, and a chart of more than seven lines becomes several panels with the same axes, one below
// the other.
package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"lightsout/internal/whole"
)

// The size of a chart without its legend, and the least width of the legend.
const (
	plotWidth   = 17 * vg.Centimeter
	plotHeight  = 12 * vg.Centimeter
	legendWidth = 6 * vg.Centimeter
)

// colours are Okabe and Ito's, without the yellow which is hard to see on white.
var colours = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255},
	color.RGBA{86, 180, 233, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{0, 0, 0, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
}

var dashes = [][]vg.Length{nil, {vg.Points(5), vg.Points(2)}, {vg.Points(1.5), vg.Points(2)}}

var typeface = font.Font{Typeface: "Liberation", Variant: "Sans"}

// Chart collects lines until it is saved. Set the range and the ticks of its axes directly, or with
// [LogAxis], [MarkedAxis] and [CountedAxis].
type Chart struct {
	X, Y *plot.Axis

	plot   *plot.Plot // its axes, and nothing that is seen
	lines  []*series
	levels []level
}

// series is a line and what it is called.
type series struct {
	names  []string
	slot   int
	points spreads
	marked int // how many points have a mark; 0 is all
}

type level struct {
	name string
	y    float64
}

// New is a chart without lines; x and y label its axes.
func New(title, x, y string) *Chart {
	c := &Chart{plot: plot.New()}
	c.X, c.Y = &c.plot.X, &c.plot.Y
	c.plot.Title.Text, c.plot.X.Label.Text, c.plot.Y.Label.Text = title, x, y
	c.plot.Title.TextStyle.Font = font.From(typeface, vg.Points(14))
	c.plot.Title.Padding = vg.Points(8)
	for _, axis := range []*plot.Axis{&c.plot.X, &c.plot.Y} {
		axis.Label.TextStyle.Font = font.From(typeface, vg.Points(12))
		axis.Tick.Label.Font = font.From(typeface, tickSize)
		axis.Padding = vg.Points(4)
	}
	return c
}

// style is how the n-th line looks.
func style(n int) (draw.LineStyle, draw.GlyphStyle) {
	paint := colours[n%len(colours)]
	return draw.LineStyle{Color: paint, Width: vg.Points(1.6), Dashes: dashes[n/len(colours)%len(dashes)]},
		draw.GlyphStyle{Color: paint, Radius: vg.Points(3.2), Shape: marks[n%len(marks)]}
}

// Point is a point of a line; Low and Top are the ends of its error bar, equal where there is none.
type Point struct{ X, Y, Low, Top float64 }

// Line adds a line with a mark on every point. Equal slots look the same in every chart.
func (c *Chart) Line(name string, slot int, list []Point) { c.add(name, slot, list, 0) }

// Curve adds a line through many points and marks only some of them.
func (c *Chart) Curve(name string, slot int, list []Point) {
	const marked = 8
	c.add(name, slot, list, marked)
}

func (c *Chart) add(name string, slot int, list []Point, marked int) {
	if len(list) == 0 {
		return
	}
	c.lines = append(c.lines, &series{[]string{name}, slot, list, marked})
	for _, p := range list {
		c.X.Min, c.X.Max = min(c.X.Min, p.X), max(c.X.Max, p.X)
		c.Y.Min, c.Y.Max = min(c.Y.Min, p.Y, p.Low), max(c.Y.Max, p.Y, p.Top)
	}
}

// Level draws a horizontal line.
func (c *Chart) Level(name string, y float64) { c.levels = append(c.levels, level{name, y}) }

// spreads implements the interfaces of gonum's plotters.
type spreads []Point

func (s spreads) Len() int                        { return len(s) }
func (s spreads) XY(i int) (float64, float64)     { return s[i].X, s[i].Y }
func (s spreads) YError(i int) (float64, float64) { return s[i].Y - s[i].Low, s[i].Top - s[i].Y }
func (s spreads) any() bool {
	return slices.ContainsFunc(s, func(p Point) bool { return p.Low != p.Top })
}

// legendTop is the distance of the legend from the top of its panel.
const legendTop = vg.Length(40)

// panel is a plot with its legend.
type panel struct {
	plot   *plot.Plot
	legend plot.Legend
}

// panels divides the lines such that no panel has more than mostLines.
func (c *Chart) panels() ([]panel, error) {
	lines := c.merged()
	n := max(1, (len(lines)+mostLines-1)/mostLines)
	list := make([]panel, n)
	for i := range list {
		p, legend := plot.New(), plot.NewLegend()
		grid := plotter.NewGrid()
		grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
		p.Add(grid)
		legend.TextStyle.Font = font.From(typeface, vg.Points(11))
		legend.Top, legend.Left = true, true
		legend.ThumbnailWidth = vg.Points(28)
		legend.Padding = vg.Points(4)
		for _, l := range lines[len(lines)*i/n : len(lines)*(i+1)/n] {
			if err := l.draw(p, &legend); err != nil {
				return nil, err
			}
		}
		for _, l := range c.levels {
			f := plotter.NewFunction(func(float64) float64 { return l.y })
			f.Color, f.Dashes, f.Width = color.Gray{120}, []vg.Length{vg.Points(3), vg.Points(3)}, vg.Points(1)
			p.Add(f)
			legend.Add(l.name, f)
		}
		p.Title, p.X, p.Y = c.plot.Title, c.plot.X, c.plot.Y // the same axes in all
		if n > 1 {
			p.Title.Text = fmt.Sprintf("%s, %d of %d", p.Title.Text, i+1, n)
		}
		list[i] = panel{p, legend}
	}
	return list, nil
}

func (s *series) draw(p *plot.Plot, legend *plot.Legend) error {
	look, mark := style(s.slot)
	line, err := plotter.NewLine(s.points)
	if err != nil {
		return err
	}
	line.LineStyle = look
	marked := s.points
	if s.marked > 0 {
		marked = nil
		for i := range s.marked {
			marked = append(marked, s.points[(len(s.points)-1)*(i+1)/s.marked])
		}
	}
	dots, err := plotter.NewScatter(marked)
	if err != nil {
		return err
	}
	dots.GlyphStyle = mark
	if s.points.any() {
		bars, err := plotter.NewYErrorBars(s.points)
		if err != nil {
			return err
		}
		bars.Color, bars.Width, bars.CapWidth = look.Color, vg.Points(0.7), vg.Points(5)
		p.Add(bars)
	}
	p.Add(line, dots)
	legend.Add(s.name(), line, dots)
	return nil
}

// size is the width of the legend and the height of the panel. It leaves room, since browsers may draw the
// words in a wider typeface than the one measured here.
func (p panel) size() (width, height vg.Length) {
	needs := p.legend.Rectangle(draw.New(vgsvg.New(plotWidth, plotHeight))).Size()
	return max(legendWidth, 1.2*needs.X+vg.Points(20)), max(plotHeight, needs.Y+legendTop+vg.Points(10))
}

// Save writes the chart to a file, which appears once complete. The name ends in .svg or .png.
func (c *Chart) Save(file string) error {
	panels, err := c.panels()
	if err != nil {
		return err
	}
	var width, height vg.Length
	for _, p := range panels {
		w, h := p.size()
		width, height = max(width, w), height+h
	}
	var picture bytes.Buffer
	switch filepath.Ext(file) {
	case ".svg":
		canvas := vgsvg.New(plotWidth+width, height)
		drawAll(draw.New(canvas), panels, width)
		if _, err := canvas.WriteTo(&picture); err != nil {
			return err
		}
		// Where the font is not installed, fall back to another sans-serif, not to the browser's default.
		text := strings.ReplaceAll(picture.String(), "font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
		picture = *bytes.NewBufferString(text)
	case ".png":
		canvas := vgimg.PngCanvas{Canvas: vgimg.New(plotWidth+width, height)}
		drawAll(draw.New(canvas), panels, width)
		if _, err := canvas.WriteTo(&picture); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s: plots are written as .svg or .png", file)
	}
	return whole.WriteFile(file, picture.Bytes())
}

// drawAll fills a page with panels from the top down, their legends taking the given width on the right.
func drawAll(page draw.Canvas, panels []panel, legend vg.Length) {
	page.SetColor(color.White)
	page.Fill(page.Path())
	top := page.Max.Y
	for _, p := range panels {
		_, height := p.size()
		part := page
		part.Max.Y, part.Min.Y = top, top-height
		top -= height
		p.plot.BackgroundColor = color.White
		p.plot.Draw(draw.Crop(part, vg.Points(6), -legend, vg.Points(6), -vg.Points(6)))
		p.legend.Draw(draw.Crop(part, plotWidth+vg.Points(10), 0, 0, -legendTop))
	}
}
