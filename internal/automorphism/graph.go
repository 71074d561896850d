package automorphism

import "lightsout/gf2"

// Graph is a directed graph with coloured nodes. Make one with [NewGraph].
type Graph struct {
	n      int
	colour []int32
	out    gf2.Lists // the neighbours of each node, in increasing order
	in     gf2.Lists // out itself unless directed
	// directed: some arc has no arc back.
	directed bool
}

// NewGraph is the graph whose node v has colour[v] and arcs to the nodes of its list, which increase and do not include
// v itself. Both belong to the graph from then on.
func NewGraph(colour []int32, arcs gf2.Lists) *Graph {
	g := &Graph{n: len(colour), colour: colour, out: arcs, in: arcs.Transposed(len(colour))}
	if g.directed = !g.in.Equal(g.out); !g.directed {
		g.in = g.out
	}
	return g
}
