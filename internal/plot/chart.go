// Package plot draws line charts in the one style of the project's documents.
//
// A chart has a white page of its own, so that it can be read on a dark one too. Its lines differ in
// colour, dashes and marks, and its legend stands beside it.
package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
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

	plot   *plot.Plot
	legend plot.Legend
}

// New is a chart without lines; x and y label its axes.
func New(title, x, y string) *Chart {
	c := &Chart{plot: plot.New(), legend: plot.NewLegend()}
	c.X, c.Y = &c.plot.X, &c.plot.Y
	c.plot.Title.Text, c.plot.X.Label.Text, c.plot.Y.Label.Text = title, x, y
	c.plot.Title.TextStyle.Font = font.From(typeface, vg.Points(14))
	c.plot.Title.Padding = vg.Points(8)
	for _, axis := range []*plot.Axis{&c.plot.X, &c.plot.Y} {
		axis.Label.TextStyle.Font = font.From(typeface, vg.Points(12))
		axis.Tick.Label.Font = font.From(typeface, vg.Points(10))
		axis.Padding = vg.Points(4)
	}
	c.legend.TextStyle.Font = font.From(typeface, vg.Points(11))
	c.legend.Top, c.legend.Left = true, true
	c.legend.ThumbnailWidth = vg.Points(28)
	c.legend.Padding = vg.Points(4)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	c.plot.Add(grid)
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
func (c *Chart) Line(name string, slot int, list []Point) error {
	if len(list) == 0 {
		return nil
	}
	look, mark := style(slot)
	spread := spreads(list)
	line, dots, err := plotter.NewLinePoints(spread)
	if err != nil {
		return err
	}
	line.LineStyle, dots.GlyphStyle = look, mark
	if spread.any() {
		bars, err := plotter.NewYErrorBars(spread)
		if err != nil {
			return err
		}
		bars.Color, bars.Width, bars.CapWidth = look.Color, vg.Points(0.7), vg.Points(5)
		c.plot.Add(bars)
	}
	c.plot.Add(line, dots)
	c.legend.Add(name, line, dots)
	return nil
}

// Curve adds a line through many points and marks only some of them.
func (c *Chart) Curve(name string, slot int, list []Point) error {
	if len(list) == 0 {
		return nil
	}
	look, mark := style(slot)
	line, err := plotter.NewLine(spreads(list))
	if err != nil {
		return err
	}
	line.LineStyle = look
	const marked = 8
	var some spreads
	for i := range marked {
		some = append(some, list[(len(list)-1)*(i+1)/marked])
	}
	dots, err := plotter.NewScatter(some)
	if err != nil {
		return err
	}
	dots.GlyphStyle = mark
	c.plot.Add(line, dots)
	c.legend.Add(name, line, dots)
	return nil
}

// spreads implements the interfaces of gonum's plotters.
type spreads []Point

func (s spreads) Len() int                        { return len(s) }
func (s spreads) XY(i int) (float64, float64)     { return s[i].X, s[i].Y }
func (s spreads) YError(i int) (float64, float64) { return s[i].Y - s[i].Low, s[i].Top - s[i].Y }
func (s spreads) any() bool {
	return slices.ContainsFunc(s, func(p Point) bool { return p.Low != p.Top })
}

// Level draws a horizontal line.
func (c *Chart) Level(name string, y float64) {
	f := plotter.NewFunction(func(float64) float64 { return y })
	f.Color, f.Dashes, f.Width = color.Gray{120}, []vg.Length{vg.Points(3), vg.Points(3)}, vg.Points(1)
	c.plot.Add(f)
	c.legend.Add(name, f)
}

// legendTop is the distance of the legend from the top of the page.
const legendTop = vg.Length(40)

// legendSize is the width of the legend and the height of the page. It leaves room, since browsers may
// draw the words in a wider typeface than the one measured here.
func (c *Chart) legendSize() (width, height vg.Length) {
	needs := c.legend.Rectangle(draw.New(vgsvg.New(plotWidth, plotHeight))).Size()
	return max(legendWidth, 1.2*needs.X+vg.Points(20)), max(plotHeight, needs.Y+legendTop+vg.Points(10))
}

// Save writes the chart to a file, which appears once complete. The name ends in .svg or .png.
func (c *Chart) Save(file string) error {
	width, height := c.legendSize()
	var picture []byte
	switch filepath.Ext(file) {
	case ".svg":
		canvas := vgsvg.New(plotWidth+width, height)
		c.draw(draw.New(canvas), width)
		var text bytes.Buffer
		if _, err := canvas.WriteTo(&text); err != nil {
			return err
		}
		// Where the font is not installed, fall back to another sans-serif, not to the browser's default.
		picture = bytes.ReplaceAll(text.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	case ".png":
		canvas := vgimg.PngCanvas{Canvas: vgimg.New(plotWidth+width, height)}
		c.draw(draw.New(canvas), width)
		var png bytes.Buffer
		if _, err := canvas.WriteTo(&png); err != nil {
			return err
		}
		picture = png.Bytes()
	default:
		return fmt.Errorf("%s: plots are written as .svg or .png", file)
	}
	out, err := renameio.NewPendingFile(file, renameio.WithTempDir(filepath.Dir(file)), renameio.WithPermissions(0o644))
	if err != nil {
		return err
	}
	defer out.Cleanup() // a no-op once it was replaced
	if _, err := out.Write(picture); err != nil {
		return err
	}
	return out.CloseAtomicallyReplace()
}

// draw fills a page, the legend taking the given width on the right.
func (c *Chart) draw(page draw.Canvas, legend vg.Length) {
	page.SetColor(color.White)
	page.Fill(page.Path())
	c.plot.BackgroundColor = color.White
	c.plot.Draw(draw.Crop(page, vg.Points(6), -legend, vg.Points(6), -vg.Points(6)))
	c.legend.Draw(draw.Crop(page, plotWidth+vg.Points(10), 0, 0, -legendTop))
}
