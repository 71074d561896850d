package dissect

// bisect cuts a graph in two parts of about equal weight with few edges between them, cut in all: the best of some
// breadth-first searches, stopped half-way, each improved by the method of Fiduccia and Mattheyses.
func (g *graph) bisect(tries int) (side []int8, cut int) {
	total := g.weight()
	from := int32(0)
	for try := range tries {
		order := g.search(from)
		far := order[len(order)-1]
		if try == 0 { // twice: the end of a search is near the rim
			order = g.search(far)
		}
		b := newBisection(g, order, total)
		b.improve()
		if side == nil || b.cut < cut {
			side, cut = b.side, b.cut
		}
		from = order[(2*try+1)*len(order)/(2*tries)]
	}
	return side, cut
}

// search lists the nodes in the order of breadth-first search. If the graph falls apart, the search
// goes on elsewhere.
func (g *graph) search(from int32) []int32 {
	order := make([]int32, 0, g.len())
	seen := make([]bool, g.len())
	for next := int32(0); len(order) < g.len(); {
		for seen[from] {
			from = next
			next++
		}
		seen[from] = true
		order = append(order, from)
		for at := len(order) - 1; at < len(order); at++ {
			v := order[at]
			for _, w := range g.adj[g.start[v]:g.start[v+1]] {
				if !seen[w] {
					seen[w] = true
					order = append(order, w)
				}
			}
		}
	}
	return order
}

// bisection is a cut while it is improved.
type bisection struct {
	g      *graph
	side   []int8
	weight [2]int
	most   int // the most that a side may weigh
	cut    int

	gain   []int32 // by how much the cut shrinks if a node changes sides
	locked []bool
	queue  gainQueue
	moves  []int32
}

// newBisection puts the first nodes of an order on one side, half the weight of all.
func newBisection(g *graph, order []int32, total int) *bisection {
	n := g.len()
	b := &bisection{g: g, side: make([]int8, n), most: total/2 + total/16, gain: make([]int32, n), locked: make([]bool, n)}
	for _, w := range g.node {
		b.most = max(b.most, total/2+int(w)/2+1)
	}
	for _, v := range order {
		s := int8(0)
		if 2*b.weight[0]+int(g.node[v]) > total {
			s = 1
		}
		b.side[v] = s
		b.weight[s] += int(g.node[v])
	}
	return b
}

// improve repeats passes as long as they help.
func (b *bisection) improve() {
	const most = 6
	for range most {
		if !b.pass() {
			break
		}
	}
}

// pass moves one node after another, the one with the greatest gain first, even if the cut grows for a
// while, each node once; then it goes back to the best cut that it met.
func (b *bisection) pass() (better bool) {
	g := b.g
	b.cut, b.queue, b.moves = 0, b.queue[:0], b.moves[:0]
	clear(b.locked)
	for v := range int32(g.len()) {
		inner, outer := int32(0), int32(0)
		for e := g.start[v]; e < g.start[v+1]; e++ {
			if b.side[g.adj[e]] == b.side[v] {
				inner += g.edge[e]
			} else {
				outer += g.edge[e]
			}
		}
		b.gain[v] = outer - inner
		b.cut += int(outer)
		if outer > 0 {
			b.queue.push(b.gain[v], v)
		}
	}
	b.cut /= 2
	before, best, bestMoves := b.cut, b.cut, 0
	patience := 32 + g.len()/64
	for len(b.queue) > 0 && len(b.moves) < bestMoves+patience {
		gain, v := b.queue.pop()
		to := 1 - b.side[v]
		if b.locked[v] || gain != b.gain[v] || b.weight[to]+int(g.node[v]) > b.most {
			continue
		}
		b.locked[v] = true
		b.move(v)
		if b.cut < best {
			best, bestMoves = b.cut, len(b.moves)
		}
	}
	for i := len(b.moves) - 1; i >= bestMoves; i-- {
		v := b.moves[i]
		b.weight[b.side[v]] -= int(g.node[v])
		b.side[v] = 1 - b.side[v]
		b.weight[b.side[v]] += int(g.node[v])
	}
	b.cut = best
	return best < before
}

func (b *bisection) move(v int32) {
	g, from := b.g, b.side[v]
	b.cut -= int(b.gain[v])
	b.side[v] = 1 - from
	b.weight[from] -= int(g.node[v])
	b.weight[1-from] += int(g.node[v])
	b.moves = append(b.moves, v)
	for e := g.start[v]; e < g.start[v+1]; e++ {
		u := g.adj[e]
		if b.side[u] == from {
			b.gain[u] += 2 * g.edge[e]
		} else {
			b.gain[u] -= 2 * g.edge[e]
		}
		if !b.locked[u] {
			b.queue.push(b.gain[u], u)
		}
	}
}

// gainQueue is a heap of nodes, the greatest gain first and of equal ones the smallest number. A node
// whose gain changes is pushed again; whoever takes it out compares.
type gainQueue []int64

func (q *gainQueue) push(gain, v int32) {
	h := append(*q, int64(gain)<<32|int64(^v)&0xffffffff)
	i := len(h) - 1
	for i > 0 && h[(i-1)/2] < h[i] {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		i = (i - 1) / 2
	}
	*q = h
}

func (q *gainQueue) pop() (gain, v int32) {
	h := *q
	top := h[0]
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c+1 < n && h[c+1] > h[c] {
			c++
		}
		if c >= n || h[c] <= h[i] {
			break
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
	*q = h
	return int32(top >> 32), ^int32(top)
}
