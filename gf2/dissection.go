package gf2

import (
	"context"
	"sync"
)

// Nested dissection orders the nodes of a graph for elimination: a small set of nodes, the separator, cuts the graph
// into two parts with no edge between them; the parts are cut in the same way, until they are small. Eliminating the
// parts before their separators keeps what elimination fills in within dense blocks, one for each part and each
// separator.
//
// A. George, Nested dissection of a regular finite element mesh (1973), shows for grids of n nodes that
// no order needs fewer than about n^1.5 operations, and that this one does not need many more. The
// separators are levels of breadth-first search from a node at the rim (A. George, J. W. H. Liu, An
// automatic nested dissection algorithm for irregular finite element problems, 1978). On grids those are
// the diagonals, which have no more nodes than the columns.

// graph is an undirected graph: the neighbours of each node. Every edge stands at both of its ends, once, and no node
// is its own neighbour.
type graph struct{ Lists }

// partTree is a nested dissection. A part is a list of nodes, at least one; a node is in one part. parent[p] is greater
// than p, or -1 at a root. An edge joins two nodes of one part, or a node of a part and one of a part above it.
type partTree struct {
	parts  Lists
	parent []int32
}

// dissect cuts a graph into parts of at most leaf nodes and separators. It is not ok if the first separator has more
// than widest nodes. The result does not depend on the number of cores. If the context ends, it is meaningless.
func dissect(ctx context.Context, g graph, leaf, widest int) (tree *partTree, ok bool) {
	d := &dissection{ctx: ctx, leaf: leaf}
	hubs, others := g.hubs()
	top := d.split(g.induced(others), others, widest-len(hubs))
	if top == nil {
		return nil, false
	}
	t := &partTree{parts: NewLists(0, g.Len())}
	t.add(&piece{nodes: hubs, children: []*piece{top}})
	return t, true
}

// piece is a part of the tree while it is made; it may have no nodes.
type piece struct {
	nodes    []int32
	children []*piece
}

// add appends a piece and all below it, and returns the parts that lack a parent.
func (t *partTree) add(p *piece) []int32 {
	var below []int32
	for _, c := range p.children {
		below = append(below, t.add(c)...)
	}
	if len(p.nodes) == 0 {
		return below
	}
	self := int32(len(t.parent))
	for _, c := range below {
		t.parent[c] = self
	}
	Append(&t.parts, p.nodes)
	t.parent = append(t.parent, -1)
	return []int32{self}
}

type dissection struct {
	ctx  context.Context
	leaf int
}

// twoAtOnce is the size from which the two parts of a graph are dissected at the same time.
const twoAtOnce = 1 << 14

// split dissects g, whose nodes have the given names. It is nil if the first separator has more than widest
// nodes.
func (d *dissection) split(g graph, names []int32, widest int) *piece {
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
	p := &piece{nodes: named(names, separator), children: make([]*piece, 2)}
	var wg sync.WaitGroup
	for i, part := range [2][]int32{first, last} {
		do := func() { p.children[i] = d.split(g.induced(part), named(names, part), g.Len()) }
		if g.Len() < twoAtOnce {
			do()
		} else {
			wg.Go(do)
		}
	}
	wg.Wait()
	return p
}

func named(names, of []int32) []int32 {
	list := make([]int32, len(of))
	for i, v := range of {
		list[i] = names[v]
	}
	return list
}
