package board

import "lightsout/internal/suggest"

type solid struct {
	name     string
	vertices int
	edges    func(join func(u, v int))
}

// solids are the regular polyhedra, their vertices the lights. They are numbered as in the flat drawing
// that has one face outside: ring by ring from that face inwards.
var solids = []solid{
	{"tetrahedron", 4, func(join func(u, v int)) {
		ring(join, 0, 3)
		for i := range 3 {
			join(i, 3)
		}
	}},
	{"cube", 8, func(join func(u, v int)) {
		ring(join, 0, 4)
		ring(join, 4, 4)
		for i := range 4 {
			join(i, 4+i)
		}
	}},
	{"octahedron", 6, func(join func(u, v int)) {
		ring(join, 0, 3)
		ring(join, 3, 3)
		for i := range 3 {
			join(i, 3+i)
			join(i, 3+(i+2)%3)
		}
	}},
	{"dodecahedron", 20, func(join func(u, v int)) {
		// An outer and an inner pentagon, and between them a ring of ten that belong to them in turn.
		ring(join, 0, 5)
		ring(join, 5, 10)
		ring(join, 15, 5)
		for i := range 5 {
			join(i, 5+2*i)
			join(5+2*i+1, 15+i)
		}
	}},
	{"icosahedron", 12, func(join func(u, v int)) {
		// An outer and an inner triangle, and between them a ring of six.
		ring(join, 0, 3)
		ring(join, 3, 6)
		ring(join, 9, 3)
		for i := range 3 {
			for k := range 3 {
				join(i, 3+(2*i+k+5)%6)
				join(9+i, 3+(2*i+k)%6)
			}
		}
	}},
}

// ring joins n vertices from the first on into a circle.
func ring(join func(u, v int), first, n int) {
	for i := range n {
		join(first+i, first+(i+1)%n)
	}
}

func solidNames() []string { return suggest.Names(solids, func(s solid) string { return s.name }) }

// dims[0] is the solid's place in the table.
func solidVertices(dims []int) (int, error) { return solids[dims[0]].vertices, nil }

func makeSolid(dims []int, self bool) (toggler, Layout) {
	return joined(solids[dims[0]].vertices, self, solids[dims[0]].edges), nil
}

// joined is the toggler of a graph given by its edges.
func joined(nodes int, self bool, edges func(join func(u, v int))) toggler {
	toggles := make([][]int, nodes)
	edges(func(u, v int) {
		toggles[u] = append(toggles[u], v)
		toggles[v] = append(toggles[v], u)
	})
	if self {
		for v := range toggles {
			toggles[v] = append(toggles[v], v)
		}
	}
	return newLists(toggles)
}
