package dissect

import "math/bits"

// separators turns a partition into separators: part[v] stays the number of v's leaf or becomes the
// number of the part above at which v separates. From the top down, every cut edge between the two
// parts below p must lose an end to p: a smallest set of such nodes is a vertex cover of a bipartite
// graph.
func separators(g *graph, part []int32, depth int) {
	parts := 1 << depth
	above := func(a, b int32) int { return int(a) >> bits.Len32(uint32(a^b)) }
	count := make([]int32, parts+1)
	eachCut := func(do func(v, u int32, at int)) {
		for v := range int32(g.len()) {
			for _, u := range g.adj[g.start[v]:g.start[v+1]] {
				if part[v] < part[u] {
					do(v, u, above(part[v], part[u]))
				}
			}
		}
	}
	eachCut(func(_, _ int32, at int) { count[at]++ })
	cuts := make([][][2]int32, parts)
	for p := range cuts {
		cuts[p] = make([][2]int32, 0, count[p])
	}
	eachCut(func(v, u int32, at int) { cuts[at] = append(cuts[at], [2]int32{v, u}) })
	c := &cover{number: make([]int32, g.len())}
	for p := 1; p < parts; p++ {
		open := cuts[p][:0]
		for _, e := range cuts[p] {
			if part[e[0]] >= int32(parts) && part[e[1]] >= int32(parts) {
				open = append(open, e)
			}
		}
		for _, v := range c.smallest(open) {
			part[v] = int32(p)
		}
	}
}

// cover finds smallest vertex covers of bipartite graphs, by way of a largest matching (Kőnig).
type cover struct {
	number []int32 // of a node on its side, plus one; zero between two covers
	left   []int32 // the nodes of each side
	right  []int32
	start  []int32 // the edges of the left nodes
	adj    []int32
	mate   [2][]int32 // of each node of a side, or -1
	seen   []bool     // left nodes
}

// smallest covers edges, each from a left to a right node.
func (c *cover) smallest(edges [][2]int32) []int32 {
	c.build(edges)
	for again := true; again; {
		again = false
		clear(c.seen)
		for l := range c.left {
			if c.mate[0][l] < 0 && c.augment(int32(l)) {
				again = true
			}
		}
	}
	// What alternating paths from the left nodes without partner reach: the cover is what they do not
	// reach on the left and what they reach on the right.
	clear(c.seen)
	var reach []int32
	for l := range c.left {
		if c.mate[0][l] < 0 {
			c.seen[l] = true
			reach = append(reach, int32(l))
		}
	}
	var nodes []int32
	for len(reach) > 0 {
		l := reach[len(reach)-1]
		reach = reach[:len(reach)-1]
		for _, r := range c.adj[c.start[l]:c.start[l+1]] {
			if m := c.mate[1][r]; !c.seen[m] {
				c.seen[m] = true
				reach = append(reach, m)
				nodes = append(nodes, c.right[r])
			}
		}
	}
	for l, v := range c.left {
		if !c.seen[l] {
			nodes = append(nodes, v)
		}
	}
	for _, list := range [][]int32{c.left, c.right} {
		for _, v := range list {
			c.number[v] = 0
		}
	}
	return nodes
}

// build numbers the nodes of both sides and pairs them greedily.
func (c *cover) build(edges [][2]int32) {
	c.left, c.right = c.left[:0], c.right[:0]
	sides := [2]*[]int32{&c.left, &c.right}
	for _, e := range edges {
		for s, list := range sides {
			if c.number[e[s]] == 0 {
				*list = append(*list, e[s])
				c.number[e[s]] = int32(len(*list))
			}
		}
	}
	c.start = make([]int32, len(c.left)+2)
	for _, e := range edges {
		c.start[c.number[e[0]]+1]++
	}
	for i := range c.start[1:] {
		c.start[i+1] += c.start[i]
	}
	c.adj = make([]int32, len(edges))
	for _, e := range edges { // start[l+1] moves from the beginning of l's edges to their end
		l := c.number[e[0]]
		c.adj[c.start[l]] = c.number[e[1]] - 1
		c.start[l]++
	}
	c.seen = make([]bool, len(c.left))
	for s, list := range sides {
		c.mate[s] = make([]int32, len(*list))
		for i := range c.mate[s] {
			c.mate[s][i] = -1
		}
	}
	for l := range c.left {
		for _, r := range c.adj[c.start[l]:c.start[l+1]] {
			if c.mate[1][r] < 0 {
				c.mate[0][l], c.mate[1][r] = r, int32(l)
				break
			}
		}
	}
}

// augment finds a path from a left node without partner to a right one, along which partners are
// exchanged. It keeps its own stack: paths can be as long as the cut.
func (c *cover) augment(from int32) bool {
	type step struct{ left, edge int32 }
	c.seen[from] = true
	path := []step{{from, c.start[from]}}
	for len(path) > 0 {
		s := &path[len(path)-1]
		if s.edge == c.start[s.left+1] {
			path = path[:len(path)-1]
			continue
		}
		r := c.adj[s.edge]
		s.edge++
		m := c.mate[1][r]
		if m < 0 {
			for i := len(path) - 1; i >= 0; i-- {
				l := path[i].left
				taken := c.adj[path[i].edge-1]
				c.mate[0][l], c.mate[1][taken] = taken, l
			}
			return true
		}
		if !c.seen[m] {
			c.seen[m] = true
			path = append(path, step{m, c.start[m]})
		}
	}
	return false
}
