package automorphism

import "slices"

// Graph is a directed graph with coloured nodes. Make one with [NewGraph].
type Graph struct {
	n      int
	colour []int32
	out    adjacency
	in     adjacency // out itself unless directed
	// directed: some arc has no arc back.
	directed bool
}

// adjacency lists the neighbours of v in increasing order: to[start[v]:start[v+1]].
type adjacency struct {
	start []int32
	to    []int32
}

// NewGraph is the graph whose node v has colour[v] and arcs to the nodes to[start[v]:start[v+1]],
// which increase and do not include v itself. The slices belong to the graph from then on.
func NewGraph(colour, start, to []int32) *Graph {
	g := &Graph{n: len(colour), colour: colour, out: adjacency{start, to}}
	g.in = g.out.transpose()
	if g.directed = !g.in.equal(g.out); !g.directed {
		g.in = g.out
	}
	return g
}

func (a adjacency) of(v int32) []int32 { return a.to[a.start[v]:a.start[v+1]] }

func (a adjacency) equal(b adjacency) bool {
	return slices.Equal(a.start, b.start) && slices.Equal(a.to, b.to)
}

// transpose reverses every arc.
func (a adjacency) transpose() adjacency {
	t := adjacency{start: make([]int32, len(a.start)), to: make([]int32, len(a.to))}
	for _, v := range a.to {
		t.start[v+1]++
	}
	for v := 1; v < len(t.start); v++ {
		t.start[v] += t.start[v-1]
	}
	next := slices.Clone(t.start)
	for u := range int32(len(a.start) - 1) {
		for _, v := range a.of(u) {
			t.to[next[v]] = u
			next[v]++
		}
	}
	return t
}
