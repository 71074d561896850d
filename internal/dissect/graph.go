package dissect

import "math"

// graph is a graph with weights: a node stands for as many nodes of the graph that is dissected, an edge
// for as many edges.
type graph struct {
	start, adj []int32
	edge       []int32 // beside adj
	node       []int32
}

func (g *graph) len() int { return len(g.node) }

func (g *graph) weight() int {
	sum := 0
	for _, w := range g.node {
		sum += int(w)
	}
	return sum
}

func ones(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

// renumber numbers the nodes in the order of breadth-first search, which brings neighbours together: on
// a shuffled graph of a million nodes every later step would otherwise wait for memory. Hubs, nodes with
// very many neighbours, are left out: they join almost everything, so they belong to the top separator.
func renumber(g Graph) (inner *graph, names, hubs []int32) {
	n := len(g.Start) - 1
	limit := int32(64 + 16*math.Sqrt(float64(n)))
	const unseen, hub = -1, -2
	number := make([]int32, n)
	for v := range number {
		number[v] = unseen
		if g.Start[v+1]-g.Start[v] > limit {
			number[v] = hub
			hubs = append(hubs, int32(v))
		}
	}
	names = make([]int32, 0, n)
	for root := range number {
		if number[root] != unseen {
			continue
		}
		number[root] = int32(len(names))
		names = append(names, int32(root))
		for at := len(names) - 1; at < len(names); at++ {
			v := names[at]
			for _, w := range g.Adj[g.Start[v]:g.Start[v+1]] {
				if number[w] == unseen {
					number[w] = int32(len(names))
					names = append(names, w)
				}
			}
		}
	}
	inner = &graph{start: make([]int32, 1, len(names)+1), adj: make([]int32, 0, len(g.Adj)), node: ones(len(names))}
	for _, v := range names {
		for _, w := range g.Adj[g.Start[v]:g.Start[v+1]] {
			if number[w] != hub {
				inner.adj = append(inner.adj, number[w])
			}
		}
		inner.start = append(inner.start, int32(len(inner.adj)))
	}
	inner.edge = ones(len(inner.adj))
	return inner, names, hubs
}

// induced is the part of g on some nodes, which are numbered in the order given.
func (g *graph) induced(nodes []int32) *graph {
	number := make([]int32, g.len())
	edges := 0
	for i, v := range nodes {
		number[v] = int32(i) + 1
		edges += int(g.start[v+1] - g.start[v])
	}
	s := &graph{
		start: make([]int32, 1, len(nodes)+1), adj: make([]int32, 0, edges),
		edge: make([]int32, 0, edges), node: make([]int32, len(nodes)),
	}
	for i, v := range nodes {
		s.node[i] = g.node[v]
		for e := g.start[v]; e < g.start[v+1]; e++ {
			if w := number[g.adj[e]]; w > 0 {
				s.adj = append(s.adj, w-1)
				s.edge = append(s.edge, g.edge[e])
			}
		}
		s.start = append(s.start, int32(len(s.adj)))
	}
	return s
}
