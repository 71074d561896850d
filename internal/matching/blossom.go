package matching

import (
	"context"
	"slices"
)

// blossom finds a perfect matching of least cost in a complete graph with an even number of nodes, by
// Edmonds' algorithm with dual variables (Edmonds 1965; this form takes O(n³) steps, as in Gabow 1976).
//
// Every node has a label, and lab[u] + lab[v] ≥ 2·weight(u, v) for all pairs, where the weight is large
// where the cost is small. Trees of tight pairs grow from the nodes without a partner, odd cycles shrink
// to blossoms (which have labels too), and where nothing is tight the labels change. A perfect matching
// of tight pairs is the best one.
//
// Nodes count from 1, and 0 is none. Blossoms are numbered after the nodes.
type blossom struct {
	n, used  int // nodes; the last number in use
	size     int // of a row of pairs
	pair     []pair
	lab      []int64
	mate     []int32
	slack    []int32 // the outer node with the tightest pair to this one
	top      []int32 // the outermost blossom that a node or blossom is in; 0 for a blossom not in use
	parent   []int32 // in its tree
	side     []int8  // outer (0), inner (1), in no tree (−1)
	seen     []int32
	stamp    int32
	member   []int32   // [blossom][node]: which of its children the node is in
	children [][]int32 // of a blossom, around the cycle
	queue    []int32
}

// pair joins two nodes. That of two blossoms is the tightest of their nodes' pairs; weight 0 means none.
type pair struct {
	u, v   int32
	weight int64
}

const (
	outer int8 = 0
	inner int8 = 1
	apart int8 = -1
)

// blossomBytes is how much memory n nodes take: the pairs, and which child of each blossom every node is in.
func blossomBytes(n int) float64 {
	size := 1.5*float64(n) + 2
	return 16*size*size + 4*size*float64(n+1)
}

// match returns the partner of each node, both counted from 0, unless the context ends.
func (b *blossom) match(ctx context.Context, n int, cost func(u, v int) int64) ([]int32, bool) {
	b.reset(n, cost)
	for b.grow() {
		if ctx.Err() != nil {
			return nil, false
		}
	}
	out := make([]int32, n)
	for u := range out {
		out[u] = b.mate[u+1] - 1
	}
	return out, true
}

// reset sets up the pairs, labels that no pair violates, and a first matching of tight pairs.
func (b *blossom) reset(n int, cost func(u, v int) int64) {
	b.n, b.used = n, n
	b.size = n + n/2 + 2
	m := b.size
	b.pair = resized(b.pair, m*m)
	b.lab = resized(b.lab, m)
	for _, list := range []*[]int32{&b.mate, &b.slack, &b.top, &b.parent, &b.seen} {
		*list = resized(*list, m)
	}
	b.side = resized(b.side, m)
	b.member = resized(b.member, m*(n+1))
	b.stamp = 0
	for len(b.children) < m {
		b.children = append(b.children, nil)
	}
	var most int64
	for u := range n {
		for v := range u {
			c := cost(u, v)
			most = max(most, c)
			b.pair[(u+1)*m+v+1] = pair{int32(u + 1), int32(v + 1), c}
			b.pair[(v+1)*m+u+1] = pair{int32(v + 1), int32(u + 1), c}
		}
	}
	for u := 1; u <= n; u++ {
		b.top[u] = int32(u)
		b.member[u*(n+1)+u] = int32(u)
		for v := 1; v <= n; v++ {
			if u != v {
				p := &b.pair[u*m+v]
				p.weight = 2 * (most + 1 - p.weight) // even, so that all labels are whole numbers
				b.lab[u] = max(b.lab[u], p.weight)
			}
		}
	}
	for u := 1; u <= n; u++ {
		for v := u + 1; v <= n && b.mate[u] == 0; v++ {
			if b.mate[v] == 0 && b.distance(b.at(u, v)) == 0 {
				b.mate[u], b.mate[v] = int32(v), int32(u)
			}
		}
	}
}

// resized is a slice of n zeros, in the same memory if it is large enough.
func resized[T any](s []T, n int) []T { return append(s[:0], make([]T, n)...) }

func (b *blossom) at(u, v int) *pair { return &b.pair[u*b.size+v] }

