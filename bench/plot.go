package bench

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lightsout/internal/atomicfile"
)

// The look of a contestant is the same in every plot: its encoding has a colour and a mark, which tell it
// apart in grey too, and its solver has a dash.

// palette is Okabe and Ito's, the yellow darkened.
var palette = []color.NRGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{0, 0, 0, 255}, {86, 180, 233, 255}, {230, 159, 0, 255}, {150, 130, 30, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{},
	draw.BoxGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.TriangleGlyph{},
}

// dashes are lengths of strokes and gaps in points.
var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 1.5, 1.5, 1.5}, {9, 2}, {3, 1.5}, {6, 1.5, 1.5, 1.5, 1.5, 1.5}, {1, 3}, {9, 2, 3, 2}}

// encodingOrder and solverOrder are the known names; their places decide colours, dashes and the order of rows.
func encodingOrder() []string {
	var list []string
	for _, coloured := range []bool{false, true} {
		list = append(list, everyXor(coloured)...)
	}
	return append(list, formatNames()...)
}

func solverOrder() []string { return slices.Concat([]string{"gini"}, peerNames(), engineNames()) }

// place is where a name stands in a list; others get a place of their own, always the same one.
func place(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list) + int(crc32.ChecksumIEEE([]byte(name))%64)
}

func colourOf(encoding string) (color.Color, draw.GlyphDrawer) {
	xor, card, counts := strings.Cut(encoding, " ")
	slot := place(encodingOrder(), xor)
	mark := marks[(slot+slot/len(marks))%len(marks)]
	if counts {
		slot = place(countingNames(), card)
	}
	return palette[slot%len(palette)], mark
}

// lookOf is the look of a contestant's line and of its points. An engine of this program has a colour of its own.
func lookOf(contestant string) (draw.LineStyle, draw.GlyphStyle) {
	solver, encoding := solverOf(contestant), encodingOf(contestant)
	paint, mark := colourOf(encoding)
	dash := place(solverOrder(), solver)
	if encoding == "" {
		slot := place(engineNames(), solver)
		paint, mark, dash = palette[slot%len(palette)], marks[slot%len(marks)], 0
	}
	return draw.LineStyle{Color: paint, Width: vg.Points(0.9), Dashes: dashes[dash%len(dashes)]},
		draw.GlyphStyle{Color: paint, Radius: vg.Points(2), Shape: mark}
}

// chart is a plot of the width of a column, with its legend below.
type chart struct {
	*plot.Plot
	legend []legendEntry
	err    error // of a line that cannot be drawn
}

