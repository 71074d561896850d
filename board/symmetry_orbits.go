package board

// disjointSets joins nodes into orbits.
type disjointSets struct {
	parent []int32
	size   []int32
}

func newDisjointSets(n int) *disjointSets {
	d := &disjointSets{parent: identity(n), size: make([]int32, n)}
	for i := range d.size {
		d.size[i] = 1
	}
	return d
}

func (d *disjointSets) find(v int32) int32 {
	for d.parent[v] != v {
		d.parent[v] = d.parent[d.parent[v]]
		v = d.parent[v]
	}
	return v
}

func (d *disjointSets) join(u, v int32) {
	u, v = d.find(u), d.find(v)
	if u == v {
		return
	}
	if d.size[u] < d.size[v] {
		u, v = v, u
	}
	d.parent[v] = u
	d.size[u] += d.size[v]
}

// classes lists the sets among the first n nodes, each in order, by their first nodes.
func (d *disjointSets) classes(n int) [][]int32 {
	list := [][]int32{}
	number := make(map[int32]int, n)
	for v := range int32(n) {
		root := d.find(v)
		i, ok := number[root]
		if !ok {
			i = len(list)
			number[root] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], v)
	}
	return list
}

// orbitsOf is the orbits on n nodes of the group that the permutations generate.
func orbitsOf(generators []moves, n int) *disjointSets {
	d := newDisjointSets(n)
	for _, m := range generators {
		d.joinMoves(m)
	}
	return d
}

func (d *disjointSets) joinMoves(m moves) {
	for _, x := range m {
		d.join(x.from, x.to)
	}
}
