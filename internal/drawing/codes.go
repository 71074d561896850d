package drawing

import (
	"cmp"
	"math"
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

// hull is the points, which are the corners of a convex polygon, in the order around it, clockwise on paper.
func hull(points []Point) []Point {
	at := middle(points)
	angle := func(p Point) float64 { return math.Atan2(p.Y-at.Y, p.X-at.X) }
	return slices.SortedFunc(slices.Values(points), func(p, q Point) int { return cmp.Compare(angle(p), angle(q)) })
}

// joinToric draws the edges of a toric code as lines through their switches; those that wrap end at the
// sides of the paper, which bear the arrows of a torus.
func (p *Plan) joinToric(spot func(row, col int) Point) {
	d := p.board.Shape().Dims[0]
	const out = 0.55 // of a step, beyond the last row and column
	edge := spot(1, 1).times(out)
	low, high := spot(0, 0).minus(edge), spot(2*d-1, 2*d-1).plus(edge)
	join := func(from Point, away float64, to Point, short float64, s, toward int) {
		l := line{from: from.towards(to, away), to: to.towards(from, short), of: s, toward: toward}
		l.bend = l.from.plus(l.to).times(0.5)
		p.lines = append(p.lines, l)
	}
	for s := range p.board.Switches() {
		at, before := p.items[p.board.Lights()+s].at, spot(2*(s/(2*d)), 2*(s%d))
		step := at.minus(before)
		after := at.plus(step)
		join(before, nodeRoom+1, at, keyRoom, s, s)
		if after.X < high.X && after.Y < high.Y {
			join(at, keyRoom, after, nodeRoom+1, s, s)
			continue
		}
		first := after.minus(step.times(float64(2 * d)))
		join(at, keyRoom, at.plus(step.times(out)), 0, s, -1)
		join(first, nodeRoom+1, first.minus(step.times(out)), 0, s, -1)
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
