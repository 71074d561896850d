package gf2

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// fromEdges makes a graph of n nodes, with its edges once each and no loops.
func fromEdges(n int, edges [][2]int) graph {
	lists := make([][]int32, n)
	for _, e := range edges {
		if e[0] != e[1] {
			lists[e[0]] = append(lists[e[0]], int32(e[1]))
			lists[e[1]] = append(lists[e[1]], int32(e[0]))
		}
	}
	var g graph
	for _, l := range lists {
		slices.Sort(l)
		Append(&g.Lists, slices.Compact(l))
	}
	return g
}

// shuffledGrid is a grid graph whose nodes are renamed at random, so that only the graph is left of it.
func shuffledGrid(rows, cols int) graph {
	name := rand.New(rand.NewPCG(7, 7)).Perm(rows * cols)
	var edges [][2]int
	for v := range rows * cols {
		if v%cols > 0 {
			edges = append(edges, [2]int{name[v], name[v-1]})
		}
		if v >= cols {
			edges = append(edges, [2]int{name[v], name[v-cols]})
		}
	}
	return fromEdges(rows*cols, edges)
}

// checkTree requires what the comment of partTree promises.
func checkTree(t interface{ Fatalf(string, ...any) }, g graph, tree *partTree) {
	n := g.Len()
	if tree.parts.Total() != n || tree.parts.Len() != len(tree.parent) {
		t.Fatalf("%d nodes of %d in %d parts", tree.parts.Total(), n, len(tree.parent))
	}
	part := make([]int, n)
	for v := range part {
		part[v] = -1
	}
	for p, parent := range tree.parent {
		if int(parent) <= p && parent != -1 {
			t.Fatalf("part %d is below %d", p, parent)
		}
		if len(tree.parts.Of(p)) == 0 {
			t.Fatalf("part %d is empty", p)
		}
		for _, v := range tree.parts.Of(p) {
			if part[v] >= 0 {
				t.Fatalf("node %d is in two parts", v)
			}
			part[v] = p
		}
	}
	for v := range n {
		for _, w := range g.Of(int(v)) {
			low, high := part[v], part[w]
			for low >= 0 && low < high {
				low = int(tree.parent[low])
			}
			if part[v] <= part[w] && low != high {
				t.Fatalf("parts %d and %d are joined by an edge, and neither is above the other", part[v], part[w])
			}
		}
	}
}

func drawGraph(t *rapid.T) graph {
	n := rapid.IntRange(0, 600).Draw(t, "nodes")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	var edges [][2]int
	switch kind := rapid.SampledFrom([]string{"near", "any", "star", "complete"}).Draw(t, "kind"); {
	case n < 2:
	case kind == "near":
		reach := rapid.IntRange(1, 30).Draw(t, "reach")
		for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
			v := r.IntN(n)
			edges = append(edges, [2]int{v, min(n-1, v+1+r.IntN(reach))})
		}
	case kind == "any":
		for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
			edges = append(edges, [2]int{r.IntN(n), r.IntN(n)})
		}
	case kind == "star":
		for v := 1; v < n; v++ {
			edges = append(edges, [2]int{v % 3, v})
		}
	case kind == "complete":
		for v := range min(n, 150) {
			for w := range v {
				edges = append(edges, [2]int{v, w})
			}
		}
	}
	return fromEdges(n, edges)
}

func TestTreesSeparate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		n := rapid.SampledFrom([]int{1, 2, 5, 64}).Draw(t, "leaf")
		tree, ok := dissect(context.Background(), g, n, g.Len()/rapid.IntRange(1, 20).Draw(t, "widest"))
		if ok {
			checkTree(t, g, tree)
		}
	})
	var edges [][2]int // of the complete graph, whose separators are wide
	for v := range 100 {
		for w := range v {
			edges = append(edges, [2]int{v, w})
		}
	}
	if _, ok := dissect(context.Background(), fromEdges(100, edges), 5, 5); ok {
		t.Error("a complete graph has a narrow separator")
	}
}

// work is the number of bit operations of elimination in the order of the tree, as far as it depends on
// the blocks alone, and the size of the largest block.
func work(g graph, tree *partTree) (ops float64, largest int) {
	part := make([]int32, tree.parts.Total())
	for p := range tree.parent {
		for _, v := range tree.parts.Of(p) {
			part[v] = int32(p)
		}
	}
	border := make([]map[int32]bool, len(tree.parent))
	for p := range tree.parent {
		if border[p] == nil {
			border[p] = map[int32]bool{}
		}
		nodes := tree.parts.Of(p)
		for _, v := range nodes {
			for _, w := range g.Of(int(v)) {
				if int(part[w]) > p {
					border[p][w] = true
				}
			}
		}
		size := float64(len(nodes) + len(border[p]))
		ops += float64(len(nodes)) * size * size
		largest = max(largest, int(size))
		if up := tree.parent[p]; up >= 0 {
			if border[up] == nil {
				border[up] = map[int32]bool{}
			}
			for v := range border[p] {
				if part[v] != up {
					border[up][v] = true
				}
			}
		}
		border[p] = nil
	}
	return ops, largest
}

// On grids of n×n nodes the work is in proportion to n³, as George showed, in any order of the nodes and
// in several pieces; with a factor of 41 to 46 for n from 100 to 1000.
func TestWorkOnGrids(t *testing.T) {
	for _, n := range []int{100, 150, 200} {
		g := shuffledGrid(n, n)
		tree, ok := dissect(context.Background(), g, 64, 2*n)
		if !ok {
			t.Fatalf("the first separator of the grid %d×%d is wide", n, n)
		}
		checkTree(t, g, tree)
		if ops, largest := work(g, tree); ops > 60*float64(n*n*n) || largest > 4*n {
			t.Errorf("%d×%d: %.0f·n³ operations, and a block of %d nodes", n, n, ops/float64(n*n*n), largest)
		}
	}
	if _, ok := dissect(context.Background(), shuffledGrid(100, 100), 64, 50); ok {
		t.Error("a grid of 100×100 has no separator of 50 nodes that halves it")
	}
}
