package plot

import (
	"image/color"

	"lightsout/internal/drawing"
)

// Lengths are in points, 72 to the inch: a panel without its legend, the sizes of letters, and how far
// things are from each other.
const (
	panelWidth, panelHeight = 482, 340

	titleSize, labelSize, legendSize = 14, 12, 11

	edge       = 10 // around the panel
	headHeight = 52 // from the top to the axis: the title, and what the y axis shows
	footHeight = 46 // from the axis to the bottom: labels of ticks, and what the x axis shows
	gap        = 4  // between the axes and the area of the lines
	tick       = 6

	legendGap   = 16
	sample      = 28 // the piece of line in the legend
	legendLine  = 17
	markRadius  = 3.2
	lineWidth   = 1.6
	thinWidth   = 0.7
	errorBarCap = 2.5
)

var (
	white = color.NRGBA{255, 255, 255, 255}
	black = color.NRGBA{0, 0, 0, 255}
	faint = color.NRGBA{225, 225, 225, 255}
	grey  = color.NRGBA{120, 120, 120, 255}
)

// colours are Okabe and Ito's, without the yellow which is hard to see on white.
var colours = []color.NRGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255},
}

// dashes are for lines that share a colour. Round ends make them longer than the gaps.
var dashes = []float64{0, 5, 2.6}

// panel is a part of a chart: some of its lines, and their legend.
type panel struct {
	title  string
	x, y   *Axis
	lines  []*series
	levels []level
}

// area is where the lines are.
func (p panel) area() (low, high drawing.Point) {
	left := 0.0
	for _, t := range p.y.ticks() {
		left = max(left, drawing.TextWidth(t.Label, tickSize))
	}
	return drawing.Point{X: edge + left + tick + 2*gap, Y: headHeight}, drawing.Point{X: panelWidth - edge, Y: panelHeight - footHeight}
}

// size is how much of the page the panel takes with its legend. It leaves some room, since a browser may
// not have letters of the width measured here.
func (p panel) size() (width, height float64) {
	const room = 1.2
	var words float64
	for _, name := range p.names() {
		words = max(words, drawing.TextWidth(name, legendSize))
	}
	width = panelWidth + legendGap + sample + 2*gap + room*words + edge
	width = max(width, 2*edge+room*drawing.TextWidth(p.title, titleSize))
	return width, max(panelHeight, headHeight+legendLine*float64(len(p.names()))+edge)
}

func (p panel) names() []string {
	var list []string
	for _, l := range p.lines {
		list = append(list, l.name())
	}
	for _, l := range p.levels {
		list = append(list, l.name)
	}
	return list
}

func (p panel) draw() []drawing.Group {
	low, high := p.area()
	place := func(x, y float64) drawing.Point {
		return drawing.Point{X: low.X + p.x.share(x)*(high.X-low.X), Y: high.Y - p.y.share(y)*(high.Y-low.Y)}
	}
	var grid, lines, marks, key []drawing.Shape
	axes := []drawing.Shape{
		words(p.title, titleSize, drawing.Start, edge, 20),
		words(p.y.Label, labelSize, drawing.Start, edge, 38),
		words(p.x.Label, labelSize, drawing.Middle, (low.X+high.X)/2, panelHeight-12),
		stroke(black, thinWidth, drawing.Point{X: low.X, Y: high.Y + gap}, drawing.Point{X: high.X, Y: high.Y + gap}),
		stroke(black, thinWidth, drawing.Point{X: low.X - gap, Y: low.Y}, drawing.Point{X: low.X - gap, Y: high.Y}),
	}
	for _, t := range p.x.ticks() {
		at := drawing.Point{X: place(t.Value, 0).X, Y: high.Y + gap}
		axes = append(axes, stroke(black, thinWidth, at, drawing.Point{X: at.X, Y: at.Y + t.length()}))
		if t.Label != "" {
			grid = append(grid, stroke(faint, thinWidth, drawing.Point{X: at.X, Y: low.Y}, drawing.Point{X: at.X, Y: high.Y}))
			axes = append(axes, words(t.Label, tickSize, drawing.Middle, at.X, at.Y+tick+8))
		}
	}
	for _, t := range p.y.ticks() {
		at := drawing.Point{X: low.X - gap, Y: place(0, t.Value).Y}
		axes = append(axes, stroke(black, thinWidth, at, drawing.Point{X: at.X - t.length(), Y: at.Y}))
		if t.Label != "" {
			grid = append(grid, stroke(faint, thinWidth, drawing.Point{X: low.X, Y: at.Y}, drawing.Point{X: high.X, Y: at.Y}))
			axes = append(axes, words(t.Label, tickSize, drawing.End, at.X-tick-2, at.Y))
		}
	}
	entry := drawing.Point{X: panelWidth + legendGap, Y: headHeight + legendLine/2}
	for _, l := range p.lines {
		paint := colours[l.slot%len(colours)]
		line := drawing.Shape{Stroke: paint, Width: lineWidth, Dash: dashes[l.slot/len(colours)%len(dashes)]}
		for _, q := range l.points {
			line.Points = append(line.Points, place(q.X, q.Y))
			if q.Low != q.Top {
				lines = append(lines, errorBar(paint, place(q.X, q.Low), place(q.X, q.Top))...)
			}
		}
		if len(line.Points) > 1 {
			lines = append(lines, line)
		}
		for _, q := range l.marks() {
			marks = append(marks, mark(l.slot, place(q.X, q.Y))...)
		}
		line.Points = []drawing.Point{entry, {X: entry.X + sample, Y: entry.Y}}
		key = append(append(key, line), mark(l.slot, drawing.Point{X: entry.X + sample/2, Y: entry.Y})...)
		key = append(key, words(l.name(), legendSize, drawing.Start, entry.X+sample+2*gap, entry.Y))
		entry.Y += legendLine
	}
	for _, l := range p.levels {
		line := drawing.Shape{Stroke: grey, Width: 1, Dash: 3, Points: []drawing.Point{place(p.x.Min, l.y), place(p.x.Max, l.y)}}
		lines = append(lines, line)
		line.Points = []drawing.Point{entry, {X: entry.X + sample, Y: entry.Y}}
		key = append(key, line, words(l.name, legendSize, drawing.Start, entry.X+sample+2*gap, entry.Y))
		entry.Y += legendLine
	}
	return []drawing.Group{group("grid", grid...), group("line", lines...), group("mark", marks...), group("label", axes...), group("legend", key...)}
}