// distance is how far a pair is from being tight.
func (b *blossom) distance(p *pair) int64 {
	return b.lab[p.u] + b.lab[p.v] - 2*b.at(int(p.u), int(p.v)).weight
}

func (b *blossom) improveSlack(u, x int32) {
	if b.slack[x] == 0 || b.distance(b.at(int(u), int(x))) < b.distance(b.at(int(b.slack[x]), int(x))) {
		b.slack[x] = u
	}
}

func (b *blossom) findSlack(x int32) {
	b.slack[x] = 0
	for u := int32(1); u <= int32(b.n); u++ {
		if b.at(int(u), int(x)).weight > 0 && b.top[u] != x && b.side[b.top[u]] == outer {
			b.improveSlack(u, x)
		}
	}
}

// enqueue has the nodes in x searched from.
func (b *blossom) enqueue(x int32) {
	if int(x) <= b.n {
		b.queue = append(b.queue, x)
		return
	}
	for _, c := range b.children[x] {
		b.enqueue(c)
	}
}

func (b *blossom) setTop(x, top int32) {
	b.top[x] = top
	if int(x) > b.n {
		for _, c := range b.children[x] {
			b.setTop(c, top)
		}
	}
}

// evenPath turns the cycle so that the child is an even number of steps from the base, and says how many.
func (b *blossom) evenPath(x, child int32) int {
	at := slices.Index(b.children[x], child)
	if at%2 == 1 {
		slices.Reverse(b.children[x][1:])
		return len(b.children[x]) - at
	}
	return at
}

// setMate pairs u with v, and what is inside u accordingly.
func (b *blossom) setMate(u, v int32) {
	p := *b.at(int(u), int(v))
	b.mate[u] = p.v
	if int(u) <= b.n {
		return
	}
	child := b.member[int(u)*(b.n+1)+int(p.u)]
	steps := b.evenPath(u, child)
	for i := range steps {
		b.setMate(b.children[u][i], b.children[u][i^1])
	}
	b.setMate(child, v)
	rotated := append(slices.Clone(b.children[u][steps:]), b.children[u][:steps]...)
	copy(b.children[u], rotated)
}

// augment exchanges pairs and gaps on the way from u to the root of its tree, with u paired to v.
func (b *blossom) augment(u, v int32) {
	for {
		next := b.top[b.mate[u]]
		b.setMate(u, v)
		if next == 0 {
			return
		}
		b.setMate(next, b.top[b.parent[next]])
		u, v = b.top[b.parent[next]], next
	}
}

