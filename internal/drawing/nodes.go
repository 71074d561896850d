package drawing

import (
	"math"
	"slices"
)

// drawGraph draws a board whose switches are its lights as nodes joined by lines.
func (p *Plan) drawGraph(places []Point) {
	joined := p.joins()
	if places == nil {
		places = p.natural(joined)
	}
	for i, at := range places {
		_, self := slices.BinarySearch(p.board.Toggles(i), i)
		p.items = append(p.items, item{at: at, light: i, press: i, room: nodeRoom, selfOff: !self})
	}
	p.joinItems(joined)
}

// joins is the lines of a board whose switches are its lights, each pair once.
func (p *Plan) joins() (joined []join) {
	flips := make([][]int, p.board.Switches())
	for u := range flips {
		flips[u] = p.board.Toggles(u)
	}
	for u, list := range flips {
		for _, v := range list {
			_, back := slices.BinarySearch(flips[v], u)
			if u != v && (!back || u < v) {
				joined = append(joined, join{u, v, !back})
			}
		}
	}
	return joined
}

// join is a line between two items, one way or both.
type join struct {
	from, to int
	arrow    bool
}

// natural is the usual drawing of a named graph; others are placed by their distances.
func (p *Plan) natural(joined []join) []Point {
	shape, n := p.board.Shape(), p.board.Lights()
	switch {
	case shape.Kind == "hypercube":
		p.straight = true
		places := projection(shape.Dims[0])
		return spread(places, graphOf(n, joined).clearance(places))
	case IsRing(p.board), shape.Kind == "complete":
		return spread(ring(n, 1), 0)
	case shape.Kind == "star":
		return spread(append([]Point{{}}, ring(n-1, 1)...), 0)
	case shape.Kind == "petersen":
		return spread(append(ring(5, 1), ring(5, 0.48)...), 0)
	}
	return p.placed(graphOf(n, joined))
}

// placed finds places for a graph that is drawn by nobody yet.
func (p *Plan) placed(g *graph) []Point {
	places, flat := place(g)
	if p.straight = flat; flat {
		return spread(places, g.clearance(places))
	}
	return spread(places, 0)
}

// ring is n places on a circle, the first at the top, clockwise.
func ring(n int, radius float64) []Point {
	places := make([]Point, n)
	for i := range places {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		places[i] = Point{mul(radius, rounded(sin)), mul(-radius, rounded(cos))}
	}
	return places
}

// rounded leaves nothing of the last digits, in which processors differ.
func rounded(x float64) float64 { return math.Round(x*(1<<20)) / (1 << 20) }

// spread scales places so that neighbouring nodes are neither crowded nor lost. If clearance is not 0,
// nodes also need that much to pass lines.
func spread(places []Point, clearance float64) []Point {
	if len(places) < 2 {
		return places
	}
	near, wide := nearest(places), width(places)
	if clearance > 0 {
		near = min(near, 2.6*clearance)
	}
	scale := min(max(1.3*Unit/max(near, 1e-9), 160/wide), mostScale(places))
	for i, q := range places {
		places[i] = q.times(scale)
	}
	return places
}

// mostScale is how far places are spread at most. Where some nodes stand very close, they become smaller rather than
// the drawing larger.
func mostScale(places []Point) float64 {
	return (300 + 200*math.Sqrt(float64(len(places)))) / max(width(places), 1e-9)
}

// width is how far places are from their middle at most.
func width(places []Point) (wide float64) {
	at := middle(places)
	for _, q := range places {
		wide = max(wide, q.distance(at))
	}
	return wide
}

// nearest is the least distance of two places.
func nearest(places []Point) float64 {
	least := math.Inf(1)
	for i, p := range places {
		for _, q := range places[:i] {
			least = min(least, p.distance(q))
		}
	}
	return least
}

