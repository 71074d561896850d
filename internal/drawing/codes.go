package drawing

import (
	"cmp"
	"slices"
)

// drawCode draws an error-correcting code: lights and switches have places of their own.
func (p *Plan) drawCode() {
	b := p.board
	switches, lights := b.Sites()
	across, down := 1.0, 1.0 // the steps of the paper's columns and rows
	switch b.Shape().Kind {
	case "hexcolor": // a triangular lattice
		across, down = 0.5, 0.8660254
	case "octcolor": // thirds of a square lattice
		across, down = 0.5, 0.5
	}
	spot := func(row, col int) Point {
		return Point{mul(float64(col)*across, 1.15*Unit), mul(float64(row)*down, 1.15*Unit)}
	}
	bits := make([]Point, b.Switches())
	for s := range bits {
		bits[s] = spot(switches.Place(s))
	}
	checked := make([][]Point, b.Lights())
	for s, at := range bits {
		for _, l := range b.Toggles(s) {
			checked[l] = append(checked[l], at)
		}
	}
	faces := b.Shape().Kind != "toric"
	for l := range b.Lights() {
		it := item{at: spot(lights.Place(l)), light: l, press: -1, room: nodeRoom}
		if faces {
			it.outline = hull(checked[l])
			it.at, it.room = middle(it.outline), room(it.outline)
		}
		if it.placeNumber(nil); faces {
			it.numberAt, it.numberAnchor = it.at.plus(Point{0, -it.room * 0.55}), Middle
		}
		p.items = append(p.items, it)
	}
	for s, at := range bits {
		r := float64(keyRoom)
		if faces {
			r = 18
		}
		it := item{at: at, light: -1, press: s, room: r}
		it.placeNumber(nil)
		p.items = append(p.items, it)
	}
	if !faces {
		p.joinToric(spot)
	}
}

// hull is the convex polygon around points, clockwise on paper (A. Andrew's monotone chain).
func hull(points []Point) []Point {
	points = slices.Clone(points)
	slices.SortFunc(points, func(p, q Point) int { return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y)) })
	half := func(points []Point) []Point {
		var chain []Point
		for _, p := range points {
			for len(chain) > 1 && chain[len(chain)-1].minus(chain[len(chain)-2]).cross(p.minus(chain[len(chain)-2])) <= 1e-6 {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		return chain[:len(chain)-1]
	}
	one := half(points)
	slices.Reverse(points)
	return append(one, half(points)...)
}

// joinToric draws the edges of a toric code as lines through their switches; those that wrap end at the
// sides of the paper, which bear the arrows of a torus.
func (p *Plan) joinToric(spot func(row, col int) Point) {
	d := p.board.Shape().Dims[0]
	low, high := spot(0, 0), spot(2*d-1, 2*d-1)
	edge := spot(1, 1).times(0.55)
	low = low.minus(edge)
	high = high.plus(edge)
	for s := range p.board.Switches() {
		key := &p.items[p.board.Lights()+s]
		at := key.at
		r, n := s/(2*d), s%(2*d)
		along := Point{1, 0}
		if n >= d {
			along = Point{0, 1}
		}
		before := spot(2*r, 2*(n%d))
		after := at.plus(at.minus(before))
		begin := func(q Point) Point { return q.towards(at, nodeRoom+1) }
		p.lines = append(p.lines, line{from: begin(before), to: at.towards(before, keyRoom), of: s, toward: s})
		if wraps := n%d == d-1 && n < d || n >= d && r == d-1; !wraps {
			p.lines = append(p.lines, line{from: at.towards(after, keyRoom), to: begin(after), of: s, toward: s})
		} else {
			end := Point{high.X, at.Y}
			first := Point{low.X, at.Y}
			far := spot(2*r, 0)
			if along.Y > 0 {
				end, first, far = Point{at.X, high.Y}, Point{at.X, low.Y}, spot(0, 2*(n%d))
			}
			p.lines = append(p.lines, line{from: at.towards(end, keyRoom), to: end, of: s, toward: -1},
				line{from: far.towards(first, nodeRoom+1), to: first, of: s, toward: -1})
		}
	}
	for i := range p.lines {
		l := &p.lines[i]
		l.bend = l.from.plus(l.to).times(0.5)
	}
	p.glueSides(low, high, gluings["toric"])
}

// drawToggles draws any other board: lights as discs, switches as squares, and a line where a switch
// flips a light.
func (p *Plan) drawToggles() {
	b := p.board
	var joined []join
	for s := range b.Switches() {
		for _, l := range b.Toggles(s) {
			joined = append(joined, join{b.Lights() + s, l, false})
		}
	}
	places := p.placed(graphOf(b.Lights()+b.Switches(), joined))
	for i, at := range places {
		it := item{at: at, light: i, press: -1, room: nodeRoom}
		if i >= b.Lights() {
			it.light, it.press, it.room = -1, i-b.Lights(), keyRoom+4
		}
		p.items = append(p.items, it)
	}
	p.joinItems(joined)
}
