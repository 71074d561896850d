package drawing

import (
	"image/color"
	"math"
)

// Point is a place on the page.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point) Point       { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point      { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point    { return Point{mul(p.X, f), mul(p.Y, f)} }
func (p Point) dot(q Point) float64      { return mul(p.X, q.X) + mul(p.Y, q.Y) }
func (p Point) cross(q Point) float64    { return mul(p.X, q.Y) - mul(p.Y, q.X) }
func (p Point) length() float64          { return math.Sqrt(p.dot(p)) }
func (p Point) distance(q Point) float64 { return p.minus(q).length() }
func (p Point) turned() Point            { return Point{-p.Y, p.X} }
func (p Point) towards(q Point, d float64) Point {
	far := p.distance(q)
	if far == 0 {
		return p
	}
	return p.plus(q.minus(p).times(d / far))
}

// mul is a product that is rounded before it is used, on every processor.
func mul(a, b float64) float64 { return float64(a * b) }

// Scene is a picture: groups of shapes, painted in order.
type Scene struct {
	Width, Height float64
	// Title says in words what the picture shows, for programs that read it aloud.
	Title  string
	Groups []Group
}

// Group is the shapes of one thing.
type Group struct {
	// Part is what it is: page, rim, line, item or label.
	Part string
	// Light and Switch are what an item shows, or -1; State is its light's.
	Light, Switch, State int
	Shapes               []Shape
}

// Shape is something to paint: a circle if it has a Radius, text if it has any, otherwise a path.
type Shape struct {
	// Points are the corners of the path, the middle of the circle, or where the text begins, ends or
	// has its middle; its height is that of the letters' middle.
	Points []Point
	// Closed joins the last corner to the first. Round cuts corners by that much.
	Closed bool
	Round  float64
	// Bent: the path is the quadratic curve with three Points, the second being off the curve.
	Bent   bool
	Radius float64

	Text   string
	Size   float64 // of the text
	Anchor Anchor

	Fill, Stroke color.NRGBA // transparent: none
	Width        float64     // of the stroke
	Dash         float64     // length of dashes and gaps; 0: none
}

// Anchor is the part of a text that its point gives.
type Anchor int

// The parts of a text.
const (
	Middle Anchor = iota
	Start
	End
)

// Segment is a piece of a path.
type Segment struct {
	// Kind is M (move), L (line), Q (quadratic curve), C (cubic curve) or Z (close), as in SVG.
	Kind byte
	To   []Point
}

// Path is the outline of a shape that is not text.
func (s Shape) Path() []Segment {
	switch {
	case s.Radius > 0:
		return circlePath(s.Points[0], s.Radius)
	case s.Bent:
		return []Segment{{'M', s.Points[:1]}, {'Q', s.Points[1:]}}
	case s.Closed && s.Round > 0:
		return roundedPath(s.Points, s.Round)
	}
	path := []Segment{{'M', s.Points[:1]}}
	for i := range s.Points[1:] {
		path = append(path, Segment{'L', s.Points[i+1 : i+2]})
	}
	if s.Closed {
		path = append(path, Segment{Kind: 'Z'})
	}
	return path
}

// roundedPath replaces each corner by a curve that begins and ends so far from it, or half an edge.
func roundedPath(corners []Point, radius float64) []Segment {
	var path []Segment
	n := len(corners)
	for i, at := range corners {
		before, after := corners[(i+n-1)%n], corners[(i+1)%n]
		from := at.towards(before, min(radius, at.distance(before)/2))
		to := at.towards(after, min(radius, at.distance(after)/2))
		kind := byte('L')
		if i == 0 {
			kind = 'M'
		}
		path = append(path, Segment{kind, []Point{from}}, Segment{'Q', []Point{at, to}})
	}
	return append(path, Segment{Kind: 'Z'})
}

// circlePath is a circle as four curves.
func circlePath(at Point, r float64) []Segment {
	const k = 0.5522847498 // the usual approximation of a quarter by a cubic curve
	p := func(x, y float64) Point { return Point{at.X + mul(x, r), at.Y + mul(y, r)} }
	return []Segment{
		{'M', []Point{p(1, 0)}},
		{'C', []Point{p(1, k), p(k, 1), p(0, 1)}},
		{'C', []Point{p(-k, 1), p(-1, k), p(-1, 0)}},
		{'C', []Point{p(-1, -k), p(-k, -1), p(0, -1)}},
		{'C', []Point{p(k, -1), p(1, -k), p(1, 0)}},
		{Kind: 'Z'},
	}
}

// Box is the smallest rectangle around what is painted.
func (s Shape) Box() (low, high Point) {
	if s.Text != "" {
		width, at := TextWidth(s.Text, s.Size), s.Points[0]
		switch s.Anchor {
		case Middle:
			at.X -= width / 2
		case End:
			at.X -= width
		}
		return Point{at.X, at.Y - s.Size/2}, Point{at.X + width, at.Y + s.Size/2}
	}
	margin := s.Radius
	if s.Stroke.A > 0 {
		margin += s.Width / 2
	}
	low, high = s.Points[0], s.Points[0]
	for _, p := range s.Points {
		if s.Bent && p == s.Points[1] { // the curve comes half as near to it
			p = s.Points[0].plus(s.Points[2]).times(0.25).plus(p.times(0.5))
		}
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	return low.minus(Point{margin, margin}), high.plus(Point{margin, margin})
}

// moved is the shape somewhere else.
func (s Shape) moved(by Point) Shape {
	points := make([]Point, len(s.Points))
	for i, p := range s.Points {
		points[i] = p.plus(by)
	}
	s.Points = points
	return s
}

// scaled is the shape at another size, about the origin.
func (s Shape) scaled(f float64) Shape {
	points := make([]Point, len(s.Points))
	for i, p := range s.Points {
		points[i] = p.times(f)
	}
	s.Points = points
	s.Round, s.Radius, s.Size, s.Width, s.Dash = mul(s.Round, f), mul(s.Radius, f), mul(s.Size, f), mul(s.Width, f),
		mul(s.Dash, f)
	return s
}

// Placed is the groups of a scene at another size and place, for a page that holds several.
func (s *Scene) Placed(at Point, scale float64) []Group {
	groups := make([]Group, len(s.Groups))
	for i, g := range s.Groups {
		shapes := make([]Shape, len(g.Shapes))
		for k, shape := range g.Shapes {
			shapes[k] = shape.scaled(scale).moved(at)
		}
		g.Shapes = shapes
		groups[i] = g
	}
	return groups
}
