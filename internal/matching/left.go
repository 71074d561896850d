package matching

import (
	"cmp"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// joinLeft adds paths that join places, an even number in each connected part, when time is over: paths in a short tree
// through all of them (as in K. Mehlhorn, A faster approximation algorithm for the Steiner problem in graphs, 1988).
func (g *Graph) joinLeft(places []int32, edges gf2.Vec) {
	w := g.walk(places)
	var bridges []int32 // links between places that were reached from different ones
	for i := range g.links {
		if l := &g.links[i]; l.length > 0 && w.from[l.u] != w.from[l.v] {
			bridges = append(bridges, int32(i))
		}
	}
	length := func(i int32) int64 { l := &g.links[i]; return w.distance[l.u] + l.length + w.distance[l.v] }
	slices.SortStableFunc(bridges, func(a, b int32) int { return cmp.Compare(length(a), length(b)) })

	// Take bridges as long as they join what is not yet joined.
	sets := disjoint.New[int32](g.around.Len())
	next := map[int32][]int32{} // per place that is to be joined, its bridges
	for _, i := range bridges {
		u, v := w.from[g.links[i].u], w.from[g.links[i].v]
		if sets.Find(u) != sets.Find(v) {
			sets.Join(u, v)
			next[u], next[v] = append(next[u], i), append(next[v], i)
		}
	}

	// From the leaves of each tree: a bridge is used if what hangs on it is odd in number.
	odd := gf2.NewVec(g.around.Len())
	seen := gf2.NewVec(g.around.Len())
	for _, place := range places {
		odd.Set(int(place), true)
	}
	type step struct{ place, up, bridge int32 }
	for _, root := range places {
		if seen.Bit(int(root)) {
			continue
		}
		tree := []step{{root, none, none}}
		for at := 0; at < len(tree); at++ {
			here := tree[at]
			seen.Set(int(here.place), true)
			for _, i := range next[here.place] {
				if i != here.bridge {
					to := w.from[g.links[i].u] + w.from[g.links[i].v] - here.place
					tree = append(tree, step{to, here.place, i})
				}
			}
		}
		for _, s := range slices.Backward(tree[1:]) {
			if odd.Bit(int(s.place)) {
				odd.Flip(int(s.up))
				w.add(g, s.bridge, edges)
			}
		}
	}
}

// walk is the shortest ways from some places to all others.
type walk struct {
	from     []int32 // the first place of the way; none where there is no way
	via      []int32 // the last link
	distance []int64
}

// walk is Dijkstra's algorithm.
func (g *Graph) walk(places []int32) *walk {
	n := g.around.Len()
	w := &walk{from: make([]int32, n), via: make([]int32, n), distance: make([]int64, n)}
	q := queue{at: make([]int32, n)}
	for i := range w.from {
		w.from[i], w.distance[i] = none, never
	}
	reach := func(place, from, via int32, distance int64) {
		if distance < w.distance[place] {
			w.from[place], w.via[place], w.distance[place] = from, via, distance
			q.advance(place, distance)
		}
	}
	for _, place := range places {
		reach(place, place, none, 0)
	}
	for len(q.heap) > 0 {
		e := q.pop()
		for _, i := range g.around.Of(int(e.item)) {
			l := &g.links[i]
			reach(l.other(e.item), w.from[e.item], i, e.time+l.length)
		}
	}
	return w
}

// add adds a bridge and the ways to its ends.
func (w *walk) add(g *Graph, bridge int32, edges gf2.Vec) {
	edges.Flip(int(bridge))
	for _, at := range [2]int32{g.links[bridge].u, g.links[bridge].v} {
		for w.via[at] != none {
			edges.Flip(int(w.via[at]))
			at = g.links[w.via[at]].other(at)
		}
	}
}
