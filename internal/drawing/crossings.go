package drawing

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
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) ||
		max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
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

// crowded reports whether the nodes of a drawing without crossings are less than half as large as usual if they clear
// one another and the edges, even in the largest drawing.
func (g *graph) crowded(places []Point) bool {
	return g.clearance(places)*mostScale(places) < nodeRoom/2.0
}
