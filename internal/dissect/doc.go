// Package dissect orders the nodes of a graph for elimination by nested dissection: a small set of
// nodes, the separator, cuts the graph into two parts with no edge between them; the parts are cut in
// the same way, until they are small. Eliminating the parts before their separators keeps what
// elimination fills in within dense blocks, one for each part and each separator.
//
//	tree, ok := dissect.Order(ctx, g, 64, g.Len()/10)
//
// A. George, Nested dissection of a regular finite element mesh (1973), shows for grids of n nodes that
// no order needs fewer than about n^1.5 operations, and that this one does not need many more. The
// separators are found as METIS finds them (G. Karypis, V. Kumar, A fast and high quality multilevel
// scheme for partitioning irregular graphs, 1998), with one difference that matters for speed. Cutting in
// two again and again would contract the whole graph once for every level of the tree. Here it is
// contracted once for up to eight levels: the coarsest graph is cut into up to 256 parts, and the cuts
// are improved together on the way back.
package dissect

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Graph is an undirected graph: the neighbours of node v are Adj[Start[v]:Start[v+1]]. Every edge stands
// at both of its ends, once, and no node is its own neighbour.
type Graph struct{ Start, Adj []int32 }

// Tree is a nested dissection. Part p holds the nodes Nodes[Start[p]:Start[p+1]], at least one; a node is
// in one part. The nodes of a separator are listed so that those beside one part below it stand together
// as far as possible. Parent[p] is greater than p, or -1 at a root. An edge joins two nodes of one part, or a
// node of a part and one of a part above it.
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
	d := &dissection{ctx: ctx, leaf: leaf, widest: widest}
	inner, names, hubs := renumber(g)
	top := d.split(inner, names, true)
	if d.wide || len(hubs) > widest {
		return nil, false
	}
	root := &piece{nodes: hubs, children: []*piece{top}}
	t := &Tree{Nodes: make([]int32, 0, g.Len()), Start: []int{0}}
	t.add(root)
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
	ctx    context.Context
	leaf   int
	widest int
	wide   bool // the first separator was wider
}

// maxDepth is how many levels of the tree are made from one contraction.
const maxDepth = 8

// split dissects g, whose nodes have the given names. The top call shares the parts among all cores.
func (d *dissection) split(g *graph, names []int32, top bool) *piece {
	n := g.len()
	levels := 0 // of the tree, from here to the leaves
	for n>>levels > d.leaf {
		levels++
	}
	if levels == 0 || d.ctx.Err() != nil {
		return &piece{nodes: names}
	}
	rounds := (levels + maxDepth - 1) / maxDepth
	depth := (levels + rounds - 1) / rounds
	part := d.partition(g, depth, top)
	if d.wide {
		return nil
	}
	leaf := slices.Clone(part)
	separators(g, part, depth)
	members := membersOf(part, 2<<depth)
	for _, nodes := range members[:1<<depth] {
		slices.SortStableFunc(nodes, func(v, w int32) int { return int(leaf[v] - leaf[w]) })
	}
	if top && len(members[1]) > d.widest {
		d.wide = true
		return nil
	}
	// Pieces are numbered like a heap: 1 is the top, the parts below p are 2p and 2p+1.
	pieces := make([]*piece, 2<<depth)
	cut := func(p int) {
		nodes := members[p]
		if p < 1<<depth || len(nodes) <= d.leaf || len(nodes) >= n-n/4 {
			pieces[p] = &piece{nodes: take(names, nodes)}
			return
		}
		pieces[p] = d.split(g.induced(nodes), take(names, nodes), false)
	}
	workers := 1
	if top {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for p := int(next.Add(1)); p < len(pieces); p = int(next.Add(1)) {
				cut(p)
			}
		})
	}
	wg.Wait()
	for p := 1; p < 1<<depth; p++ {
		pieces[p].children = append(pieces[p].children, pieces[2*p], pieces[2*p+1])
	}
	return pieces[1]
}

// membersOf lists the nodes of each part.
func membersOf(part []int32, parts int) [][]int32 {
	start := make([]int32, parts+1)
	for _, p := range part {
		start[p+1]++
	}
	for p := range parts {
		start[p+1] += start[p]
	}
	list, members := make([]int32, len(part)), make([][]int32, parts)
	for p := range parts {
		members[p] = list[start[p]:start[p]:start[p+1]]
	}
	for v, p := range part {
		members[p] = append(members[p], int32(v))
	}
	return members
}

func take(names, of []int32) []int32 {
	list := make([]int32, len(of))
	for i, v := range of {
		list[i] = names[v]
	}
	return list
}
