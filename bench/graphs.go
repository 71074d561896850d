package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"lightsout/board"
)

// The graphs below depend on a seed and have their nodes renumbered at random, so that an engine gets
// no help from the numbering.

// anonymous is the m×n grid as a plain list of edges.
func anonymous(m, n int, seed uint64) *board.Board {
	var edges [][2]int
	for v := range m * n {
		if v%n+1 < n {
			edges = append(edges, [2]int{v, v + 1})
		}
		if v+n < m*n {
			edges = append(edges, [2]int{v, v + n})
		}
	}
	return renamed(fmt.Sprintf("anonymous-%dx%d", m, n), m*n, edges, seed)
}

// randomTree attaches every node to a random earlier one.
func randomTree(n int, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 1))
	edges := make([][2]int, 0, n)
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{r.IntN(v), v})
	}
	return renamed(fmt.Sprintf("tree-%d", n), n, edges, seed)
}

// seriesParallel adds every node beside any edge, on the rim or not, and then leaves out a fifth of the edges.
func seriesParallel(n int, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 7))
	edges := [][2]int{{0, 1}}
	for v := 2; v < n; v++ {
		e := edges[r.IntN(len(edges))]
		edges = append(edges, [2]int{e[0], v}, [2]int{v, e[1]})
	}
	kept := edges[:0]
	for _, e := range edges {
		if r.IntN(5) > 0 {
			kept = append(kept, e)
		}
	}
	return renamed(fmt.Sprintf("seriesparallel-%d", n), n, kept, seed)
}

// randomCubic pairs the 3n edge ends of n nodes at random, and swaps partners until no edge is a loop
// or a duplicate. n must be even and at least 4.
func randomCubic(n int, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 2))
	ends := make([]int, 3*n)
	for i, p := range r.Perm(3 * n) {
		ends[i] = p / 3
	}
	edge := func(i int) [2]int { return [2]int{min(ends[2*i], ends[2*i+1]), max(ends[2*i], ends[2*i+1])} }
	times := map[[2]int]int{}
	for i := range 3 * n / 2 {
		times[edge(i)]++
	}
	bad := func(e [2]int) bool { return e[0] == e[1] || times[e] > 1 }
	for done := false; !done; {
		done = true
		for i := range 3 * n / 2 {
			for bad(edge(i)) {
				done = false
				j := r.IntN(3 * n / 2)
				times[edge(i)]--
				times[edge(j)]--
				ends[2*i], ends[2*j] = ends[2*j], ends[2*i]
				times[edge(i)]++
				times[edge(j)]++
			}
		}
	}
	edges := make([][2]int, 3*n/2)
	for i := range edges {
		edges[i] = edge(i)
	}
	return renamed(fmt.Sprintf("cubic-%d", n), n, edges, seed)
}

// scattered is a planar triangulation of r×c points, each somewhere in its cell of a grid, in which every
// square of four neighbours has the shorter of its diagonals, as most have in Delaunay's triangulation.
func scattered(r, c int, seed uint64) *board.Board {
	return renamed(fmt.Sprintf("scattered-%d", r*c), r*c, scatter(r, c, rand.New(rand.NewPCG(seed, 5))), seed)
}

// roads is a scattered triangulation with 45 % of its edges: junctions have 2.7 roads on average, many have
// one or two, and some places are cut off.
func roads(r, c int, seed uint64) *board.Board {
	rng := rand.New(rand.NewPCG(seed, 6))
	open := slices.DeleteFunc(scatter(r, c, rng), func([2]int) bool { return rng.Float64() >= 0.45 })
	return renamed(fmt.Sprintf("roads-%d", r*c), r*c, open, seed)
}

func scatter(r, c int, rng *rand.Rand) (edges [][2]int) {
	type point struct{ y, x float64 }
	at := make([]point, r*c)
	for v := range at {
		at[v] = point{float64(v/c) + rng.Float64(), float64(v%c) + rng.Float64()}
	}
	distance := func(v, w int) float64 {
		dy, dx := at[v].y-at[w].y, at[v].x-at[w].x
		return dy*dy + dx*dx
	}
	for v := range at {
		right, down := v%c+1 < c, v+c < r*c
		if right {
			edges = append(edges, [2]int{v, v + 1})
		}
		if down {
			edges = append(edges, [2]int{v, v + c})
		}
		switch {
		case !right || !down:
		case distance(v, v+c+1) < distance(v+1, v+c):
			edges = append(edges, [2]int{v, v + c + 1})
		default:
			edges = append(edges, [2]int{v + 1, v + c})
		}
	}
	return edges
}

// renamed makes the board of a graph with its nodes renumbered and its edges shuffled.
func renamed(name string, n int, edges [][2]int, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 4))
	node := r.Perm(n)
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	g := board.Graph{Nodes: n}
	for _, e := range edges {
		g.Edge(node[e[0]], node[e[1]])
	}
	return g.Board(name)
}
