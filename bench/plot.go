package bench

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image/color"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lightsout/export"
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
	for _, f := range export.Formats() {
		list = append(list, f.Name)
	}
	return list
}

func solverOrder() []string { return slices.Concat([]string{"gini"}, peerNames(), engineNames()) }

// place is where a name stands in a list; others get a place of their own, always the same one.
func place(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return len(list) + int(h.Sum32()%64)
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

// series adds a contestant's line with marks on its points, or on some of them.
func (c *chart) series(contestant string, points plotter.XYs, some int) error {
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	marked := points
	if some > 0 && len(points) > some {
		marked = nil
		// Not everybody's marks stand in the same places, so that lines which coincide are seen.
		for i := place(encodingOrder(), encodingOf(contestant)) % (len(points) / some); i < len(points); i += len(points) / some {
			marked = append(marked, points[i])
		}
	}
	scatter, err := plotter.NewScatter(marked)
	if err != nil {
		return err
	}
	line.LineStyle, scatter.GlyphStyle = lookOf(contestant)
	c.Add(line, scatter)
	c.legend = append(c.legend, legendEntry{contestant, []plot.Thumbnailer{line, scatter}})
	return nil
}

// rule adds a straight grey line.
func (c *chart) rule(name string, points plotter.XYs) error {
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.LineStyle = draw.LineStyle{Color: color.Gray{120}, Width: vg.Points(0.7), Dashes: dashes[2]}
	c.Add(line)
	if name != "" {
		c.legend = append(c.legend, legendEntry{name, []plot.Thumbnailer{line}})
	}
	return nil
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

// logAxis makes an axis logarithmic, from one power of ten to another.
func logAxis(a *plot.Axis, values []float64, label func(float64) string) {
	a.Scale = plot.LogScale{}
	a.Min = math.Pow(10, math.Floor(math.Log10(slices.Min(values))))
	a.Max = math.Pow(10, math.Ceil(math.Log10(slices.Max(values)*1.0001)))
	var ticks plot.ConstantTicks
	for decade := a.Min; decade <= a.Max*1.0001; decade *= 10 {
		ticks = append(ticks, plot.Tick{Value: decade, Label: label(decade)})
		for m := 2.0; m < 10 && m*decade < a.Max; m++ {
			ticks = append(ticks, plot.Tick{Value: m * decade})
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

// drawn is a time as it is drawn: a logarithm has no zero.
func drawn(seconds float64) float64 { return max(seconds, 1e-4) }

// cactus shows how many instances each contestant answers when each may take so long.
func (s *section) cactus(title, file string) (bool, error) {
	c := newChart(title, "instances answered", "CPU time")
	var all []float64
	most := 0
	for _, name := range s.contestants() {
		times := slices.DeleteFunc(timesOf(s.of(name).results), func(t float64) bool { return math.IsInf(t, 1) })
		slices.Sort(times)
		var points plotter.XYs
		for n, t := range times {
			points = append(points, plotter.XY{X: float64(n + 1), Y: drawn(t)})
			all = append(all, drawn(t))
		}
		most = max(most, len(times))
		if len(points) == 0 {
			continue
		}
		if err := c.series(name, points, 6); err != nil {
			return false, err
		}
	}
	if most < 2 {
		return false, nil
	}
	countAxis(&c.X, most)
	logAxis(&c.Y, all, limit)
	return true, c.save(filepath.Join(s.dir, file))
}

// scaling shows the median time over the number of lights. Sizes on which most seeds failed have no point.
func (s *section) scaling(title, file string) (bool, error) {
	c := newChart(title+": medians", "lights", "CPU time")
	var xs, ys []float64
	for _, name := range s.contestants() {
		byLights := map[float64][]*Result{} // the puzzles of a file may have as many
		for _, r := range s.of(name).results {
			byLights[float64(r.Lights)] = append(byLights[float64(r.Lights)], r)
		}
		var points plotter.XYs
		for _, x := range slices.Sorted(maps.Keys(byLights)) {
			if m := median(timesOf(byLights[x])); !math.IsNaN(m) && !math.IsInf(m, 1) {
				points = append(points, plotter.XY{X: x, Y: drawn(m)})
				xs, ys = append(xs, x), append(ys, drawn(m))
			}
		}
		if len(points) == 0 {
			continue
		}
		if err := c.series(name, points, 0); err != nil {
			return false, err
		}
	}
	if len(xs) == 0 || slices.Min(xs) == slices.Max(xs) {
		return false, nil
	}
	if most := s.results[0].Timeout; slices.Max(ys) > most/10 {
		ys = append(ys, most)
		if err := c.rule("the limit", plotter.XYs{{X: slices.Min(xs), Y: most}, {X: slices.Max(xs), Y: most}}); err != nil {
			return false, err
		}
	}
	sizeAxis(&c.X, xs)
	logAxis(&c.Y, ys, limit)
	return true, c.save(filepath.Join(s.dir, file))
}

// scatter sets two contestants against each other, a point for each instance that both ran on. Failures
// stand at the limit.
func (s *section) scatter(x, y, file string) (bool, error) {
	c := newChart("CPU time of two contestants, instance by instance", x, y)
	other := map[string]*Result{}
	for _, r := range s.of(y).results {
		other[r.instance()] = r
	}
	var points plotter.XYs
	var all []float64
	top := s.results[0].Timeout
	at := func(r *Result) float64 { return min(drawn(timesOf([]*Result{r})[0]), top) }
	for _, a := range s.of(x).results {
		if b := other[a.instance()]; b != nil && a.Outcome.Ran() && b.Outcome.Ran() {
			points = append(points, plotter.XY{X: at(a), Y: at(b)})
			all = append(all, at(a), at(b))
		}
	}
	if len(points) < 2 {
		return false, nil
	}
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return false, err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: color.Black, Radius: vg.Points(1.8), Shape: draw.RingGlyph{}}
	c.Add(dots)
	c.legend = append(c.legend, legendEntry{plural(len(points), "instance"), []plot.Thumbnailer{dots}})
	logAxis(&c.X, all, limit)
	logAxis(&c.Y, all, limit)
	low, high := c.X.Min, c.X.Max
	if err := c.rule("equally fast", plotter.XYs{{X: low, Y: low}, {X: high, Y: high}}); err != nil {
		return false, err
	}
	return true, c.save(filepath.Join(s.dir, file))
}
