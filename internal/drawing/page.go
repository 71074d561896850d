package drawing

import (
	"math"

	"lightsout/board"
)

// Network is a board as nodes joined by lines, for a page on which they are pressed and moved.
type Network struct {
	// Nodes is where they stand: the lights, and then the switches if those are not at lights.
	Nodes [][2]float64
	Lines []Line
}

// Line joins two nodes.
type Line struct {
	From  int  `json:"from"`            // a node
	To    int  `json:"to"`              // another
	Arrow bool `json:"arrow,omitempty"` // only From flips To
	// how far the control point of the curve is off its middle, clockwise; 0: straight
	Bend float64 `json:"bend,omitempty"`
}

// NewNetwork places the nodes of a board, or takes its places, and bends lines around nodes that they would run behind.
// The nodes of a board that is too large for that stand on a circle, without lines.
func NewNetwork(b *board.Board) *Network {
	p, scale := &Plan{board: b}, 1.0
	drawn, err := New(b)
	switch {
	case err != nil || p.checkNodes() != nil:
		n := b.Lights()
		if !b.IsGraph() {
			n += b.Switches()
		}
		for _, at := range ring(n, 1.3*Unit*float64(n)/(2*math.Pi)) {
			p.items = append(p.items, item{at: at})
		}
	case !b.IsGraph():
		p.drawToggles()
	default:
		p = drawn
	}
	if p.cells { // room for the lines between them
		scale = 1.5
		for _, j := range p.joins() {
			p.lines = append(p.lines, line{of: j.from, toward: j.to, arrow: j.arrow})
		}
	}
	n := &Network{}
	for _, it := range p.items {
		at := it.at.minus(p.box.low).times(scale)
		n.Nodes = append(n.Nodes, [2]float64{hundredth(at.X), hundredth(at.Y)})
	}
	for _, l := range p.lines {
		n.Lines = append(n.Lines, Line{From: l.of, To: l.toward, Arrow: l.arrow, Bend: l.by})
	}
	return n
}

func hundredth(x float64) float64 { return math.Round(x*100) / 100 }

// Side is a part of what shows how the sides of a board meet, as an SVG path about the upper left corner of its cells.
type Side struct {
	Part   string `json:"part"`   // "bar", along the side, or "arrow", on it
	Across bool   `json:"across"` // at the left or the right, rather than above or below
	Path   string `json:"path"`   // in hundredths of a cell, from the upper left corner
}

// Sides shows how the sides of a board in rows and columns meet; nil if they do not.
func Sides(b *board.Board) []Side {
	how, wraps := gluings[b.Shape().Kind]
	if !wraps || b.Layout() == nil || len(b.Shape().Dims) != 2 {
		return nil
	}
	p := &Plan{board: b}
	rows, cols := b.Layout().Size()
	p.glueSides(Point{}, Point{float64(cols) * Unit, float64(rows) * Unit}, how)
	sides := make([]Side, len(p.rims))
	for i, shape := range p.rims {
		sides[i] = Side{Part: "bar", Across: shape.Points[0].X == shape.Points[1].X, Path: shape.pathText()}
		if shape.Closed { // it lies on the bar before it
			sides[i].Part, sides[i].Across = "arrow", sides[i-1].Across
		}
	}
	return sides
}
