package drawing

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest/tier"
)

func graphFrom(n int, edges ...[2]int) *graph {
	var joined []join
	for _, e := range edges {
		joined = append(joined, join{from: e[0], to: e[1]})
	}
	return graphOf(n, joined)
}

// isPlanar reports whether every part of the graph has an embedding, and checks it by Euler's formula.
func isPlanar(t testing.TB, g *graph) bool {
	for _, nodes := range g.components() {
		part := g.sub(nodes)
		rotation, ok := part.embed()
		if !ok {
			return false
		}
		for v, list := range rotation {
			if len(list) != len(part.near[v]) {
				t.Fatalf("%d of the %d neighbours of a node are around it", len(list), len(part.near[v]))
			}
		}
		walls := (&triangulation{part.n, rotation}).walls()
		if len(part.edges) > 0 && part.n-len(part.edges)+len(walls) != 2 {
			t.Fatalf("%d nodes, %d edges, %d faces", part.n, len(part.edges), len(walls))
		}
	}
	return true
}

// The numbers of planar graphs with n labelled nodes are 1, 2, 8, 64, 1023, 32071 (OEIS A066537).
func TestPlanarGraphsAreCounted(t *testing.T) {
	for n, want := range []int{1: 1, 2: 2, 3: 8, 4: 64, 5: 1023, 6: 32071} {
		if n == 0 {
			continue
		}
		var pairs [][2]int
		for v := range n {
			for u := range v {
				pairs = append(pairs, [2]int{u, v})
			}
		}
		planar := 0
		for set := range 1 << len(pairs) {
			var edges [][2]int
			for i, e := range pairs {
				if set>>i&1 == 1 {
					edges = append(edges, e)
				}
			}
			if isPlanar(t, graphFrom(n, edges...)) {
				planar++
			}
		}
		if planar != want {
			t.Errorf("%d graphs with %d nodes are planar, want %d", planar, n, want)
		}
	}
}

// subdivided puts nodes on edges, which changes nothing about planarity.
func subdivided(g *graph, times []int) *graph {
	n := g.n
	var edges [][2]int
	for i, e := range g.edges {
		at := e[0]
		for range times[i%len(times)] {
			edges = append(edges, [2]int{at, n})
			at = n
			n++
		}
		edges = append(edges, [2]int{at, e[1]})
	}
	return graphFrom(n, edges...)
}

// By Kuratowski's theorem, graphs with a subdivision of K5 or K3,3 in them are not planar.
func TestSubdivisionsOfKuratowskisGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var edges [][2]int
		n := 5
		if rapid.Bool().Draw(t, "K3,3") {
			n = 6
		}
		for v := range n {
			for u := range v {
				if n == 5 || u%2 != v%2 {
					edges = append(edges, [2]int{u, v})
				}
			}
		}
		g := subdivided(graphFrom(n, edges...), rapid.SliceOfN(rapid.IntRange(0, 3), 1, 10).Draw(t, "subdivisions"))
		for range rapid.IntRange(0, 10).Draw(t, "more") { // and trees hanging on it
			g = graphFrom(g.n+1, append(g.edges, [2]int{rapid.IntRange(0, g.n-1).Draw(t, "at"), g.n})...)
		}
		if _, ok := g.embed(); ok {
			t.Fatalf("%v is not planar", g.edges)
		}
		if _, flat := place(g); flat {
			t.Fatal("it is drawn without crossings")
		}
	})
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

// A planar graph of moderate size is drawn without crossings, and no node lies on a line.
func TestPlanarGraphsAreDrawnFlat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := planarGraph(t)
		places, flat := place(g)
		if !flat || g.crosses(places) {
			t.Fatalf("%d nodes, %v: flat %v", g.n, g.edges, flat)
		}
		// Triangles stacked into one another a dozen deep leave little room, however they are drawn.
		if room := g.clearance(places); room < 1e-5 {
			t.Fatalf("a node is only %v from a line or half of that from a node", room)
		}
	})
}

// So does the lattice on which crowded graphs are placed, at whole numbers.
func TestShiftedGraphsAreFlat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := planarGraph(t)
		g = g.sub(g.components()[0])
		rotation, ok := g.embed()
		if !ok {
			t.Fatal("it has no embedding")
		}
		places := g.shift(rotation)
		if g.crosses(places) {
			t.Fatalf("%d nodes, %v: %v", g.n, g.edges, places)
		}
		if g.crosses(g.widen(places)) {
			t.Fatalf("%d nodes, %v: widened %v", g.n, g.edges, places)
		}
	})
}

// Larger ones as well: grids, trees, polyhedra.
func TestLargePlanarGraphs(t *testing.T) {
	tier.Slow(t, "draws graphs of hundreds of nodes")
	for name, g := range map[string]*graph{"grid": gridGraph(20, 25), "ladder": gridGraph(2, 250), "tree": treeGraph(400), "wheel": wheelGraph(200), "nested": nestedGraph(12), "deep": nestedGraph(40), "poles": polesGraph(40)} {
		places, flat := place(g)
		if !flat || g.crosses(places) {
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

// polesGraph is two nodes that are joined to all others, K2,n.
func polesGraph(n int) *graph {
	var edges [][2]int
	for v := range n {
		edges = append(edges, [2]int{0, v + 2}, [2]int{1, v + 2})
	}
	return graphFrom(n+2, edges...)
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

// The same graph has the same drawing every time.
func TestPlacesAreTheSameEveryTime(t *testing.T) {
	for _, g := range []*graph{treeGraph(40), gridGraph(5, 6), nestedGraph(4), graphFrom(6, [][2]int{{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}}...)} {
		one, _ := place(g)
		two, _ := place(g)
		if fmt.Sprint(one) != fmt.Sprint(two) {
			t.Errorf("%v and %v", one, two)
		}
	}
}
