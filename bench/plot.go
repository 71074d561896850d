package bench

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A plot has a white page of its own, so that it can be read on a dark one too, and tells its lines
// apart by colour, by dashes and by the marks on them.

// The size of a plot without its legend, and the least width of that.
const (
	plotWidth   = 17 * vg.Centimeter
	plotHeight  = 12 * vg.Centimeter
	legendWidth = 6 * vg.Centimeter
)

// colours are Okabe and Ito's, without the yellow that a white page swallows.
var colours = []color.Color{
	color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255},
	color.RGBA{86, 180, 233, 255}, color.RGBA{230, 159, 0, 255}, color.RGBA{0, 0, 0, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
}

var dashes = [][]vg.Length{nil, {vg.Points(5), vg.Points(2)}, {vg.Points(1.5), vg.Points(2)}}

var typeface = font.Font{Typeface: "Liberation", Variant: "Sans"}

// chart is a plot under way.
type chart struct {
	plot   *plot.Plot
	legend plot.Legend
	lines  int
}

func newChart(title, x, y string) *chart {
	c := &chart{plot: plot.New(), legend: plot.NewLegend()}
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

// style is the looks of the n-th line.
func style(n int) (draw.LineStyle, draw.GlyphStyle) {
	paint := colours[n%len(colours)]
	return draw.LineStyle{Color: paint, Width: vg.Points(1.6), Dashes: dashes[n/len(colours)%len(dashes)]},
		draw.GlyphStyle{Color: paint, Radius: vg.Points(3.2), Shape: marks[n%len(marks)]}
}

// point is a place on a line, with the spread of what was measured there.
type point struct{ x, y, low, top float64 }

// line adds a line through points; slot chooses its looks, so that a contestant keeps them.
func (c *chart) line(name string, slot int, list []point) error {
	if len(list) == 0 {
		return nil
	}
	c.lines++
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

// curve adds a line through many points, with a mark on some of them.
func (c *chart) curve(name string, slot int, list []point) error {
	if len(list) == 0 {
		return nil
	}
	c.lines++
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

// spreads are points as gonum wants them.
type spreads []point

func (s spreads) Len() int                        { return len(s) }
func (s spreads) XY(i int) (float64, float64)     { return s[i].x, s[i].y }
func (s spreads) YError(i int) (float64, float64) { return s[i].y - s[i].low, s[i].top - s[i].y }
func (s spreads) any() bool {
	return slices.ContainsFunc(s, func(p point) bool { return p.low != p.top })
}

// level draws a line across at some height.
func (c *chart) level(name string, y float64) {
	f := plotter.NewFunction(func(float64) float64 { return y })
	f.Color, f.Dashes, f.Width = color.Gray{120}, []vg.Length{vg.Points(3), vg.Points(3)}, vg.Points(1)
	c.plot.Add(f)
	c.legend.Add(name, f)
}

// legendTop is how far below the page's edge the legend begins.
const legendTop = vg.Length(40)

// legendSize is how wide the legend is, and how high the page has to be for it. Browsers may draw
// its words with a wider typeface than is measured here.
func (c *chart) legendSize() (width, height vg.Length) {
	needs := c.legend.Rectangle(draw.New(vgsvg.New(plotWidth, plotHeight))).Size()
	return max(legendWidth, 1.2*needs.X+vg.Points(20)), max(plotHeight, needs.Y+legendTop+vg.Points(10))
}

// save writes the chart with its legend beside it.
func (c *chart) save(file string) error {
	width, height := c.legendSize()
	canvas := vgsvg.New(plotWidth+width, height)
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Path())
	c.plot.BackgroundColor = color.White
	c.plot.Draw(draw.Crop(page, vg.Points(6), -width, vg.Points(6), -vg.Points(6)))
	c.legend.Draw(draw.Crop(page, plotWidth+vg.Points(10), 0, 0, -legendTop))
	out, err := renameio.NewPendingFile(file, renameio.WithTempDir(filepath.Dir(file)), renameio.WithPermissions(0o644))
	if err != nil {
		return err
	}
	defer out.Cleanup() // a no-op once it was replaced
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return err
	}
	// Where the font is not installed, the reader's own serves, not the browser's serifs.
	svg := bytes.ReplaceAll(text.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	if _, err := out.Write(svg); err != nil {
		return err
	}
	return out.CloseAtomicallyReplace()
}

// logAxis makes an axis logarithmic, over at least the given range, with a label at each decade.
func logAxis(a *plot.Axis, low, top float64, label func(float64) string) {
	a.Scale = plot.LogScale{}
	a.Min, a.Max = low, top
	a.Tick.Marker = plot.TickerFunc(func(low, top float64) []plot.Tick {
		var ticks []plot.Tick
		for decade := math.Floor(math.Log10(low)); decade <= math.Ceil(math.Log10(top)); decade++ {
			for m := 1; m < 10; m++ {
				t := plot.Tick{Value: float64(m) * math.Pow(10, decade)}
				if m == 1 || (m == 2 || m == 5) && top/low < 100 {
					t.Label = label(t.Value) + " " // a page without the plot's font may set it wider
				}
				if t.Value >= low*(1-1e-6) && t.Value <= top*(1+1e-6) {
					ticks = append(ticks, t)
				}
			}
		}
		return ticks
	})
}

// markedAxis is logarithmic with ticks at the sizes that were measured; where they crowd, some stay
// without a label.
func markedAxis(a *plot.Axis, values []float64) {
	low, top := slices.Min(values), slices.Max(values)
	a.Scale = plot.LogScale{}
	a.Min, a.Max = low/1.06, top*1.06
	var ticks []plot.Tick
	last := 0.0
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		t := plot.Tick{Value: v}
		if last == 0 || math.Log(v/last) > 0.045*math.Log(a.Max/a.Min) {
			t.Label, last = fmt.Sprint(v), v
		}
		ticks = append(ticks, t)
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// countedAxis is linear with a tick at each of the values.
func countedAxis(a *plot.Axis, values []float64) {
	a.Min, a.Max = slices.Min(values)-0.5, slices.Max(values)+0.5
	var ticks []plot.Tick
	for _, v := range slices.Compact(slices.Sorted(slices.Values(values))) {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// wholeTicks are gonum's, as whole numbers.
func wholeTicks(low, top float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, top)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = fmt.Sprintf("%.0f", ticks[i].Value)
		}
	}
	return ticks
}

// decade is a power of ten of a second.
func decade(s float64) string { return strings.Replace(seconds(s), ".0 ", " ", 1) }

// decades is the range of powers of ten around values.
func decades(values []float64) (low, top float64) {
	low, top = slices.Min(values), slices.Max(values)
	return math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(top*1.0001)))
}

