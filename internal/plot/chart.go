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
	"image/png"
	"math"
	"path/filepath"

	"lightsout/internal/drawing"
	"lightsout/internal/paper"
	"lightsout/internal/whole"
)

// Chart collects lines until it is saved. Set the range and the ticks of its axes directly, or with
// [LogAxis], [MarkedAxis] and [CountedAxis].
type Chart struct {
	X, Y *Axis

	title  string
	lines  []*series
	levels []level
}

// series is a line and what it is called.
type series struct {
	names  []string
	slot   int
	points []Point
	marked int // how many points have a mark; 0 is all
}

type level struct {
	name string
	y    float64
}

// New is a chart without lines; x and y label its axes.
func New(title, x, y string) *Chart { return &Chart{X: newAxis(x), Y: newAxis(y), title: title} }

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

// marks are the points of a line that have one.
func (s *series) marks() []Point {
	if s.marked == 0 {
		return s.points
	}
	var list []Point
	for i := range s.marked {
		list = append(list, s.points[(len(s.points)-1)*(i+1)/s.marked])
	}
	return list
}

// panels divides the lines such that no panel has more than mostLines.
func (c *Chart) panels() []panel {
	lines := c.merged()
	n := max(1, (len(lines)+mostLines-1)/mostLines)
	list := make([]panel, n)
	for i := range list {
		list[i] = panel{title: c.title, x: c.X, y: c.Y, lines: lines[len(lines)*i/n : len(lines)*(i+1)/n], levels: c.levels}
		if n > 1 {
			list[i].title = fmt.Sprintf("%s, %d of %d", c.title, i+1, n)
		}
	}
	return list
}

// scene is the page with all panels, from the top down.
func (c *Chart) scene() *drawing.Scene {
	s := &drawing.Scene{Title: c.title}
	panels := c.panels()
	for _, p := range panels {
		wide, tall := p.size()
		s.Width, s.Height = max(s.Width, wide), s.Height+tall
	}
	s.Width, s.Height = math.Ceil(s.Width), math.Ceil(s.Height)
	s.Groups = append(s.Groups, group("page", rectangle(drawing.Point{}, drawing.Point{X: s.Width, Y: s.Height}, white)))
	top := 0.0
	for _, p := range panels {
		_, tall := p.size()
		below := drawing.Scene{Groups: p.draw()}
		s.Groups = append(s.Groups, below.Placed(drawing.Point{Y: top}, 1)...)
		top += tall
	}
	return s
}

// Pixels for each unit of a chart, which is a point of its letters: as browsers take it, and so that PNG is
// sharp on fine screens.
const (
	svgPixels = 4.0 / 3
	pngPixels = 2
)

// Save writes the chart to a file, which appears once complete. The name ends in .svg or .png.
func (c *Chart) Save(file string) error {
	var picture bytes.Buffer
	switch filepath.Ext(file) {
	case ".svg":
		if err := c.scene().WriteSVG(&picture, svgPixels*drawing.Unit); err != nil {
			return err
		}
	case ".png":
		img, err := paper.Image(c.scene(), pngPixels*drawing.Unit)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := png.Encode(&picture, img); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s: plots are written as .svg or .png", file)
	}
	return whole.WriteFile(file, picture.Bytes())
}
