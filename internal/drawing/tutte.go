package drawing

import (
	"math"
	"slices"

	"lightsout/internal/disjoint"
)

// tutte places a connected planar graph without crossings, given the order of the neighbours around each
// node: the nodes of the longest face stand on a circle, and every other node in the middle of its
// neighbours (W. Tutte, "How to Draw a Graph", 1963). For that the graph needs to be triangulated: blocks
// are joined by further edges, and every other face gets a node in its middle, none of which is drawn. It
// is nil if numbers are too short for so crowded a drawing; shift has no such limit.
func (g *graph) tutte(rotation [][]int) []Point {
	if g.n < 3 {
		return ring(g.n, 0.5)
	}
	f := g.faces(rotation)
	return g.evened(f.near, f.outer, f.triangles)
}

// faces are those of a plane graph that is triangulated but for its longest face.
type faces struct {
	near      [][]int // the neighbours of each node; nodes that are not drawn come last
	outer     []int   // the nodes around the longest face
	triangles [][3]int
}

func (g *graph) faces(rotation [][]int) faces {
	t := &triangulation{n: g.n, around: make([][]int, g.n)}
	f := faces{near: make([][]int, g.n)}
	for v, list := range rotation {
		t.around[v] = slices.Clone(list)
	}
	t.joinBlocks(g)
	walls := t.walls()
	f.outer = slices.MaxFunc(walls, func(a, b []int) int { return t.real(g, a) - t.real(g, b) })
	for v, list := range t.around {
		f.near[v] = slices.Clone(list)
	}
	for _, wall := range walls {
		switch {
		case &wall[0] == &f.outer[0]:
		case len(wall) == 3:
			f.triangles = append(f.triangles, [3]int(wall))
		default:
			middle := len(f.near)
			f.near = append(f.near, slices.Clone(wall))
			for i, v := range wall {
				f.near[v] = append(f.near[v], middle)
				f.triangles = append(f.triangles, [3]int{v, wall[(i+1)%len(wall)], middle})
			}
		}
	}
	return f
}

// evened solves again and again. An edge between large triangles gets a stronger spring, so that crowded
// parts get more room. Any springs give a drawing without crossings, as far as numbers reach; the one with
// the most room is kept.
func (g *graph) evened(near [][]int, outer []int, triangles [][3]int) []Point {
	springs := make([][]float64, len(near))
	for v, list := range near {
		springs[v] = make([]float64, len(list))
		for k := range list {
			springs[v][k] = 1
		}
	}
	places := make([]Point, len(near))
	fixed := make([]bool, len(near))
	for i, at := range ring(len(outer), 1) {
		fixed[outer[i]], places[outer[i]] = true, at
	}
	var best []Point
	widest := 0.0
	for range evenings {
		barycentric(near, springs, fixed, places)
		if g.crosses(places[:g.n]) {
			break
		}
		if room := g.clearance(places[:g.n]); room > widest {
			best, widest = slices.Clone(places[:g.n]), room
		}
		beside := map[[2]int]float64{} // the area of the triangles of an edge
		for _, t := range triangles {
			area := abs(places[t[1]].minus(places[t[0]]).cross(places[t[2]].minus(places[t[0]])))
			for i := range t {
				beside[edgeOf(t[i], t[(i+1)%3])] += area
			}
		}
		mean := 1 / float64(len(triangles))
		for v, list := range near {
			for k, w := range list {
				springs[v][k] = min(max(mul(springs[v][k], math.Sqrt(beside[edgeOf(v, w)]/mean)), 1e-6), 1e6)
			}
		}
	}
	return best
}

// evenings is how often springs are changed.
const evenings = 24

// triangulation is a plane graph that gets further edges.
type triangulation struct {
	n      int
	around [][]int
}

// real counts the edges of a wall that are drawn.
func (t *triangulation) real(g *graph, wall []int) int {
	n := 0
	for i, v := range wall {
		if _, ok := slices.BinarySearch(g.near[v], wall[(i+1)%len(wall)]); ok {
			n++
		}
	}
	return n
}

