package drawing

// relaxEffort is how many pairs of edges are tested, altogether.
const relaxEffort = 20_000_000

// crosses reports whether two edges meet other than at a common node, or a node lies on an edge.
func (g *graph) crosses(places []Point) bool {
	for i, e := range g.edges {
		for _, f := range g.edges[:i] {
			if meet(places, e, f) {
				return true
			}
		}
	}
	return false
}

// meet reports whether two edges cross, touch, or lie on each other.
func meet(at []Point, e, f [2]int) bool {
	a, b, c, d := at[e[0]], at[e[1]], at[f[0]], at[f[1]]
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) || max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	switch { // a common node: do they leave it in the same direction?
	case e[0] == f[0]:
		return sameWay(a, b, d)
	case e[0] == f[1]:
		return sameWay(a, b, c)
	case e[1] == f[0]:
		return sameWay(b, a, d)
	case e[1] == f[1]:
		return sameWay(b, a, c)
	}
	side := func(p, q, r Point) float64 { return q.minus(p).cross(r.minus(p)) }
	return side(a, b, c)*side(a, b, d) <= 0 && side(c, d, a)*side(c, d, b) <= 0
}

func sameWay(at, p, q Point) bool {
	one, two := p.minus(at), q.minus(at)
	return one.dot(two) > 0 && abs(one.cross(two)) <= 1e-9*one.length()*two.length()
}

func abs(x float64) float64 { return max(x, -x) }

// clearance is the least distance of a node from another one or from an edge that is not its own; the
// former counts half.
func (g *graph) clearance(places []Point) float64 {
	least := nearest(places) / 2
	for v, p := range places {
		for _, e := range g.edges {
			if e[0] != v && e[1] != v {
				least = min(least, fromSegment(p, places[e[0]], places[e[1]]))
			}
		}
	}
	return least
}

// relax improves a drawing without crossings, node by node, and never makes one: a node goes where its
// stress is less, as far as it gets.
func (g *graph) relax(places []Point) []Point {
	d := g.distances()
	length := 0.0
	for _, e := range g.edges {
		length += places[e[0]].distance(places[e[1]])
	}
	scale := float64(len(g.edges)) / max(length, 1e-12)
	for i, p := range places {
		places[i] = p.times(scale)
	}
	incident := g.incident()
	rounds := min(300, max(8, relaxEffort/(2*len(g.edges)*(len(g.edges)+g.n))))
	for range rounds {
		most := 0.0
		for v := range places {
			from := places[v]
			to := stressTarget(v, places, d[v*g.n:(v+1)*g.n])
			before := g.room(v, incident[v], places)
			for share := 1.0; share > 0.05; share /= 2 {
				places[v] = from.plus(to.minus(from).times(share))
				if after := g.room(v, incident[v], places); after >= min(before, enough) || after > before {
					break
				}
				places[v] = from
			}
			most = max(most, from.distance(places[v]))
		}
		if most < 1e-3 {
			break
		}
	}
	return places
}

func (g *graph) incident() [][]int {
	incident := make([][]int, g.n)
	for i, e := range g.edges {
		incident[e[0]] = append(incident[e[0]], i)
		incident[e[1]] = append(incident[e[1]], i)
	}
	return incident
}

// enough is the room around a node beyond which more does not help.
const enough = 0.6

// room is how near a node is to an edge that is not its own, or one of its edges to another node, but no
// more than enough; it is -1 if one of its edges meets another.
func (g *graph) room(v int, own []int, places []Point) float64 {
	least, at := enough, places[v]
	for _, e := range g.edges {
		a, b := places[e[0]], places[e[1]]
		if e[0] != v && e[1] != v {
			if min(a.X, b.X)-least < at.X && at.X < max(a.X, b.X)+least && min(a.Y, b.Y)-least < at.Y && at.Y < max(a.Y, b.Y)+least {
				least = min(least, fromSegment(at, a, b))
			}
		}
		for _, i := range own {
			if f := g.edges[i]; f != e && meet(places, e, f) {
				return -1
			}
		}
	}
	for _, i := range own {
		f := g.edges[i]
		a, b := places[f[0]], places[f[1]]
		low, high := Point{min(a.X, b.X) - least, min(a.Y, b.Y) - least}, Point{max(a.X, b.X) + least, max(a.Y, b.Y) + least}
		for w, q := range places {
			if w != f[0] && w != f[1] && q.X > low.X && q.X < high.X && q.Y > low.Y && q.Y < high.Y {
				least = min(least, fromSegment(q, a, b))
			}
		}
	}
	return least
}