// shortest is what a time is drawn as that was too short to be measured: a logarithm has no zero.
const shortest = 1e-4

func drawnTime(r *Result) float64 { return max(r.CPU, shortest) }

// cactus shows how many instances each contestant answers when each may take so long.
func (s *section) cactus(title, file string) (bool, error) {
	c := newChart(s.suite+": "+lower(title), "instances answered", "CPU time")
	var all []float64
	most, asked := 0, 0
	for _, name := range s.contestants() {
		asked = max(asked, len(s.of(name).results))
	}
	for i, name := range s.contestants() {
		var times []float64
		part := s.of(name)
		if n := len(part.results); n < asked { // not every contestant takes every board
			name = fmt.Sprintf("%s (of %d)", name, n)
		}
		for _, r := range part.results {
			if r.Outcome.Right() {
				times = append(times, drawnTime(r))
			}
		}
		slices.Sort(times)
		var list []point
		for n, t := range times {
			list = append(list, point{float64(n + 1), t, t, t})
		}
		most = max(most, len(times))
		all = append(all, times...)
		if err := c.curve(name, i, list); err != nil {
			return false, err
		}
	}
	if most < 2 {
		return false, nil
	}
	low, top := decades(all)
	logAxis(&c.plot.Y, low, top, decade)
	c.plot.X.Min, c.plot.X.Max = 0, float64(most)
	c.plot.X.Tick.Marker = plot.TickerFunc(wholeTicks)
	return true, c.save(file)
}

func lower(title string) string { return strings.ToLower(title[:1]) + title[1:] }

// overSize draws a line for each contestant over the number of lights, or over the size itself
// where the lights do not tell sizes apart. Sizes on which most seeds failed have no point. Values must
// be positive.
func (s *section) overSize(title, yLabel, file string, limit float64, value func(*Result) float64) (bool, error) {
	lights, axis := func(r *Result) float64 { return float64(r.Lights) }, markedAxis
	c := newChart(s.suite+": "+title, "lights", yLabel)
	if len(distinct(s.results, func(r **Result) string { return fmt.Sprint((*r).Lights) })) == 1 {
		if limit == 0 {
			return false, nil // one board has one formula
		}
		lights = func(r *Result) float64 { return float64(r.Size) }
		c.plot.X.Label.Text = "presses that the puzzle takes"
		axis = countedAxis
	}
	var xs, ys []float64
	for i, name := range s.contestants() {
		var list []point
		for _, n := range s.sizes() {
			part := s.of(name).sized(n)
			if len(part.results) == 0 {
				continue
			}
			sum := summarise(part.results, value)
			x := lights(part.results[0])
			if math.IsNaN(sum.median) || math.IsInf(sum.median, 1) {
				continue
			}
			list = append(list, point{x, sum.median, min(sum.low, sum.median), max(sum.top, sum.median)})
			xs, ys = append(xs, x), append(ys, sum.low, sum.top)
		}
		if err := c.line(name, i, list); err != nil {
			return false, err
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(xs)))) < 2 {
		return false, nil
	}
	if limit > 0 && slices.Max(ys) > limit/10 {
		c.level("the limit", limit)
		ys = append(ys, limit)
	}
	low, top := decades(ys)
	label := decade
	if limit == 0 {
		label = func(x float64) string { return fmt.Sprintf("%.0f", x) }
	}
	logAxis(&c.plot.Y, low, top, label)
	axis(&c.plot.X, xs)
	return true, c.save(file)
}

func (s *section) timeOverSize(title, file string) (bool, error) {
	return s.overSize(title, "CPU time", file, s.results[0].Timeout, drawnTime)
}

func (s *section) perPuzzle(title, file string) (bool, error) {
	return s.overSize(title, "CPU time", file, math.Inf(1), func(r *Result) float64 { return drawnTime(r) / float64(max(r.Batch, 1)) })
}

// formulas are the results that had one, whatever became of them: its size is known even so.
func (s *section) formulas() *section {
	part := s.only(func(r *Result) bool { return r.Clauses > 0 && r.Vars > 0 })
	for i, r := range part.results {
		known := *r
		known.Outcome = solved
		part.results[i] = &known
	}
	return part
}

func (s *section) clausesOverSize(title, file string) (bool, error) {
	return s.formulas().overSize(title, "clauses", file, 0, func(r *Result) float64 { return float64(r.Clauses) })
}

func (s *section) variablesOverSize(title, file string) (bool, error) {
	return s.formulas().overSize(title, "variables", file, 0, func(r *Result) float64 { return float64(r.Vars) })
}
