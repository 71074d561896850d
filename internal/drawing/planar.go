package drawing

import "slices"

// maxPlanar is up to how many nodes a drawing without crossings is looked for.
const maxPlanar = 600

// embed finds an order of the neighbours around each node in which a connected graph can be drawn without
// crossings, if there is one. It embeds the blocks one by one and puts them together at the nodes they
// share.
func (g *graph) embed() (rotation [][]int, ok bool) {
	rotation = make([][]int, g.n)
	for _, nodes := range g.blocks() {
		block := g.sub(nodes)
		around, ok := block.embedBlock()
		if !ok {
			return nil, false
		}
		for i, list := range around {
			for _, k := range list {
				rotation[nodes[i]] = append(rotation[nodes[i]], nodes[k])
			}
		}
	}
	return rotation, true
}

// blocks are the biconnected components, each with its nodes in order (J. Hopcroft, R. Tarjan, 1973).
func (g *graph) blocks() [][]int {
	order, low := make([]int, g.n), make([]int, g.n)
	var stack [][2]int
	var found [][]int
	next := 0
	var visit func(u, parent int)
	visit = func(u, parent int) {
		next++
		order[u], low[u] = next, next
		for _, v := range g.near[u] {
			switch {
			case order[v] == 0:
				stack = append(stack, [2]int{u, v})
				visit(v, u)
				low[u] = min(low[u], low[v])
				if low[v] >= order[u] {
					cut := slices.Index(stack, [2]int{u, v})
					var nodes []int
					for _, e := range stack[cut:] {
						nodes = append(nodes, e[0], e[1])
					}
					stack = stack[:cut]
					slices.Sort(nodes)
					found = append(found, slices.Compact(nodes))
				}
			case v != parent && order[v] < order[u]:
				stack = append(stack, [2]int{u, v})
				low[u] = min(low[u], order[v])
			}
		}
	}
	visit(0, -1)
	return found
}

// embedBlock embeds a biconnected graph (G. Demoucron, Y. Malgrange, R. Pertuiset, 1964): it begins with a
// cycle and adds, again and again, a path through a part that is not drawn yet, in a face that touches
// all places where the part is attached. A part that only one face can take goes first. If no face can
// take some part, the graph is not planar.
func (g *graph) embedBlock() (rotation [][]int, ok bool) {
	if g.n == 2 {
		return [][]int{{1}, {0}}, true
	}
	e := &embedding{graph: g, drawn: make(map[[2]int]bool), has: make([]bool, g.n), faces: make([][]int, g.n)}
	cycle := g.cycle()
	e.addPath(append(slices.Clone(cycle), cycle[0]))
	back := slices.Clone(cycle)
	slices.Reverse(back)
	e.addFace(cycle)
	e.addFace(back)
	for len(e.drawn) < len(g.edges) {
		if !e.step() {
			return nil, false
		}
	}
	return e.rotation(), true
}

// embedding is the part of a graph that is drawn.
type embedding struct {
	*graph
	drawn map[[2]int]bool // edges, the smaller end first
	has   []bool          // nodes
	walls [][]int         // the nodes around each face, such that every edge is passed once each way
	faces [][]int         // the faces around each node
}

func edgeOf(u, v int) [2]int { return [2]int{min(u, v), max(u, v)} }

func (e *embedding) addPath(path []int) {
	for i, v := range path {
		e.has[v] = true
		if i > 0 {
			e.drawn[edgeOf(path[i-1], v)] = true
		}
	}
}

func (e *embedding) addFace(wall []int) {
	for _, v := range wall {
		e.faces[v] = append(e.faces[v], len(e.walls))
	}
	e.walls = append(e.walls, wall)
}

// part is connected and not drawn: an edge between drawn nodes, or nodes with all their edges.
type part struct {
	ends  []int // drawn nodes where it is attached
	inner []int // a node of it, or none if it is an edge
}

// step draws one more path.
func (e *embedding) step() bool {
	var choice part
	face, fewest := -1, 0
	for _, p := range e.parts() {
		fits := e.fitting(p)
		if len(fits) == 0 {
			return false
		}
		if face < 0 || len(fits) < fewest {
			choice, face, fewest = p, fits[0], len(fits)
		}
		if fewest == 1 {
			break
		}
	}
	path := e.path(choice)
	e.addPath(path)
	e.split(face, path)
	return true
}