// mark is how the points of a line look: eight kinds, in the colour of the line.
func mark(slot int, at drawing.Point) []drawing.Shape {
	paint := colours[slot%len(colours)]
	const r = markRadius
	p := func(x, y float64) drawing.Point { return drawing.Point{X: at.X + x*r, Y: at.Y + y*r} }
	square := []drawing.Point{p(-0.9, -0.9), p(0.9, -0.9), p(0.9, 0.9), p(-0.9, 0.9)}
	triangle := []drawing.Point{p(0, -1.2), p(1.1, 0.75), p(-1.1, 0.75)}
	open := drawing.Shape{Closed: true, Fill: white, Stroke: paint, Width: 1}
	full := drawing.Shape{Closed: true, Fill: paint}
	of := func(s drawing.Shape, points []drawing.Point) []drawing.Shape {
		s.Points = points
		return []drawing.Shape{s}
	}
	switch slot % 8 {
	case 0:
		return []drawing.Shape{{Points: []drawing.Point{at}, Radius: r, Fill: paint}}
	case 1:
		return of(open, square)
	case 2:
		return of(open, triangle)
	case 3:
		return []drawing.Shape{stroke(paint, 1.2, p(-0.9, -0.9), p(0.9, 0.9)), stroke(paint, 1.2, p(-0.9, 0.9), p(0.9, -0.9))}
	case 4:
		return []drawing.Shape{stroke(paint, 1.2, p(-1.2, 0), p(1.2, 0)), stroke(paint, 1.2, p(0, -1.2), p(0, 1.2))}
	case 5:
		return []drawing.Shape{{Points: []drawing.Point{at}, Radius: r, Fill: white, Stroke: paint, Width: 1}}
	case 6:
		return of(full, square)
	default:
		return of(full, triangle)
	}
}

func errorBar(paint color.NRGBA, from, to drawing.Point) []drawing.Shape {
	list := []drawing.Shape{stroke(paint, thinWidth, from, to)}
	for _, end := range []drawing.Point{from, to} {
		list = append(list, stroke(paint, thinWidth, drawing.Point{X: end.X - errorBarCap, Y: end.Y}, drawing.Point{X: end.X + errorBarCap, Y: end.Y}))
	}
	return list
}

func stroke(paint color.NRGBA, width float64, points ...drawing.Point) drawing.Shape {
	return drawing.Shape{Points: points, Stroke: paint, Width: width}
}

func rectangle(low, high drawing.Point, fill color.NRGBA) drawing.Shape {
	return drawing.Shape{Points: []drawing.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}, Closed: true, Fill: fill}
}

func words(text string, size float64, anchor drawing.Anchor, x, y float64) drawing.Shape {
	return drawing.Shape{Points: []drawing.Point{{X: x, Y: y}}, Text: text, Size: size, Anchor: anchor, Fill: black}
}

func group(part string, shapes ...drawing.Shape) drawing.Group {
	return drawing.Group{Part: part, Light: -1, Switch: -1, Shapes: shapes}
}
