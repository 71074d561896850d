package drawing

import (
	"cmp"
	"math"
	"slices"
)

// graph is what is placed: nodes, and edges each of which occurs once.
type graph struct {
	n     int
	edges [][2]int
	near  [][]int // the neighbours of each node, in order
}

func graphOf(n int, joined []join) *graph {
	g := &graph{n: n}
	for _, j := range joined {
		g.edges = append(g.edges, [2]int{min(j.from, j.to), max(j.from, j.to)})
	}
	slices.SortFunc(g.edges, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	g.edges = slices.Compact(g.edges)
	g.link()
	return g
}

func (g *graph) link() {
	g.near = make([][]int, g.n)
	for _, e := range g.edges {
		g.near[e[0]] = append(g.near[e[0]], e[1])
		g.near[e[1]] = append(g.near[e[1]], e[0])
	}
	for _, list := range g.near {
		slices.Sort(list)
	}
}

// components are the connected parts, each with its nodes in order, the largest first.
func (g *graph) components() [][]int {
	seen := make([]bool, g.n)
	var parts [][]int
	for first := range g.n {
		if seen[first] {
			continue
		}
		seen[first] = true
		part := []int{first}
		for i := 0; i < len(part); i++ {
			for _, v := range g.near[part[i]] {
				if !seen[v] {
					seen[v] = true
					part = append(part, v)
				}
			}
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	slices.SortStableFunc(parts, func(a, b []int) int { return len(b) - len(a) })
	return parts
}

// sub is the graph of some nodes, which are numbered anew in their order.
func (g *graph) sub(nodes []int) *graph {
	number := make(map[int]int, len(nodes))
	for i, v := range nodes {
		number[v] = i
	}
	s := &graph{n: len(nodes)}
	for _, v := range nodes {
		for _, w := range g.near[v] {
			if k, ok := number[w]; ok && v < w {
				s.edges = append(s.edges, [2]int{number[v], k})
			}
		}
	}
	s.link()
	return s
}

// place finds a good place for every node of a graph. Edges have a length of about 1. If none cross, that is reported.
func place(g *graph) (places []Point, flat bool) {
	parts := g.components()
	drawn := make([][]Point, len(parts))
	flat = true
	for i, part := range parts {
		places, isFlat := placeConnected(g.sub(part))
		drawn[i], flat = places, flat && isFlat
	}
	places = make([]Point, g.n)
	for i, by := range pack(drawn) {
		for k, v := range parts[i] {
			places[v] = drawn[i][k].plus(by)
		}
	}
	return upright(g, places), flat
}

// upright turns a drawing such that most edges are level or upright, if there is such a direction.
func upright(g *graph, places []Point) []Point {
	var sum Point
	total := 0.0
	for _, e := range g.edges {
		along := places[e[1]].minus(places[e[0]])
		square := Point{mul(along.X, along.X) - mul(along.Y, along.Y), 2 * mul(along.X, along.Y)}
		fourth := Point{mul(square.X, square.X) - mul(square.Y, square.Y), 2 * mul(square.X, square.Y)}
		sum = sum.plus(fourth.times(1 / max(square.length(), 1e-12)))
		total += square.length()
	}
	if sum.length() < total/2 {
		return places
	}
	sin, cos := math.Sincos(-math.Atan2(sum.Y, sum.X) / 4)
	sin, cos = rounded(sin), rounded(cos)
	for i, p := range places {
		places[i] = Point{mul(p.X, cos) - mul(p.Y, sin), mul(p.X, sin) + mul(p.Y, cos)}
	}
	return places
}

// placeConnected places a connected graph: by distances or, if edges cross then, around one of its faces. What hangs on
// one or two nodes may fall together there, and then crossings are the lesser evil.
func placeConnected(g *graph) (places []Point, flat bool) {
	if g.n == 1 {
		return []Point{{}}, true
	}
	byStress := g.stress()
	if g.n > maxFlat || len(g.edges) > max(1, 3*g.n-6) {
		return byStress, false
	}
	if !g.crosses(byStress) {
		return byStress, true
	}
	if places = g.tutte(); places != nil && !g.crosses(places) {
		if wide := stretched(places); !g.crosses(wide) {
			places = wide
		}
		if !g.crowded(places) {
			return places, true
		}
	}
	return byStress, false
}

// pack puts drawings side by side in rows, and returns how far each is moved.
func pack(drawn [][]Point) []Point {
	const space = 1.2
	boxes := make([]box, len(drawn))
	area, widest := 0.0, 0.0
	for i, places := range drawn {
		boxes[i] = box{places[0], places[0]}
		for _, p := range places {
			boxes[i].hold(p, p)
		}
		size := boxes[i].high.minus(boxes[i].low)
		area += (size.X + space) * (size.Y + space)
		widest = max(widest, size.X+space)
	}
	wide := max(widest, math.Sqrt(area)*1.15)
	moves := make([]Point, len(drawn))
	at, tall := Point{}, 0.0
	for i, b := range boxes {
		size := b.high.minus(b.low)
		if at.X > 0 && at.X+size.X > wide {
			at = Point{0, at.Y + tall + space}
			tall = 0
		}
		moves[i] = at.minus(b.low)
		at.X += size.X + space
		tall = max(tall, size.Y)
	}
	return moves
}