type legendEntry struct {
	name string
	look []plot.Thumbnailer
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

func newChart(title, x, y string) *chart {
	c := &chart{Plot: plot.New()}
	c.Title.Text, c.X.Label.Text, c.Y.Label.Text = title, x, y
	c.Title.TextStyle.Font, c.Title.Padding = sans(8), vg.Points(4)
	for _, a := range []*plot.Axis{&c.X, &c.Y} {
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans(8), sans(7)
		a.Tick.Length, a.LineStyle.Width = vg.Points(3), vg.Points(0.5)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	c.Add(grid)
	return c
}

// line adds a line with marks on some of its points.
func (c *chart) line(name string, line draw.LineStyle, mark draw.GlyphStyle, points, marked plotter.XYs) {
	l, err := plotter.NewLine(points)
	m, errMarks := plotter.NewScatter(marked)
	if err != nil || errMarks != nil {
		c.err = cmp.Or(c.err, err, errMarks)
		return
	}
	l.LineStyle, m.GlyphStyle = line, mark
	c.Add(l, m)
	c.legend = append(c.legend, legendEntry{name, []plot.Thumbnailer{l, m}})
}

// series adds a contestant's line with marks on its points, or on some of them.
func (c *chart) series(contestant, shown string, points plotter.XYs, some int) {
	marked := points
	if some > 0 && len(points) > some {
		marked = nil
		// Not everybody's marks stand in the same places, so that lines which coincide are seen.
		for i := place(encodingOrder(), encodingOf(contestant)) % (len(points) / some); i < len(points); i += len(points) / some {
			marked = append(marked, points[i])
		}
	}
	line, mark := lookOf(contestant)
	c.line(shown, line, mark, points, marked)
}

// rule adds a straight grey line.
func (c *chart) rule(name string, from, to plotter.XY) {
	points := plotter.XYs{from, to}
	c.line(name, draw.LineStyle{Color: color.Gray{120}, Width: vg.Points(0.7), Dashes: dashes[2]}, draw.GlyphStyle{Shape: draw.PlusGlyph{}}, points, points)
}

// drawOn draws the plot above its legend, which has two columns.
func (c *chart) drawOn(page draw.Canvas) {
	rows := vg.Length((len(c.legend) + 1) / 2)
	c.Draw(draw.Crop(page, 0, -vg.Points(4), rows*legendLine+vg.Points(4), 0))
	for i := range 2 {
		legend := plot.NewLegend()
		legend.TextStyle.Font, legend.Left, legend.Top = sans(7), true, true
		legend.YPosition = draw.PosCenter
		for k, e := range c.legend {
			if k%2 == i {
				legend.Add(e.name, e.look...)
			}
		}
		legend.Padding = legendLine - legend.TextStyle.Height("M") - vg.Points(0.2)
		half := columnWidth / 2
		legend.Draw(draw.Crop(page, vg.Points(8)+half*vg.Length(i), 0, 0, -(chartHeight)))
	}
}

// pdfDate is when a PDF was made. The same results give the same bytes.
var pdfDate = regexp.MustCompile(`D:\d{14}`)

// save writes the chart as SVG and as PDF; name has no extension.
func (c *chart) save(name string) error {
	if c.err != nil {
		return c.err
	}
	height := chartHeight + legendLine*vg.Length((len(c.legend)+1)/2)
	for _, format := range []string{"svg", "pdf"} {
		page, err := draw.NewFormattedCanvas(columnWidth, height, format)
		if err != nil {
			return err
		}
		c.drawOn(draw.New(page))
		var file bytes.Buffer
		if _, err := page.WriteTo(&file); err != nil {
			return err
		}
		picture := bytes.ReplaceAll(file.Bytes(), []byte("font-family:Liberation Sans"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif"))
		picture = pdfDate.ReplaceAll(picture, []byte("D:20000101000000"))
		if err := atomicfile.WriteFile(name+"."+format, picture); err != nil {
			return err
		}
	}
	return nil
}

// timeAxis has powers of ten, whose logarithms are drawn.
func timeAxis(a *plot.Axis, values []float64) {
	a.Min = math.Floor(slices.Min(values))
	a.Max = max(a.Min+1, math.Ceil(slices.Max(values)-1e-4))
	var ticks plot.ConstantTicks
	for decade := a.Min; decade <= a.Max; decade++ {
		ticks = append(ticks, plot.Tick{Value: decade, Label: limit(math.Pow(10, decade))})
		for m := 2.0; m < 10 && decade < a.Max; m++ {
			ticks = append(ticks, plot.Tick{Value: decade + math.Log10(m)})
		}
	}
	a.Tick.Marker = ticks
}

// sizeAxis is logarithmic with a tick at each size that was measured; where they crowd, some have no label.
func sizeAxis(a *plot.Axis, values []float64) {
	a.Scale = plot.LogScale{}
	a.Min, a.Max = slices.Min(values)/1.06, slices.Max(values)*1.06
	var ticks plot.ConstantTicks
	last := -1.0
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		t := plot.Tick{Value: v}
		if at := math.Log(v/a.Min) / math.Log(a.Max/a.Min); at-last > 0.1 {
			t.Label, last = fmt.Sprint(v), at
		}
		ticks = append(ticks, t)
	}
	a.Tick.Marker = ticks
}

// countAxis has whole numbers from 0 on.
func countAxis(a *plot.Axis, most int) {
	a.Min, a.Max = 0, float64(most)
	a.Tick.Marker = plot.TickerFunc(func(low, top float64) []plot.Tick {
		ticks := slices.DeleteFunc(plot.DefaultTicks{}.Ticks(low, top), func(t plot.Tick) bool { return t.Value != math.Round(t.Value) })
		for i, t := range ticks {
			if t.Label != "" {
				ticks[i].Label = fmt.Sprintf("%.0f", t.Value)
			}
		}
		return ticks
	})
}

// drawn is the logarithm of a time, as it is drawn.
func drawn(seconds float64) float64 { return math.Log10(max(seconds, 1e-4)) }

// shown is a contestant's name in a plot, without the solver if that is everybody's.
func (s results) shown(contestant string) string {
	if len(s.bySolver()) > 1 {
		return contestant
	}
	return cmp.Or(encodingOf(contestant), contestant)
}

// cactus shows how many instances each contestant answers when each may take so long.
func (s results) cactus(title string) *chart {
	c := newChart(title, "instances answered", "CPU time")
	var all []float64
	most := 0
	for _, name := range s.contestants() {
		var points plotter.XYs
		for n, t := range answered(s.of(name)) {
			points = append(points, plotter.XY{X: float64(n + 1), Y: drawn(t)})
			all = append(all, drawn(t))
		}
		if most = max(most, len(points)); len(points) > 0 {
			c.series(name, s.shown(name), points, 6)
		}
	}
	if most < 2 {
		return nil
	}
	countAxis(&c.X, most)
	timeAxis(&c.Y, all)
	return c
}

// scaling shows the median time over the number of lights. Sizes on which most seeds failed have no point.
func (s results) scaling(title string) *chart {
	c := newChart(title, "lights", "median CPU time")
	var xs, ys []float64
	for _, name := range s.contestants() {
		var points plotter.XYs
		for _, part := range s.of(name).split(func(r *Result) string { return fmt.Sprint(r.Lights) }) { // the puzzles of a file may have as many
			if m := median(timesOf(part)); !math.IsInf(m, 1) {
				points = append(points, plotter.XY{X: float64(part[0].Lights), Y: drawn(m)})
				xs, ys = append(xs, float64(part[0].Lights)), append(ys, drawn(m))
			}
		}
		slices.SortFunc(points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		if len(points) > 0 {
			c.series(name, s.shown(name), points, 0)
		}
	}
	if len(xs) == 0 || slices.Min(xs) == slices.Max(xs) {
		return nil
	}
	if most := drawn(s[0].Timeout); slices.Max(ys) > most-1 {
		ys = append(ys, most)
		c.rule("the limit", plotter.XY{X: slices.Min(xs), Y: most}, plotter.XY{X: slices.Max(xs), Y: most})
	}
	sizeAxis(&c.X, xs)
	timeAxis(&c.Y, ys)
	return c
}

// scatter sets two contestants against each other, a point for each instance that both ran on. Failures
// stand at the limit.
func (s results) scatter(x, y string) *chart {
	c := newChart(solverOf(x)+", CPU time on each instance", s.shown(x), s.shown(y))
	other := map[string]*Result{}
	for _, r := range s.of(y) {
		other[r.instance()] = r
	}
	var points plotter.XYs
	var all []float64
	for _, a := range s.of(x) {
		if b := other[a.instance()]; b != nil {
			both := times(results{a, b}, 1)
			points = append(points, plotter.XY{X: drawn(both[0]), Y: drawn(both[1])})
			all = append(all, drawn(both[0]), drawn(both[1]))
		}
	}
	if len(points) < 2 {
		return nil
	}
	ring := draw.GlyphStyle{Color: color.Black, Radius: vg.Points(1.8), Shape: draw.RingGlyph{}}
	c.line(plural(len(points), "instance"), draw.LineStyle{}, ring, points, points)
	timeAxis(&c.X, all)
	timeAxis(&c.Y, all)
	c.rule("equally fast", plotter.XY{X: c.X.Min, Y: c.Y.Min}, plotter.XY{X: c.X.Max, Y: c.Y.Max})
	return c
}