// meet is the first common ancestor of two outer blossoms, or 0 if they are in different trees.
func (b *blossom) meet(u, v int32) int32 {
	b.stamp++
	for u != 0 || v != 0 {
		if u != 0 {
			if b.seen[u] == b.stamp {
				return u
			}
			b.seen[u] = b.stamp
			if u = b.top[b.mate[u]]; u != 0 {
				u = b.top[b.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the cycle through u, v and their common ancestor.
func (b *blossom) shrink(u, base, v int32) {
	x := b.n + 1
	for x <= b.used && b.top[x] != 0 {
		x++
	}
	b.used = max(b.used, x)
	b.lab[x], b.side[x] = 0, outer
	b.mate[x] = b.mate[base]
	list := append(b.children[x][:0], base)
	climb := func(from int32) {
		for from != base {
			mate := b.top[b.mate[from]]
			list = append(list, from, mate)
			b.enqueue(mate)
			from = b.top[b.parent[mate]]
		}
	}
	climb(u)
	slices.Reverse(list[1:])
	climb(v)
	b.children[x] = list
	b.setTop(int32(x), int32(x))
	for y := 1; y <= b.used; y++ {
		b.at(x, y).weight, b.at(y, x).weight = 0, 0
	}
	member := b.member[x*(b.n+1):][:b.n+1]
	clear(member)
	for _, c := range list {
		for y := 1; y <= b.used; y++ {
			if p := b.at(int(c), y); b.at(x, y).weight == 0 || b.distance(p) < b.distance(b.at(x, y)) {
				*b.at(x, y), *b.at(y, x) = *p, *b.at(y, int(c))
			}
		}
		for y := 1; y <= b.n; y++ {
			if b.member[int(c)*(b.n+1)+y] != 0 {
				member[y] = c
			}
		}
	}
	b.findSlack(int32(x))
}

// expand dissolves an inner blossom whose label is zero.
func (b *blossom) expand(x int32) {
	for _, c := range b.children[x] {
		b.setTop(c, c)
	}
	child := b.member[int(x)*(b.n+1)+int(b.at(int(x), int(b.parent[x])).u)]
	steps := b.evenPath(x, child)
	list := b.children[x]
	for i := 0; i < steps; i += 2 {
		in, out := list[i], list[i+1]
		b.parent[in] = b.at(int(out), int(in)).u
		b.side[in], b.side[out] = inner, outer
		b.slack[in] = 0
		b.findSlack(out)
		b.enqueue(out)
	}
	b.side[child] = inner
	b.parent[child] = b.parent[x]
	for _, c := range list[steps+1:] {
		b.side[c] = apart
		b.findSlack(c)
	}
	b.top[x] = 0
}

// tight uses a tight pair from an outer node, and says whether it completed an augmenting path.
func (b *blossom) tight(p pair) bool {
	u, v := b.top[p.u], b.top[p.v]
	switch b.side[v] {
	case apart:
		b.parent[v] = p.u
		b.side[v] = inner
		next := b.top[b.mate[v]]
		b.slack[v], b.slack[next] = 0, 0
		b.side[next] = outer
		b.enqueue(next)
	case outer:
		base := b.meet(u, v)
		if base == 0 {
			b.augment(u, v)
			b.augment(v, u)
			return true
		}
		b.shrink(u, base, v)
	}
	return false
}

// grow finds one augmenting path; it reports false if there is nothing left to pair.
func (b *blossom) grow() bool {
	b.queue = b.queue[:0]
	for x := int32(1); x <= int32(b.used); x++ {
		b.side[x], b.slack[x] = apart, 0
	}
	for x := int32(1); x <= int32(b.used); x++ {
		if b.top[x] == x && b.mate[x] == 0 {
			b.parent[x], b.side[x] = 0, outer
			b.enqueue(x)
		}
	}
	if len(b.queue) == 0 {
		return false
	}
	for {
		if b.search() {
			return true
		}
		b.relabel()
		b.queue = b.queue[:0]
		for x := int32(1); x <= int32(b.used); x++ {
			if s := b.slack[x]; b.top[x] == x && s != 0 && b.top[s] != x && b.distance(b.at(int(s), int(x))) == 0 {
				if b.tight(*b.at(int(s), int(x))) {
					return true
				}
			}
		}
		for x := int32(b.n + 1); x <= int32(b.used); x++ {
			if b.top[x] == x && b.side[x] == inner && b.lab[x] == 0 {
				b.expand(x)
			}
		}
	}
}

// search follows the tight pairs from the nodes in the queue.
func (b *blossom) search() bool {
	for at := 0; at < len(b.queue); at++ {
		u := b.queue[at]
		if b.side[b.top[u]] == inner {
			continue
		}
		for v := int32(1); v <= int32(b.n); v++ {
			if b.top[u] == b.top[v] {
				continue
			}
			p := b.at(int(u), int(v))
			if p.weight == 0 {
				continue
			}
			if b.distance(p) != 0 {
				b.improveSlack(u, b.top[v])
			} else if b.tight(*p) {
				return true
			}
		}
	}
	return false
}

// relabel changes the labels by as much as no pair forbids.
func (b *blossom) relabel() {
	by := int64(1) << 62
	for x := int32(1); x <= int32(b.used); x++ {
		if b.top[x] != x {
			continue
		}
		if int(x) > b.n && b.side[x] == inner {
			by = min(by, b.lab[x]/2)
		}
		if s := b.slack[x]; s != 0 {
			switch d := b.distance(b.at(int(s), int(x))); b.side[x] {
			case apart:
				by = min(by, d)
			case outer:
				by = min(by, d/2)
			}
		}
	}
	for u := 1; u <= b.n; u++ {
		switch b.side[b.top[u]] {
		case outer:
			b.lab[u] -= by
		case inner:
			b.lab[u] += by
		}
	}
	for x := b.n + 1; x <= b.used; x++ {
		if int(b.top[x]) != x {
			continue
		}
		switch b.side[x] {
		case outer:
			b.lab[x] += 2 * by
		case inner:
			b.lab[x] -= 2 * by
		}
	}
}
