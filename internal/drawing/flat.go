package drawing

import (
	"math"
	"slices"
)

// maxFlat is up to how many nodes a drawing without crossings is looked for.
const maxFlat = 600

// tutte places a graph such that the nodes of a face stand on a circle, and every other node in the middle of its
// neighbours (W. Tutte, "How to Draw a Graph", 1963). If the graph is planar, and stays connected whichever two nodes
// are taken away, no edges cross. It is nil if no face is found.
func (g *graph) tutte() []Point {
	outer := g.face()
	if outer == nil {
		return nil
	}
	places, fixed := make([]Point, g.n), make([]bool, g.n)
	for i, at := range ring(len(outer), 1) {
		places[outer[i]], fixed[outer[i]] = at, true
	}
	const rounds, still = 4000, 1e-9
	for range rounds {
		most := 0.0
		for v, near := range g.near {
			if fixed[v] {
				continue
			}
			var sum Point
			for _, w := range near {
				sum = sum.plus(places[w])
			}
			to := sum.times(1 / float64(len(near)))
			most = max(most, to.distance(places[v]))
			places[v] = to
		}
		if most < still {
			break
		}
	}
	return places
}

// stretched gives more room to what is near the middle of a circle of radius 1.
func stretched(places []Point) []Point {
	wide := make([]Point, len(places))
	for i, p := range places {
		wide[i] = p.times(1 / math.Sqrt(max(p.length(), 0.01)))
	}
	return wide
}

// face is the longest cycle found that bounds a face wherever the graph is drawn without crossings: one without chords
// that leaves the rest connected. The shortest cycle through each edge is tried, and the shortest that avoids
// the third nodes of its triangles: of an edge of a wheel's rim, the rim.
func (g *graph) face() (longest []int) {
	for _, e := range g.edges {
		var thirds []int
		for _, v := range g.near[e[0]] {
			if slices.Contains(g.near[e[1]], v) {
				thirds = append(thirds, v)
			}
		}
		for _, without := range [][]int{nil, thirds} {
			if cycle := g.cycle(e[0], e[1], without); len(cycle) > len(longest) && g.peripheral(cycle) {
				longest = cycle
			}
		}
	}
	return longest
}

// cycle is the shortest cycle through an edge that avoids some nodes, or nil.
func (g *graph) cycle(from, to int, without []int) (path []int) {
	before := make([]int, g.n)
	for v := range before {
		before[v] = -1
	}
	for _, v := range without {
		before[v] = v
	}
	before[from] = from
	queue := []int{from}
	for i := 0; i < len(queue) && before[to] < 0; i++ {
		for _, v := range g.near[queue[i]] {
			if before[v] < 0 && (queue[i] != from || v != to) {
				before[v] = queue[i]
				queue = append(queue, v)
			}
		}
	}
	if before[to] < 0 {
		return nil
	}
	for v := to; v != from; v = before[v] {
		path = append(path, v)
	}
	return append(path, from)
}

// peripheral reports whether a cycle has no chords and leaves the rest connected.
func (g *graph) peripheral(cycle []int) bool {
	var rest []int
	for v := range g.n {
		if !slices.Contains(cycle, v) {
			rest = append(rest, v)
		}
	}
	return len(g.sub(slices.Sorted(slices.Values(cycle))).edges) == len(cycle) &&
		(len(rest) == 0 || len(g.sub(rest).components()) == 1)
}
