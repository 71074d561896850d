package board

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// maxDegree and maxEnds bound random graphs: how many neighbours a node has, and how many all nodes have together. At
// half of all nodes as neighbours, which is the most there may be, swapping takes longer and longer with the degree:
// 30 ms for 100 neighbours of 200 nodes, seconds for 200 of 400.
const (
	maxDegree = 100
	maxEnds   = 1 << 24
)

// regularNodes is the number of nodes of regular:DxN, if there is such a graph and swapping finds it.
func regularNodes(dims []int) (int, error) {
	d, n := dims[0], dims[1]
	switch {
	case d > maxDegree:
		return 0, fmt.Errorf("a random graph has degree %d at most, not %d", maxDegree, d)
	case n < 2*d:
		return 0, fmt.Errorf("a random graph of degree %d has at least %d nodes, not %d", d, 2*d, n)
	case n > maxEnds/d:
		return 0, &TooLargeError{What: fmt.Sprintf("a random graph of degree %d with %d nodes", d, n),
			Limit: fmt.Sprintf("it has at most %d nodes", maxEnds/d)}
	case d*n%2 == 1:
		return 0, fmt.Errorf("a graph of odd degree has an even number of nodes, not %d", n)
	}
	if err := reserve.Bytes(16 * int64(d*n)); err != nil {
		return 0, &TooLargeError{What: fmt.Sprintf("a random graph of degree %d with %d nodes", d, n),
			Limit: err.Error(), Err: err}
	}
	return n, nil
}

// regular is the toggler of a random graph. The graph is drawn when somebody asks for it first, so that a board that is
// only described costs nothing.
type regular struct {
	degree, nodes int
	flips         func() *lists
}

func makeRegular(dims []int, seed uint64, self bool) toggler {
	most := dims[0]
	if self {
		most++
	}
	return regular{most, dims[1], sync.OnceValue(func() *lists { return drawRegular(dims[0], dims[1], seed, self) })}
}

func (g regular) appendToggles(dst []int, s int) []int { return g.flips().appendToggles(dst, s) }

func (g regular) most() int { return g.degree }

func (g regular) total() int { return g.degree * g.nodes }

// drawRegular pairs the d·n ends of edges at random, and swaps partners until no edge is a loop or there twice. What a
// seed means is a promise: the same graph for ever.
func drawRegular(d, n int, seed uint64, self bool) *lists {
	r := rand.New(rand.NewPCG(seed, 2))
	g := pairing{degree: d, end: numbered(d * n), node: make([]int32, d*n), place: make([]int32, d*n)}
	r.Shuffle(len(g.end), func(i, j int) { g.end[i], g.end[j] = g.end[j], g.end[i] })
	for i, e := range g.end {
		g.node[i], g.place[e] = e/int32(d), int32(i)
	}
	edges := d * n / 2
	for doubtful := gf2.AllOnes(edges); !doubtful.IsZero(); {
		// In order, and what comes into doubt on the way waits for the next round if it is behind.
		for i := doubtful.NextOne(0); i >= 0; i = doubtful.NextOne(i + 1) {
			doubtful.Set(i, false)
			for g.node[2*i] == g.node[2*i+1] || len(g.parallel(i)) > 1 {
				j := r.IntN(edges)
				g.swap(2*i, 2*j)
				for _, k := range g.parallel(j) {
					doubtful.Set(k, true)
				}
			}
		}
	}
	// Nodes are renumbered, so that an engine gets no help from the numbering.
	name := numbered(n)
	rand.New(rand.NewPCG(seed, 4)).Shuffle(n, func(i, j int) { name[i], name[j] = name[j], name[i] })
	called := numbered(n)
	for v, k := range name {
		called[k] = int32(v)
	}
	flips := gf2.NewLists(n, d*n)
	var list []int
	for _, v := range called {
		list = list[:0]
		for _, p := range g.place[int(v)*d : int(v+1)*d] {
			list = append(list, int(name[g.node[p^1]]))
		}
		if self {
			list = append(list, int(name[v]))
		}
		gf2.Append(&flips, cancelPairs(list))
	}
	return listsOf(flips, nil)
}

// pairing joins nodes in pairs. Node v has the ends v·d to v·d+d-1, and edge i joins those in the places 2i and 2i+1.
type pairing struct {
	degree    int
	end, node []int32 // which end is in each place, and whose it is
	place     []int32 // where each end is
	found     []int
}

// parallel are the edges that join the same nodes as one, itself among them, until the next call.
func (g *pairing) parallel(edge int) []int {
	g.found = g.found[:0]
	u, v := int(g.node[2*edge]), g.node[2*edge+1]
	for _, p := range g.place[u*g.degree : (u+1)*g.degree] {
		if g.node[p^1] == v {
			g.found = append(g.found, int(p/2))
		}
	}
	return g.found
}

// swap exchanges what is in two places.
func (g *pairing) swap(a, b int) {
	g.end[a], g.end[b], g.node[a], g.node[b] = g.end[b], g.end[a], g.node[b], g.node[a]
	g.place[g.end[a]], g.place[g.end[b]] = int32(a), int32(b)
}

// numbered is 0 to n-1.
func numbered(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}
