package dissect

// partition cuts g into 2^depth parts with few edges between them, numbered like the leaves of a heap,
// from 2^depth: parts 2p and 2p+1 were one before the last cut.
func (d *dissection) partition(g *graph, depth int, top bool) []int32 {
	parts := 1 << depth
	const perPart = 8 // nodes of the coarsest graph
	graphs, images := []*graph{g}, [][]int32{}
	maxWeight := int32(1 + g.weight()/(parts*perPart/2))
	for g.len() > parts*perPart && d.ctx.Err() == nil {
		c, image := g.coarsen(maxWeight)
		if c.len() > g.len()-g.len()/16 {
			break
		}
		g = c
		graphs, images = append(graphs, c), append(images, image)
	}
	tries := 1
	if top {
		tries = 4
		if d.wide = tooWide(graphs[0], g, d.widest); d.wide {
			return nil
		}
	}
	part := make([]int32, g.len())
	nodes := make([]int32, g.len())
	for v := range nodes {
		nodes[v] = int32(v)
	}
	g.halve(nodes, part, 1, depth, tries)
	for l := len(images) - 1; ; l-- {
		newRefinement(graphs[l+1], part, parts).run()
		if l < 0 {
			return part
		}
		finer := make([]int32, graphs[l].len())
		for v, c := range images[l] {
			finer[v] = part[c]
		}
		part = finer
	}
}

// tooWide tells early that a separator will have more than widest nodes, from the first cut of the coarse
// graph: each node of the separator accounts for about as many cut edges as it has, or fewer.
func tooWide(g, coarse *graph, widest int) bool {
	if len(g.adj) == 0 {
		return false
	}
	_, cut := coarse.bisect(1)
	return cut*g.len()/len(g.adj) > widest
}

// halve cuts g, whose nodes are names of part's, into the 2^depth parts below part number.
func (g *graph) halve(names, part []int32, number int32, depth, tries int) {
	if depth == 0 || g.len() == 0 {
		for _, v := range names {
			part[v] = number << depth
		}
		return
	}
	sides := [2][]int32{}
	side, _ := g.bisect(tries)
	for v, s := range side {
		sides[s] = append(sides[s], int32(v))
	}
	for s, nodes := range sides {
		g.induced(nodes).halve(take(names, nodes), part, 2*number+int32(s), depth-1, tries)
	}
}

// refinement moves nodes between the parts of a graph, each to the neighbouring part with most edges, as
// long as fewer edges are cut and no part grows too heavy.
type refinement struct {
	g      *graph
	part   []int32
	weight []int   // of each part
	most   int     // the most that a part may weigh
	pull   []int32 // the weight of the edges to each part; zero but while a node is looked at
	met    []int32 // the parts that have any
}

func newRefinement(g *graph, part []int32, parts int) *refinement {
	r := &refinement{g: g, part: part, weight: make([]int, 2*parts), pull: make([]int32, 2*parts)}
	total := 0
	for v, p := range part {
		r.weight[p] += int(g.node[v])
		total += int(g.node[v])
	}
	r.most = total/parts + total/parts/4 + 1
	return r
}

func (r *refinement) run() {
	const most = 3
	for range most {
		moved := 0
		for v := range int32(r.g.len()) {
			if r.move(v) {
				moved++
			}
		}
		if moved <= r.g.len()/1000 {
			return
		}
	}
}

func (r *refinement) move(v int32) bool {
	g, here := r.g, r.part[v]
	inside := true
	for _, u := range g.adj[g.start[v]:g.start[v+1]] {
		if r.part[u] != here {
			inside = false
			break
		}
	}
	if inside {
		return false
	}
	r.met = r.met[:0]
	for e := g.start[v]; e < g.start[v+1]; e++ {
		p := r.part[g.adj[e]]
		if r.pull[p] == 0 {
			r.met = append(r.met, p)
		}
		r.pull[p] += g.edge[e]
	}
	best, w := here, int(g.node[v])
	for _, p := range r.met {
		if p == here || r.weight[p]+w > r.most {
			continue
		}
		gain := r.pull[p] - r.pull[best]
		if gain > 0 || gain == 0 && r.weight[p]+w < r.weight[best] {
			best = p
		}
	}
	for _, p := range r.met {
		r.pull[p] = 0
	}
	if best == here {
		return false
	}
	r.part[v] = best
	r.weight[here] -= w
	r.weight[best] += w
	return true
}