// parts are all parts that are not drawn.
func (e *embedding) parts() []part {
	var list []part
	for _, edge := range e.edges {
		if e.has[edge[0]] && e.has[edge[1]] && !e.drawn[edge] {
			list = append(list, part{ends: []int{edge[0], edge[1]}})
		}
	}
	seen := make([]bool, e.n)
	for first := range e.n {
		if seen[first] || e.has[first] {
			continue
		}
		seen[first] = true
		nodes := []int{first}
		var ends []int
		for i := 0; i < len(nodes); i++ {
			for _, v := range e.near[nodes[i]] {
				switch {
				case e.has[v]:
					ends = append(ends, v)
				case !seen[v]:
					seen[v] = true
					nodes = append(nodes, v)
				}
			}
		}
		slices.Sort(ends)
		list = append(list, part{slices.Compact(ends), nodes[:1]})
	}
	return list
}

// fitting are the faces that touch all ends of a part.
func (e *embedding) fitting(p part) []int {
	fits := slices.Clone(e.faces[p.ends[0]])
	for _, v := range p.ends[1:] {
		fits = slices.DeleteFunc(fits, func(f int) bool { return !slices.Contains(e.faces[v], f) })
	}
	return fits
}

// path leads through a part from one of its ends to another.
func (e *embedding) path(p part) []int {
	if p.inner == nil {
		return p.ends
	}
	from := p.ends[0]
	before := map[int]int{from: -1}
	queue := []int{from}
	for i := 0; ; i++ {
		u := queue[i]
		for _, v := range e.near[u] {
			if _, seen := before[v]; seen || i == 0 && (e.has[v] || !e.reaches(v, p.inner[0])) {
				continue
			}
			before[v] = u
			if e.has[v] {
				var path []int
				for ; v >= 0; v = before[v] {
					path = append(path, v)
				}
				return path
			}
			queue = append(queue, v)
		}
	}
}

// reaches reports whether two nodes that are not drawn are in the same part.
func (e *embedding) reaches(u, v int) bool {
	seen := map[int]bool{u: true}
	queue := []int{u}
	for i := 0; i < len(queue); i++ {
		if queue[i] == v {
			return true
		}
		for _, w := range e.near[queue[i]] {
			if !e.has[w] && !seen[w] {
				seen[w] = true
				queue = append(queue, w)
			}
		}
	}
	return false
}

// split divides a face by a path between two of its nodes.
func (e *embedding) split(face int, path []int) {
	wall := e.walls[face]
	from, to := slices.Index(wall, path[0]), slices.Index(wall, path[len(path)-1])
	walk := func(from, to int) []int {
		var nodes []int
		for i := from; ; i = (i + 1) % len(wall) {
			nodes = append(nodes, wall[i])
			if i == to {
				return nodes
			}
		}
	}
	inner := path[1 : len(path)-1]
	back := slices.Clone(inner)
	slices.Reverse(back)
	one := append(walk(from, to), back...)
	two := append(walk(to, from), inner...)
	for _, v := range wall {
		e.faces[v] = slices.DeleteFunc(e.faces[v], func(f int) bool { return f == face })
	}
	for _, v := range one {
		e.faces[v] = append(e.faces[v], face)
	}
	e.walls[face] = one
	e.addFace(two)
}

// rotation is the order of the neighbours around each node.
func (e *embedding) rotation() [][]int {
	after := make([]map[int]int, e.n) // the neighbour after another
	for v := range after {
		after[v] = map[int]int{}
	}
	for _, wall := range e.walls {
		n := len(wall)
		for i, v := range wall {
			after[v][wall[(i+n-1)%n]] = wall[(i+1)%n]
		}
	}
	rotation := make([][]int, e.n)
	for v, next := range after {
		first := e.near[v][0]
		for w := first; ; {
			rotation[v] = append(rotation[v], w)
			if w = next[w]; w == first {
				break
			}
		}
	}
	return rotation
}

// cycle is some cycle of a biconnected graph with three nodes or more: the shortest through its first
// edge.
func (g *graph) cycle() []int {
	from, to := g.edges[0][0], g.edges[0][1]
	before := map[int]int{from: -1}
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		for _, v := range g.near[u] {
			if _, seen := before[v]; seen || u == from && v == to {
				continue
			}
			before[v] = u
			queue = append(queue, v)
		}
	}
	var path []int
	for v := to; v >= 0; v = before[v] {
		path = append(path, v)
	}
	return path
}
