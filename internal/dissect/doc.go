// Package dissect orders the nodes of a graph for elimination by nested dissection: a small set of
// nodes, the separator, cuts the graph into two parts with no edge between them; the parts are cut in
// the same way, until they are small. Eliminating the parts before their separators keeps what
// elimination fills in within dense blocks, one for each part and each separator.
//
//	tree, ok := dissect.Order(ctx, g, 64, g.Len()/10)
//
// A. George, Nested dissection of a regular finite element mesh (1973), shows for grids of n nodes that
// no order needs fewer than about n^1.5 operations, and that this one does not need many more. The
// separators are levels of breadth-first search from a node at the rim (A. George, J. W. H. Liu, An
// automatic nested dissection algorithm for irregular finite element problems, 1978). On grids those are
// the diagonals, which have no more nodes than the columns.
package dissect

import (
	"context"
	"sync"
)

// Graph is an undirected graph: the neighbours of node v are Adj[Start[v]:Start[v+1]]. Every edge stands
// at both of its ends, once, and no node is its own neighbour.
type Graph struct{ Start, Adj []int32 }

// Tree is a nested dissection. Part p holds the nodes Nodes[Start[p]:Start[p+1]], at least one; a node is
// in one part. Parent[p] is greater than p, or -1 at a root. An edge joins two nodes of one part, or a node
// of a part and one of a part above it.
type Tree struct {
	Nodes  []int32
	Start  []int
	Parent []int32
}

// Len is the number of nodes.
func (g Graph) Len() int { return len(g.Start) - 1 }

// Order dissects a graph into parts of at most leaf nodes and separators. It is not ok if the first
// separator has more than widest nodes. The result does not depend on the number of cores. If the context
// ends, it is meaningless.
func Order(ctx context.Context, g Graph, leaf, widest int) (tree *Tree, ok bool) {
	d := &dissection{ctx: ctx, leaf: leaf}
	hubs, others := g.hubs()
	top := d.split(g.induced(others), others, widest-len(hubs))
	if top == nil {
		return nil, false
	}
	t := &Tree{Nodes: make([]int32, 0, g.Len()), Start: []int{0}}
	t.add(&piece{nodes: hubs, children: []*piece{top}})
	return t, true
}

// piece is a part of the tree while it is made; it may have no nodes.
type piece struct {
	nodes    []int32
	children []*piece
}

// add appends a piece and all below it, and returns the parts that lack a parent.
func (t *Tree) add(p *piece) []int32 {
	var below []int32
	for _, c := range p.children {
		below = append(below, t.add(c)...)
	}
	if len(p.nodes) == 0 {
		return below
	}
	self := int32(len(t.Parent))
	for _, c := range below {
		t.Parent[c] = self
	}
	t.Nodes = append(t.Nodes, p.nodes...)
	t.Start = append(t.Start, len(t.Nodes))
	t.Parent = append(t.Parent, -1)
	return []int32{self}
}

type dissection struct {
	ctx  context.Context
	leaf int
}

// shared is the size from which the two parts of a graph are dissected at the same time.
const shared = 1 << 14

// split dissects g, whose nodes have the given names. It is nil if the first separator has more than widest
// nodes.
func (d *dissection) split(g Graph, names []int32, widest int) *piece {
	if g.Len() <= d.leaf || d.ctx.Err() != nil {
		return &piece{nodes: names}
	}
	first, separator, last := g.separate()
	if len(separator) > widest {
		return nil
	}
	if len(first) == 0 {
		return &piece{nodes: names}
	}
	p := &piece{nodes: take(names, separator), children: make([]*piece, 2)}
	var wg sync.WaitGroup
	for i, part := range [2][]int32{first, last} {
		do := func() { p.children[i] = d.split(g.induced(part), take(names, part), g.Len()) }
		if g.Len() < shared {
			do()
		} else {
			wg.Go(do)
		}
	}
	wg.Wait()
	return p
}

func take(names, of []int32) []int32 {
	list := make([]int32, len(of))
	for i, v := range of {
		list[i] = names[v]
	}
	return list
}
