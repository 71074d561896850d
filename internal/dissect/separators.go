package dissect

import "math/bits"

// separators turns a partition into separators: part[v] stays the number of v's leaf or becomes the
// number of the part above at which v separates. From the top down, every cut edge between the two
// parts below p must lose an end to p: all those on the side that has fewer.
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
	seen := make([]int, g.len()) // the part at which a node was last counted
	for p := 1; p < parts; p++ {
		var ends [2][]int32 // of the cut edges, on each side
		for _, e := range cuts[p] {
			for side, v := range e {
				if part[e[0]] >= int32(parts) && part[e[1]] >= int32(parts) && seen[v] != p {
					seen[v] = p
					ends[side] = append(ends[side], v)
				}
			}
		}
		fewer := ends[0]
		if len(ends[1]) < len(ends[0]) {
			fewer = ends[1]
		}
		for _, v := range fewer {
			part[v] = int32(p)
		}
	}
}
