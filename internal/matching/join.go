package matching

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// Edge joins two different nodes, or a node and the border.
type Edge struct {
	U, V int32 // V may be Border
	Cost int64 // not negative
}

// Border is the end of an edge that has only one node.
const Border = -1

// MaxTotal bounds the sum of all costs, so that no sum overflows.
const MaxTotal = math.MaxInt64 / 64

// ErrImpossible says that a connected part without the border has an odd number of the nodes to join.
var ErrImpossible = errors.New("matching: an odd number of nodes to join in a connected part without a border")

// Graph answers one set of nodes after another. It is safe for concurrent use.
type Graph struct {
	edges  []Edge
	border int
	around [][]int32 // per node, and the border last, its edges
	part   []int32   // per node, the number of its connected part

	trees []atomic.Pointer[shortest] // per node, if kept
	spare atomic.Int64               // how many more may be kept
	pool  sync.Pool                  // of *blossom
}

// shortest is how far each node is from one node, and the edge over which the cheapest path arrives.
type shortest struct {
	distance []int64 // -1: in another part
	through  []int32
}

// New prepares a graph of so many nodes. Paths of up to keep bytes are kept from one set of nodes to the next.
func New(nodes int, edges []Edge, keep int64) (*Graph, error) {
	g := &Graph{edges: make([]Edge, len(edges)), border: nodes, around: make([][]int32, nodes+1)}
	sets := disjoint.New[int32](nodes + 1)
	total := int64(0)
	for i, e := range edges {
		if e.U < 0 || int(e.U) >= nodes || e.V < Border || int(e.V) >= nodes || e.U == e.V {
			return nil, fmt.Errorf("matching: edge %d joins nodes %d and %d of %d", i, e.U, e.V, nodes)
		}
		if e.V == Border {
			e.V = int32(nodes)
		}
		if e.Cost < 0 || e.Cost > MaxTotal-total {
			return nil, fmt.Errorf("matching: edge %d costs %d: costs are not negative, and at most %d together",
				i, e.Cost, int64(MaxTotal))
		}
		total += e.Cost
		g.edges[i] = e
		g.around[e.U], g.around[e.V] = append(g.around[e.U], int32(i)), append(g.around[e.V], int32(i))
		sets.Join(e.U, e.V)
	}
	g.part = make([]int32, nodes+1)
	for i, class := range sets.Classes(nodes + 1) {
		for _, node := range class {
			g.part[node] = int32(i)
		}
	}
	g.trees = make([]atomic.Pointer[shortest], nodes)
	g.spare.Store(keep / bytesOfPaths / int64(nodes+1))
	g.pool.New = func() any { return new(blossom) }
	return g, nil
}

// bytesOfPaths is what shortest takes for each node.
const bytesOfPaths = 12

// Memory is how many bytes joining so many nodes takes at most.
func (g *Graph) Memory(odd int) float64 {
	return float64(odd)*float64(g.border+1)*bytesOfPaths + blossomBytes(odd+1)
}

// Join finds the cheapest edges that have odd degree at exactly these nodes (and at the border, if that is
// needed). The error is ErrImpossible or the context's.
func (g *Graph) Join(ctx context.Context, odd []int) (gf2.Vec, error) {
	out := gf2.NewVec(len(g.edges))
	parts := map[int32][]int{} // what is to be joined in each connected part
	var order []int32
	for _, node := range odd {
		if node < 0 || node >= g.border {
			return out, fmt.Errorf("matching: node %d of %d", node, g.border)
		}
		part := g.part[node]
		if parts[part] == nil {
			order = append(order, part)
		}
		parts[part] = append(parts[part], node)
	}
	for _, part := range order {
		nodes := parts[part]
		if len(nodes)%2 == 1 {
			if g.part[g.border] != part {
				return out, ErrImpossible
			}
			nodes = append(nodes, g.border)
		}
		if err := g.join(ctx, nodes, out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// join adds the cheapest paths between an even number of nodes of one part. The border can only be the last.
func (g *Graph) join(ctx context.Context, nodes []int, out gf2.Vec) error {
	trees := make([]*shortest, len(nodes)-1)
	for i := range trees {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		trees[i] = g.from(nodes[i])
	}
	b := g.pool.Get().(*blossom)
	defer g.pool.Put(b)
	mates, ok := b.match(ctx, len(nodes), func(u, v int) int64 {
		return trees[min(u, v)].distance[nodes[max(u, v)]]
	})
	if !ok {
		return ctx.Err()
	}
	for u, v := range mates {
		if int(v) < u {
			continue
		}
		for at := int32(nodes[v]); int(at) != nodes[u]; {
			i := trees[u].through[at]
			out.Flip(int(i))
			at = g.edges[i].other(at)
		}
	}
	return nil
}

func (e *Edge) other(end int32) int32 { return e.U + e.V - end }

// from gives the cheapest paths from a node. They are kept while there is memory for them.
func (g *Graph) from(node int) *shortest {
	if t := g.trees[node].Load(); t != nil {
		return t
	}
	t := g.search(node)
	if g.spare.Add(-1) >= 0 {
		g.trees[node].Store(t)
	}
	return t
}

// search is Dijkstra's algorithm.
func (g *Graph) search(node int) *shortest {
	n := len(g.around)
	t := &shortest{distance: make([]int64, n), through: make([]int32, n)}
	for i := range t.distance {
		t.distance[i] = -1
	}
	queue := &frontier{{node: int32(node), by: -1}}
	for queue.Len() > 0 {
		r := heap.Pop(queue).(reach)
		if t.distance[r.node] >= 0 {
			continue
		}
		t.distance[r.node], t.through[r.node] = r.distance, r.by
		for _, i := range g.around[r.node] {
			e := &g.edges[i]
			if to := e.other(r.node); t.distance[to] < 0 {
				heap.Push(queue, reach{r.distance + e.Cost, to, i})
			}
		}
	}
	return t
}

// reach is a node at the end of a path that may be the cheapest.
type reach struct {
	distance int64
	node, by int32
}

type frontier []reach

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	a, b := f[i], f[j]
	if a.distance != b.distance {
		return a.distance < b.distance
	}
	return a.by < b.by // always the same path
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(reach)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