// joinBlocks makes the graph biconnected: where two blocks follow each other around a node, an edge joins
// the two neighbours.
func (t *triangulation) joinBlocks(g *graph) {
	number := map[[2]int]int{} // of the block of an edge
	blocks := g.blocks()
	for i, nodes := range blocks {
		for _, u := range nodes {
			for _, v := range g.near[u] {
				if _, ok := slices.BinarySearch(nodes, v); ok {
					number[edgeOf(u, v)] = i
				}
			}
		}
	}
	joined := disjoint.New[int](len(blocks))
	for v := range t.n {
		for i := 0; i < len(t.around[v]); i++ {
			u, w := t.around[v][i], t.around[v][(i+1)%len(t.around[v])]
			a, b := joined.Find(number[edgeOf(u, v)]), joined.Find(number[edgeOf(v, w)])
			if a == b {
				continue
			}
			joined.Join(a, b)
			number[edgeOf(u, w)] = a
			// Going from u over v to w, the face goes on to the one after v around w.
			t.around[w] = slices.Insert(t.around[w], slices.Index(t.around[w], v)+1, u)
			t.around[u] = slices.Insert(t.around[u], slices.Index(t.around[u], v), w)
		}
	}
}

// walls are the nodes around each face.
func (t *triangulation) walls() [][]int {
	seen := map[[2]int]bool{}
	var walls [][]int
	for v, list := range t.around {
		for _, w := range list {
			var wall []int
			for u, x := v, w; !seen[[2]int{u, x}]; {
				seen[[2]int{u, x}] = true
				wall = append(wall, u)
				list := t.around[x]
				u, x = x, list[(slices.Index(list, u)+1)%len(list)]
			}
			if wall != nil {
				walls = append(walls, wall)
			}
		}
	}
	return walls
}

// barycentric puts every node that is not fixed in the middle of its neighbours, weighted by springs, by
// conjugate gradients that begin with the places given.
func barycentric(near [][]int, springs [][]float64, fixed []bool, places []Point) {
	total := make([]float64, len(near))
	for v, list := range springs {
		for _, s := range list {
			total[v] += s
		}
	}
	// pull is what is missing: for each free node, the sum of the pulls towards its neighbours.
	pull := func(at []Point, v int) Point {
		var sum Point
		for k, w := range near[v] {
			sum = sum.plus(at[w].minus(at[v]).times(springs[v][k]))
		}
		return sum
	}
	rest, way, image := make([]Point, len(near)), make([]Point, len(near)), make([]Point, len(near))
	for v := range near {
		if !fixed[v] {
			rest[v] = pull(places, v)
			way[v] = rest[v].times(1 / total[v])
		}
	}
	size := weighed(rest, total)
	for range 4 * len(near) {
		if size.X+size.Y < 1e-28 {
			return
		}
		var slope Point
		for v := range near {
			if !fixed[v] {
				image[v] = pull(way, v).times(-1)
				slope = slope.plus(each(way[v], image[v]))
			}
		}
		// Both coordinates share the matrix, not the steps.
		step := Point{ratio(size.X, slope.X), ratio(size.Y, slope.Y)}
		for v := range near {
			places[v] = places[v].plus(each(way[v], step))
			rest[v] = rest[v].minus(each(image[v], step))
		}
		next := weighed(rest, total)
		turn := Point{ratio(next.X, size.X), ratio(next.Y, size.Y)}
		for v := range near {
			if !fixed[v] {
				way[v] = rest[v].times(1 / total[v]).plus(each(way[v], turn))
			}
		}
		size = next
	}
}

// weighed is the sum of the squares, each divided by its weight.
func weighed(list []Point, weight []float64) Point {
	var sum Point
	for i, p := range list {
		sum = sum.plus(each(p, p).times(1 / weight[i]))
	}
	return sum
}

func each(p, q Point) Point { return Point{mul(p.X, q.X), mul(p.Y, q.Y)} }

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
