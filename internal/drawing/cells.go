package drawing

import (
	"cmp"
	"math"
	"slices"

	"lightsout/board"
)

// drawCells draws a board whose cells lie side by side.
func (p *Plan) drawCells(layout board.Layout) {
	p.cells = true
	own := layout.Outline(0) != nil
	scale := 1.0
	if own {
		// Triangles have little room in them: they are drawn larger.
		scale = max(1, 0.42/room(polygonOf(layout.Outline(0), 1)))
	}
	p.items = make([]item, p.board.Lights())
	for cell := range p.items {
		row, col := layout.Place(cell)
		corners := square(Point{float64(col) * Unit, float64(row) * Unit}, Unit)
		if own {
			corners = polygonOf(layout.Outline(cell), Unit*scale)
		}
		p.items[cell] = cellItem(corners, cell)
	}
	if !own {
		p.glue()
	}
}

func cellItem(corners []Point, cell int) item {
	it := item{at: middle(corners), light: cell, press: cell, outline: corners, room: room(corners)}
	switch len(corners) {
	case 4: // in the upper left of a square
		it.numberAt, it.numberAnchor = it.at.plus(Point{-38, -32}), Start
	case 3: // towards the tip of a triangle
		tip := Point{0, -1}
		if slices.MinFunc(corners, func(a, b Point) int { return cmp.Compare(a.Y, b.Y) }).Y > it.at.Y-1.5*it.room {
			tip = Point{0, 1}
		}
		it.numberAt = it.at.plus(tip.times(0.95 * it.room))
	default:
		it.numberAt = it.at.plus(Point{0, -0.64 * it.room})
	}
	return it
}

func square(at Point, side float64) []Point {
	return []Point{at, at.plus(Point{side, 0}), at.plus(Point{side, side}), at.plus(Point{0, side})}
}

func polygonOf(corners [][2]float64, scale float64) []Point {
	polygon := make([]Point, len(corners))
	for i, c := range corners {
		polygon[i] = Point{mul(c[0], scale), mul(c[1], scale)}
	}
	return polygon
}

// middle is the mean of the corners.
func middle(corners []Point) Point {
	var sum Point
	for _, c := range corners {
		sum = sum.plus(c)
	}
	return sum.times(1 / float64(len(corners)))
}

// room is the distance from the middle of a polygon to its nearest side.
func room(corners []Point) float64 {
	at, least := middle(corners), math.Inf(1)
	for i, c := range corners {
		least = min(least, fromSegment(at, c, corners[(i+1)%len(corners)]))
	}
	return least
}

// gluing says how the sides of a board of rows and columns meet: whether they do, and with a flip.
type gluing struct{ across, acrossFlip, down, downFlip bool }

var gluings = map[string]gluing{
	"torus":      {across: true, down: true},
	"toric":      {across: true, down: true},
	"cylinder":   {across: true},
	"mobius":     {across: true, acrossFlip: true},
	"klein":      {across: true, acrossFlip: true, down: true},
	"projective": {across: true, acrossFlip: true, down: true, downFlip: true},
}

// glue draws how sides meet.
func (p *Plan) glue() {
	shape := p.board.Shape()
	switch how, wraps := gluings[shape.Kind]; {
	case shape.Kind == "cube":
		p.glueCube(shape.Dims[0])
	case wraps && len(shape.Dims) > 2:
		p.note = "on every axis the last layer meets the first"
	case wraps:
		rows, cols := p.board.Layout().Size()
		p.glueSides(Point{}, Point{float64(cols) * Unit, float64(rows) * Unit}, how)
	}
}

// glueSides draws bars with arrows along the sides of a rectangle, as topologists do: sides with as many
// arrows meet, such that their arrows point the same way.
func (p *Plan) glueSides(low, high Point, how gluing) {
	const away = 28
	width, height := high.X-low.X, high.Y-low.Y
	if how.across {
		p.bar(Point{low.X - away, low.Y}, Point{0, 1}, height, 1, false)
		p.bar(Point{high.X + away, low.Y}, Point{0, 1}, height, 1, how.acrossFlip)
	}
	if how.down {
		p.bar(Point{low.X, low.Y - away}, Point{1, 0}, width, 2, false)
		p.bar(Point{low.X, high.Y + away}, Point{1, 0}, width, 2, how.downFlip)
	}
}

// bar is one of them, from a corner in a direction.
func (p *Plan) bar(from, along Point, length float64, arrows int, back bool) {
	at := func(share float64) Point { return from.plus(along.times(length * share)) }
	p.rims = append(p.rims, Shape{Points: []Point{at(0.06), at(0.94)}, Width: 5})
	shares := []float64{0.25, 0.75}
	if length < 2*Unit {
		shares = []float64{0.5}
	}
	forward := along
	if back {
		forward = along.times(-1)
	}
	for _, share := range shares {
		for k := range arrows {
			tip := at(share).plus(along.times(28 * (float64(k) - float64(arrows-1)/2)))
			p.rims = append(p.rims, arrowHead(tip.plus(forward.times(12)), forward, 24))
		}
	}
}

// arrowHead is a triangle that ends at a point.
func arrowHead(tip, forward Point, size float64) Shape {
	back := tip.minus(forward.times(size))
	side := forward.turned().times(size * 0.5)
	return Shape{Points: []Point{tip, back.plus(side), back.minus(side)}, Closed: true}
}

// glueCube frames the faces of a cube's net and names the edges that meet where it is folded.
func (p *Plan) glueCube(n int) {
	side := float64(n) * Unit
	faces := [6]Point{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}} // up, left, front, right, back, down
	for _, f := range faces {
		p.rims = append(p.rims, Shape{Points: square(f.times(side), side), Closed: true, Width: 6})
	}
	const up, left, right, back, down = 0, 1, 3, 4, 5
	west, east, north, south := Point{0, 0.5}, Point{1, 0.5}, Point{0.5, 0}, Point{0.5, 1}
	pairs := []struct {
		face [2]int
		edge [2]Point
	}{
		{[2]int{up, left}, [2]Point{west, north}}, {[2]int{up, right}, [2]Point{east, north}},
		{[2]int{up, back}, [2]Point{north, north}},
		{[2]int{left, back}, [2]Point{west, east}},
		{[2]int{down, left}, [2]Point{west, south}}, {[2]int{down, right}, [2]Point{east, south}},
		{[2]int{down, back}, [2]Point{south, south}},
	}
	for i, pair := range pairs {
		for k := range 2 {
			on := faces[pair.face[k]].plus(pair.edge[k]).times(side)
			out := pair.edge[k].minus(Point{0.5, 0.5}).times(2)
			p.names = append(p.names, label{on.plus(out.times(26)), string(rune('a' + i)), 30})
		}
	}
}
