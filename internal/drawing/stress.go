package drawing

import "math"

// stressEffort is how many pairs of nodes are looked at, altogether.
const stressEffort = 50_000_000

// distances are those of all pairs of nodes of a connected graph, in edges, row by row.
func (g *graph) distances() []uint16 {
	d := make([]uint16, g.n*g.n)
	queue := make([]int, 0, g.n)
	for s := range g.n {
		row := d[s*g.n : (s+1)*g.n]
		queue = append(queue[:0], s)
		for i := 0; i < len(queue); i++ {
			u := queue[i]
			for _, v := range g.near[u] {
				if row[v] == 0 && v != s {
					row[v] = row[u] + 1
					queue = append(queue, v)
				}
			}
		}
	}
	return d
}

// stress places a connected graph such that distances on paper are near those in the graph, small ones
// above all (E. Gansner, Y. Koren, S. North, "Graph Drawing by Stress Majorization", 2004).
func (g *graph) stress() []Point {
	d := g.distances()
	places := g.spans(d)
	rounds := min(400, max(12, stressEffort/(g.n*g.n)))
	for range rounds {
		most := 0.0
		for i := range places {
			to := stressTarget(i, places, d[i*g.n:(i+1)*g.n])
			most = max(most, to.distance(places[i]))
			places[i] = to
		}
		if most < 1e-3 {
			break
		}
	}
	return places
}

// stressTarget is where a node would stand best if all others stayed.
func stressTarget(i int, places []Point, d []uint16) Point {
	var sum Point
	total := 0.0
	for j, q := range places {
		if j == i {
			continue
		}
		far := float64(d[j])
		weight := 1 / mul(far, far)
		away := places[i].minus(q)
		length := away.length()
		if length < 1e-9 {
			away, length = apart(i, j), 1
		}
		sum = sum.plus(q.plus(away.times(far / length)).times(weight))
		total += weight
	}
	return sum.times(1 / total)
}

// apart is a direction for two nodes that stand at one place.
func apart(i, j int) Point {
	turn := float64((i*7919+j*104729)%64) / 64
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return Point{rounded(cos), rounded(sin)}
}

// spans is a start for stress: how much nearer a node is to one end of the graph than to the other, for two pairs of
// ends that are far apart.
func (g *graph) spans(d []uint16) []Point {
	farthest := func(from ...int) (far int) {
		most := -1
		for v := range g.n {
			least := math.MaxInt
			for _, u := range from {
				least = min(least, int(d[u*g.n+v]))
			}
			if least > most {
				far, most = v, least
			}
		}
		return far
	}
	a := farthest(0)
	b := farthest(a)
	c := farthest(a, b)
	e := farthest(a, b, c)
	places := make([]Point, g.n)
	for v := range places {
		at := func(end int) float64 { return float64(d[end*g.n+v]) }
		// A little noise, the same every time, parts nodes that fall together.
		noise := apart(v, 0).times(0.05)
		places[v] = Point{(at(a) - at(b)) / 2, (at(c) - at(e)) / 2}.plus(noise)
	}
	return places
}