// joinItems draws the lines, sizes nodes that stand close, and finds a side for each number.
func (p *Plan) joinItems(joined []join) {
	at := make([]Point, len(p.items))
	for i, it := range p.items {
		at[i] = it.at
	}
	near := nearest(at)
	if p.straight {
		g := graphOf(len(at), joined)
		near = min(near, max(2.4*g.clearance(at), near/2))
	}
	if near < 2.4*nodeRoom {
		for i := range p.items {
			p.items[i].room *= max(near/(2.4*nodeRoom), 0.1)
		}
	}
	busy := make([][]Point, len(p.items)) // the directions in which lines leave
	for _, j := range joined {
		a, b := &p.items[j.from], &p.items[j.to]
		l := line{arrow: j.arrow, of: j.from, toward: j.to, bend: a.at.plus(b.at).times(0.5)}
		if !p.straight {
			l.by = bendOf(at, j.from, j.to, max(a.room, b.room)+8)
			l.bend = control(a.at, b.at, l.by)
		}
		l.from, l.to = a.at.towards(l.bend, a.reach()), b.at.towards(l.bend, b.reach())
		if l.arrow {
			l.to = b.at.towards(l.bend, b.reach()+3)
		}
		p.lines = append(p.lines, l)
		busy[j.from] = append(busy[j.from], l.bend.minus(a.at))
		busy[j.to] = append(busy[j.to], l.bend.minus(b.at))
	}
	for i := range p.items {
		p.items[i].placeNumber(busy[i])
	}
}

// reach is how far lines stay from the middle of a node.
func (it *item) reach() float64 {
	if it.light < 0 {
		return it.room
	}
	return it.room + 1
}

// placeNumber puts the number of a node where the fewest lines are: in the middle of the widest gap.
func (it *item) placeNumber(busy []Point) {
	angle := -math.Pi / 4
	if len(busy) > 0 {
		var taken []float64
		for _, d := range busy {
			taken = append(taken, math.Atan2(d.Y, d.X))
		}
		slices.Sort(taken)
		widest := 0.0
		for i, from := range taken {
			to := taken[0] + 2*math.Pi
			if i+1 < len(taken) {
				to = taken[i+1]
			}
			if to-from > widest+1e-6 {
				widest, angle = to-from, (from+to)/2
			}
		}
	}
	sin, cos := math.Sincos(angle)
	it.numberAt = it.at.plus(Point{rounded(cos), rounded(sin)}.times(it.room + 6))
	switch {
	case cos > 0.38:
		it.numberAnchor = Start
	case cos < -0.38:
		it.numberAnchor = End
	default:
		it.numberAnchor = Middle
	}
	if it.numberAnchor == Middle {
		it.numberAt.Y += rounded(sin) * numSize / 2
	} else {
		it.numberAt.Y += rounded(sin) * numSize / 3
	}
}

// mostBend is how far the control point of a line is off its middle at most.
const mostBend = 480

// bendOf is the least bend with which a line passes the nodes that it would run behind: how far its control point is
// off its middle. At the share t of its length the line itself is off by 2·t·(1-t) of that.
func bendOf(at []Point, from, to int, clear float64) float64 {
	along := at[to].minus(at[from])
	length := max(along.length(), 1e-9)
	right, left := 0.0, 0.0
	for i, q := range at {
		away := q.minus(at[from])
		t, off := away.dot(along)/length/length, along.cross(away)/length
		if i != from && i != to && t > 0.02 && t < 0.98 && abs(off) < clear {
			share := 2 * t * (1 - t)
			right, left = max(right, (clear+off)/share), max(left, (clear-off)/share)
		}
	}
	if left < right {
		return -min(left, mostBend)
	}
	return min(right, mostBend)
}

// control is the control point of a line with that bend.
func control(a, b Point, bend float64) Point {
	mid, along := a.plus(b).times(0.5), b.minus(a)
	return mid.plus(along.turned().times(bend / max(along.length(), 1e-9)))
}

// fromSegment is the distance of a point from a segment.
func fromSegment(p, a, b Point) float64 {
	along := b.minus(a)
	t := p.minus(a).dot(along) / max(along.dot(along), 1e-18)
	return p.distance(a.plus(along.times(min(max(t, 0), 1))))
}
