package decode

import (
	"container/heap"
	"context"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// matcher decodes codes whose bits have one or two checks. Bits are then the edges of a graph, with the
// checks and an outside as its nodes, and violated checks must be joined in pairs (or with the outside)
// by paths. The cheapest way is a perfect matching of least cost, where two checks cost their distance.
type matcher struct {
	outside int
	edges   [][]edge // per node
	trees   []atomic.Pointer[shortest]
	spare   atomic.Int64 // how many more trees may be kept
	pool    sync.Pool
}

type edge struct {
	to, bit int32
	cost    int64
}

// shortest is how far each node is from a check, and the bit through which the shortest path arrives.
type shortest struct {
	distance []int64
	through  []edge // leads back
}

// newMatcher returns nil if a bit has more than two checks.
func newMatcher(p *part, memory int64) *matcher {
	m := &matcher{outside: len(p.checks), edges: make([][]edge, len(p.checks)+1), trees: make([]atomic.Pointer[shortest], len(p.checks))}
	for j, column := range p.columns {
		if len(column) > 2 {
			return nil
		}
		u, v := column[0], int32(m.outside)
		if len(column) == 2 {
			v = column[1]
		}
		m.edges[u] = append(m.edges[u], edge{v, int32(j), p.costs[j]})
		m.edges[v] = append(m.edges[v], edge{u, int32(j), p.costs[j]})
	}
	m.spare.Store(memory / 4 / int64(24*len(m.edges)))
	m.pool.New = func() any { return new(blossom) }
	return m
}

// from gives the shortest paths from a check. They are kept while there is memory for them.
func (m *matcher) from(check int) *shortest {
	if t := m.trees[check].Load(); t != nil {
		return t
	}
	t := m.search(check)
	if m.spare.Add(-1) >= 0 {
		m.trees[check].Store(t)
	}
	return t
}

// search is Dijkstra's algorithm.
func (m *matcher) search(check int) *shortest {
	t := &shortest{distance: make([]int64, len(m.edges)), through: make([]edge, len(m.edges))}
	for i := range t.distance {
		t.distance[i] = -1 // not reached
	}
	queue := &frontier{{node: int32(check)}}
	for queue.Len() > 0 {
		r := heap.Pop(queue).(reach)
		if t.distance[r.node] >= 0 {
			continue
		}
		t.distance[r.node], t.through[r.node] = r.distance, r.by
		for _, e := range m.edges[r.node] {
			if t.distance[e.to] < 0 {
				heap.Push(queue, reach{r.distance + e.cost, e.to, edge{r.node, e.bit, e.cost}})
			}
		}
	}
	return t
}

// reach is a node at the end of a path that may be the shortest.
type reach struct {
	distance int64
	node     int32
	by       edge
}

type frontier []reach

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	a, b := f[i], f[j]
	if a.distance != b.distance {
		return a.distance < b.distance
	}
	return a.by.bit < b.by.bit // always the same path
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(reach)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// decode flips the bits on the paths between the violated checks. It reports false if the context ends.
func (m *matcher) decode(ctx context.Context, violated []int, out gf2.Vec) bool {
	nodes := violated
	if len(nodes)%2 == 1 {
		nodes = append(nodes[:len(nodes):len(nodes)], m.outside)
	}
	trees := make([]*shortest, len(violated))
	for i, check := range violated {
		if ctx.Err() != nil {
			return false
		}
		trees[i] = m.from(check)
	}
	b := m.pool.Get().(*blossom)
	defer m.pool.Put(b)
	mates, ok := b.match(ctx, len(nodes), func(u, v int) int64 { return trees[min(u, v)].distance[nodes[max(u, v)]] })
	if !ok {
		return false
	}
	for u, v := range mates {
		if int(v) < u {
			continue
		}
		for at := int32(nodes[v]); int(at) != nodes[u]; {
			e := trees[u].through[at]
			out.Flip(int(e.bit))
			at = e.to
		}
	}
	return true
}
