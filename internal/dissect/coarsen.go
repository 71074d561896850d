package dissect

// coarsen contracts pairs of nodes, so that about half as many are left; image[v] is the node of the
// coarser graph to which v belongs. No node gets heavier than maxWeight.
func (g *graph) coarsen(maxWeight int32) (coarse *graph, image []int32) {
	mate := g.match(maxWeight)
	n := g.len()
	image = make([]int32, n)
	first := make([]int32, 0, n/2+1) // of each pair
	for v := range n {
		if m := mate[v]; m >= int32(v) {
			image[v], image[m] = int32(len(first)), int32(len(first))
			first = append(first, int32(v))
		}
	}
	c := &graph{
		start: make([]int32, 1, len(first)+1), node: make([]int32, len(first)),
		adj: make([]int32, 0, len(g.adj)), edge: make([]int32, 0, len(g.adj)),
	}
	place := make([]int32, len(first)) // where a neighbour stands in c.adj, plus one
	for i, v := range first {
		from := int32(len(c.adj))
		for _, u := range [2]int32{v, mate[v]} {
			c.node[i] += g.node[u]
			for e := g.start[u]; e < g.start[u+1]; e++ {
				w := image[g.adj[e]]
				switch p := place[w]; {
				case w == int32(i):
				case p > from:
					c.edge[p-1] += g.edge[e]
				default:
					c.adj = append(c.adj, w)
					c.edge = append(c.edge, g.edge[e])
					place[w] = int32(len(c.adj))
				}
			}
			if mate[v] == v {
				break
			}
		}
		c.start = append(c.start, int32(len(c.adj)))
	}
	return c, image
}

// match pairs nodes; a node without a partner is its own. It prefers heavy edges to light nodes, which
// keeps the contracted nodes round and of similar weight.
func (g *graph) match(maxWeight int32) []int32 {
	n := g.len()
	mate := make([]int32, n)
	for v := range mate {
		mate[v] = -1
	}
	for v := range int32(n) {
		if mate[v] >= 0 {
			continue
		}
		best, bestEdge, bestNode := int32(-1), int64(0), int64(1)
		for e := g.start[v]; e < g.start[v+1]; e++ {
			u := g.adj[e]
			if mate[u] >= 0 || g.node[u]+g.node[v] > maxWeight {
				continue
			}
			if w, heavy := int64(g.edge[e]), int64(g.node[u]); best < 0 || w*w*bestNode > bestEdge*bestEdge*heavy {
				best, bestEdge, bestNode = u, w, heavy
			}
		}
		if best >= 0 {
			mate[v], mate[best] = best, v
		}
	}
	for v := range mate {
		if mate[v] < 0 {
			mate[v] = int32(v)
		}
	}
	return mate
}
