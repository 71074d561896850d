package matching

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// Edge joins two nodes. Either may be the border. An edge from a node to itself is never used.
type Edge struct {
	U, V int32
	Cost int64 // not negative
}

// Border is the end of an edge that leads out of the graph.
const Border = -1

// MaxTotal bounds the sum of all costs, so that no sum overflows.
const MaxTotal = math.MaxInt64 / 64

// Graph answers one set of nodes after another. It is safe for concurrent use.
type Graph struct {
	nodes int // without the border, which is the node of that number
	edges []Edge

	// Nodes that edges of no cost connect are one place.
	place  []int32    // of each node
	free   []freeEdge // they join the nodes of each place as a tree
	links  []link     // per edge: between two places, or none
	around gf2.Lists  // per place, its links
	part   []int32    // per place, its connected part
	parts  int

	pool sync.Pool // of *growth
}

// link is an edge between two different places, with twice its cost, so that what is halved stays whole. An
// edge that is none has length 0.
type link struct {
	u, v   int32
	length int64
}

// other is the end of a link that is not this one.
func (l *link) other(end int32) int32 { return l.u + l.v - end }

// freeEdge leads from a node towards the root of the tree of its place, at no cost.
type freeEdge struct {
	node, up, edge int32
}

// New prepares a graph of so many nodes.
func New(nodes int, edges []Edge) (*Graph, error) {
	g := &Graph{nodes: nodes, edges: make([]Edge, len(edges))}
	total := int64(0)
	for i, e := range edges {
		if e.U < Border || int(e.U) >= nodes || e.V < Border || int(e.V) >= nodes {
			return nil, fmt.Errorf("matching: edge %d joins nodes %d and %d of %d", i, e.U, e.V, nodes)
		}
		if e.Cost < 0 || e.Cost > MaxTotal-total {
			return nil, fmt.Errorf("matching: edge %d costs %d: costs are not negative, and at most %d together",
				i, e.Cost, int64(MaxTotal))
		}
		total += e.Cost
		if e.U == Border {
			e.U = int32(nodes)
		}
		if e.V == Border {
			e.V = int32(nodes)
		}
		g.edges[i] = e
	}
	g.contract()
	g.connect()
	g.pool.New = func() any { return newGrowth(g) }
	return g, nil
}

// contract makes one place of nodes that edges of no cost connect.
func (g *Graph) contract() {
	n := g.nodes + 1
	sets := disjoint.New[int32](n)
	tree := make([][]int32, n)
	for i, e := range g.edges {
		if e.Cost == 0 && sets.Find(e.U) != sets.Find(e.V) {
			sets.Join(e.U, e.V)
			tree[e.U], tree[e.V] = append(tree[e.U], int32(i)), append(tree[e.V], int32(i))
		}
	}
	g.place = make([]int32, n)
	for i, class := range sets.Classes(n) {
		for _, node := range class {
			g.place[node] = int32(i)
		}
		if len(class) == 1 {
			continue
		}
		walk := []freeEdge{{node: class[0], up: -1, edge: -1}}
		for at := 0; at < len(walk); at++ {
			from := walk[at]
			for _, i := range tree[from.node] {
				if i != from.edge {
					walk = append(walk, freeEdge{g.edges[i].U + g.edges[i].V - from.node, from.node, i})
				}
			}
		}
		for at := len(walk) - 1; at > 0; at-- {
			g.free = append(g.free, walk[at])
		}
	}
}

// connect lists the links of each place, and finds the connected parts.
func (g *Graph) connect() {
	places := 1 + int(slices.Max(g.place))
	g.links = make([]link, len(g.edges))
	ends := gf2.NewLists(len(g.edges), 2*len(g.edges))
	sets := disjoint.New[int32](places)
	for i, e := range g.edges {
		if u, v := g.place[e.U], g.place[e.V]; u != v {
			g.links[i] = link{u, v, 2 * e.Cost}
			gf2.Append(&ends, []int32{u, v})
			sets.Join(u, v)
		} else {
			gf2.Append(&ends, []int32{})
		}
	}
	g.around = ends.Transposed(places)
	classes := sets.Classes(places)
	g.part, g.parts = make([]int32, places), len(classes)
	for i, class := range classes {
		for _, place := range class {
			g.part[place] = int32(i)
		}
	}
}

// Memory is how many bytes New and Prove allocate at most, for a graph of this size and so many nodes to join.
// Only the paths between the nodes could be longer than that: on all graphs tried they had fewer links
// together than five times the nodes to join, or than the graph has nodes.
func Memory(nodes, edges, odd int) float64 {
	return 160*float64(nodes) + 200*float64(edges) + 2000*float64(odd) + 1<<16
}
