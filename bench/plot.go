package bench

import (
	"cmp"
	"hash/crc32"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lightsout/encode"
	"lightsout/internal/chart"
	"lightsout/solve"
)

// The look of a contestant is the same in every plot: its encoding has a colour and a mark, which tell it
// apart in grey too. Where several solvers are in a plot, each has a dash.

// painted are the XOR encodings with a colour of their own.
var painted = []string{"direct", "cut:3", "cut:4", "cut:5", "cut:6", "chain:4", "bdd", "arith", "kernel:4", "xnf"}

// solverOrder is the known names; their places decide dashes and the order of rows.
func solverOrder() []string { return slices.Concat([]string{"gini"}, peerNames(), solve.EngineNames()) }

// encodingPlace is where an encoding stands in tables and legends: by its name, then by its number.
func encodingPlace(encoding string) []int {
	name, number, _ := strings.Cut(encoding, ":")
	n, _ := strconv.Atoi(number)
	named := func(p encode.Parity) string { return p.Name }
	names := slices.Concat(distinct(encode.Parities(), named), distinct(encode.Sums(), named), formatNames())
	return []int{place(names, name), n}
}

// place is where a name stands in a list; others get a place of their own, always the same one.
func place(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list) + int(crc32.ChecksumIEEE([]byte(name))%64)
}

// slots are the places of an encoding's colour and mark.
func slots(encoding string) (colour, mark int) {
	xor, card, counts := strings.Cut(encoding, " ")
	mark = place(painted, xor)
	if i := slices.Index(everyXor(true), xor); i >= 0 { // on other boards
		mark = i
	}
	if counts {
		return place(countingNames(), card), mark
	}
	return mark, mark
}

// lookOf is the look of a contestant's line and of its points. An engine of this program has a colour of its own.
func (s results) lookOf(contestant string) (draw.LineStyle, draw.GlyphStyle) {
	solver, encoding := solverOf(contestant), encodingOf(contestant)
	if encoding == "" {
		slot := place(solve.EngineNames(), solver)
		return chart.Look(slot, slot, 0)
	}
	colour, mark := slots(encoding)
	dash := 0
	if len(s.bySolver()) > 1 {
		dash = place(solverOrder(), solver)
	}
	return chart.Look(colour, mark, dash)
}

// addSeries adds a contestant's line with marks on its points, or on some of them.
func (s results) addSeries(c *chart.Chart, contestant string, points plotter.XYs, some int) {
	marked := points
	if some > 0 && len(points) > some {
		marked = nil
		// Not everybody's marks stand in the same places, so that lines which coincide are seen.
		step := len(points) / some
		for i := encodingPlace(encodingOf(contestant))[0] % step; i < len(points); i += step {
			marked = append(marked, points[i])
		}
	}
	line, mark := s.lookOf(contestant)
	c.Line(s.shown(contestant), line, mark, points, marked)
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
func (s results) cactus(title string) *chart.Chart {
	c := chart.New(title, "runs answered", "time")
	var all []float64
	asked := len(distinct(s, (*Result).puzzle))
	for _, name := range s.contestants() {
		var points plotter.XYs
		for n, t := range slices.Sorted(slices.Values(times(s.of(name).right(), 1))) {
			points = append(points, plotter.XY{X: float64(n + 1), Y: drawn(t)})
			all = append(all, drawn(t))
		}
		s.addSeries(c, name, points, 6)
	}
	if asked < 2 || len(all) == 0 {
		return nil
	}
	if len(s.right()) < len(s) {
		most := drawn(s[0].Timeout)
		all = append(all, most)
		c.Rule("the limit", chart.Limit, plotter.XY{X: 0, Y: most}, plotter.XY{X: float64(asked), Y: most})
	}
	c.X.Min, c.X.Max, c.X.Tick.Marker = 0, float64(asked), plot.TickerFunc(chart.WholeTicks)
	chart.LogAxis(&c.Y, all, limit)
	return c
}

// scaling shows the median time over the number of lights. Sizes on which most seeds failed have no point.
func (s results) scaling(title string) *chart.Chart {
	c := chart.New(title, "lights", "median time")
	var xs, ys []float64
	for _, name := range s.contestants() {
		var points plotter.XYs
		for lights, m := range s.of(name).medians() {
			points = append(points, plotter.XY{X: lights, Y: drawn(m)})
			xs, ys = append(xs, lights), append(ys, drawn(m))
		}
		slices.SortFunc(points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		s.addSeries(c, name, points, 0)
	}
	if len(xs) == 0 || slices.Min(xs) == slices.Max(xs) {
		return nil
	}
	if most := drawn(s[0].Timeout); slices.Max(ys) > most-1 {
		ys = append(ys, most)
		c.Rule("the limit", chart.Limit, plotter.XY{X: slices.Min(xs), Y: most}, plotter.XY{X: slices.Max(xs), Y: most})
	}
	c.X.Tick.Marker = sizeTicks(xs)
	chart.LogAxis(&c.Y, ys, limit)
	return c
}

// sizeTicks are the sizes that were measured. A label that would touch the one before is left out.
func sizeTicks(sizes []float64) (ticks plot.ConstantTicks) {
	sizes = slices.Compact(slices.Sorted(slices.Values(sizes)))
	apart, last := (sizes[len(sizes)-1]-sizes[0])/12, math.Inf(-1)
	for _, size := range sizes {
		tick := plot.Tick{Value: size}
		if size-last >= apart {
			tick.Label, last = strconv.FormatFloat(size, 'f', -1, 64), size
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// scatter sets two contestants against each other, a point for each run of both with different formulas. Failures are
// crosses on the line of the limit.
func (s results) scatter(x, y string) *chart.Chart {
	c := chart.New(solverOf(x)+", time of each run", s.shown(x), s.shown(y))
	var points, failures plotter.XYs
	var all []float64
	for _, both := range slices.DeleteFunc(onBoth(s.of(x), s.of(y)), func(p results) bool { return !p.differ() }) {
		t := times(both, 1)
		at := plotter.XY{X: drawn(t[0]), Y: drawn(t[1])}
		if all = append(all, at.X, at.Y); len(both.right()) == len(both) {
			points = append(points, at)
		} else {
			failures = append(failures, at)
		}
	}
	if len(all) < 4 {
		return nil
	}
	most := drawn(s[0].Timeout)
	if len(failures) > 0 {
		all = append(all, most+0.1)
	}
	chart.LogAxis(&c.X, all, limit)
	chart.LogAxis(&c.Y, all, limit)
	c.Rule("equally fast", chart.Equals, plotter.XY{X: c.X.Min, Y: c.Y.Min}, plotter.XY{X: c.X.Max, Y: c.Y.Max})
	black := draw.GlyphStyle{Color: color.Black, Radius: vg.Points(1.8), Shape: draw.RingGlyph{}}
	c.Line(plural(len(points), "run"), draw.LineStyle{}, black, points, points)
	if len(failures) > 0 {
		black.Shape = draw.CrossGlyph{}
		c.Line(plural(len(failures), "run")+" not answered by both", draw.LineStyle{}, black, failures, failures)
		c.Rule("the limit", chart.Limit, plotter.XY{X: c.X.Min, Y: most}, plotter.XY{X: most, Y: most},
			plotter.XY{X: most, Y: c.Y.Min})
	}
	return c
}
