package drawing

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func graphFrom(n int, edges ...[2]int) *graph {
	var joined []join
	for _, e := range edges {
		joined = append(joined, join{from: e[0], to: e[1]})
	}
	return graphOf(n, joined)
}

// planarGraph draws a planar graph: a triangulation made by putting nodes into triangles, of which some
// edges are left out, with nodes in random order.
func planarGraph(t *rapid.T) *graph {
	n := rapid.IntRange(1, 40).Draw(t, "nodes")
	faces := [][3]int{{0, 1, 2}, {0, 1, 2}}
	edges := [][2]int{{0, 1}, {1, 2}, {0, 2}}
	for v := 3; v < n; v++ {
		i := rapid.IntRange(0, len(faces)-1).Draw(t, "face")
		f := faces[i]
		faces[i] = [3]int{f[0], f[1], v}
		faces = append(faces, [3]int{f[1], f[2], v}, [3]int{f[0], f[2], v})
		edges = append(edges, [2]int{f[0], v}, [2]int{f[1], v}, [2]int{f[2], v})
	}
	left := rapid.IntRange(0, 100).Draw(t, "left out, in percent")
	number := rapid.Permutation(indices(max(n, 3))).Draw(t, "order")
	var kept [][2]int
	for _, e := range edges {
		if e[0] < n && e[1] < n && rapid.IntRange(0, 99).Draw(t, "left out") >= left {
			kept = append(kept, [2]int{number[e[0]], number[e[1]]})
		}
	}
	return graphFrom(max(n, 3), kept...)
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// What is called a drawing without crossings has none, and no node lies on a line.
func TestFlatDrawingsHaveNoCrossings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := planarGraph(t)
		places, flat := place(g)
		if flat == g.crosses(places) {
			t.Fatalf("%d nodes, %v: flat %v", g.n, g.edges, flat)
		}
	})
}

// Nodes of small graphs do not become tiny because some of them stand close, as what hangs on one node of a planar graph does
// if every node is in the middle of its neighbours.
func TestNodesHaveRoom(t *testing.T) {
	check := func(t rapid.TB, g *graph) {
		t.Helper()
		var joined []join
		for _, e := range g.edges {
			joined = append(joined, join{from: e[0], to: e[1]})
		}
		p := &Plan{}
		places := p.placed(g)
		for i, at := range places {
			p.items = append(p.items, item{at: at, light: i, press: i, room: nodeRoom})
		}
		p.joinItems(joined)
		if room := p.items[0].room; room < 15 || nearest(places) < 2*room {
			t.Fatalf("%d nodes, %v: nodes have a radius of %v and stand %v apart", g.n, g.edges, room, nearest(places))
		}
	}
	check(t, graphFrom(5, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}}...)) // a leaf on a tetrahedron
	check(t, nestedGraph(12))
	check(t, wheelGraph(20))
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		check(t, connectedGraph(random))
	}
}

// connectedGraph is a random tree of 3 to 12 nodes with further edges, most of them between its first nodes.
func connectedGraph(random *rand.Rand) *graph {
	n := 3 + random.IntN(10)
	var edges [][2]int
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{random.IntN(v), v})
	}
	core := n - random.IntN(n/3+1)
	for range random.IntN(2 * core) {
		if u, v := random.IntN(core), random.IntN(core); u != v {
			edges = append(edges, [2]int{u, v})
		}
	}
	return graphFrom(n, edges...)
}

// Everyday graphs are drawn without crossings.
func TestEverydayGraphsAreFlat(t *testing.T) {
	for name, g := range map[string]*graph{
		"grid": gridGraph(8, 9), "ladder": gridGraph(2, 40), "wheel": wheelGraph(20), "triangles in triangles": nestedGraph(3), "tree": treeGraph(40),
	} {
		if places, flat := place(g); !flat || g.crosses(places) {
			t.Errorf("%s: %d nodes are drawn with crossings", name, g.n)
		}
	}
}

func gridGraph(rows, cols int) *graph {
	var edges [][2]int
	for i := range rows * cols {
		if i%cols > 0 {
			edges = append(edges, [2]int{i - 1, i})
		}
		if i >= cols {
			edges = append(edges, [2]int{i - cols, i})
		}
	}
	return graphFrom(rows*cols, edges...)
}

func treeGraph(n int) *graph {
	var edges [][2]int
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{(v*v + 7) % v, v})
	}
	return graphFrom(n, edges...)
}

func wheelGraph(n int) *graph {
	var edges [][2]int
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{0, v}, [2]int{v, v%(n-1) + 1})
	}
	return graphFrom(n, edges...)
}

// nestedGraph is triangles within triangles, which barycentres crowd most.
func nestedGraph(depth int) *graph {
	var edges [][2]int
	for k := range depth {
		for i := range 3 {
			edges = append(edges, [2]int{3*k + i, 3*k + (i+1)%3})
			if k > 0 {
				edges = append(edges, [2]int{3*k + i, 3*k - 3 + i})
			}
		}
	}
	return graphFrom(3*depth, edges...)
}
