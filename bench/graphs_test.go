package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/solve"
)

// made is a board that can be made.
func made(b *board.Board, err error) *board.Board {
	if err != nil {
		panic(err)
	}
	return b
}

// renamed makes the board of a graph with its nodes renumbered and its edges shuffled.
func renamed(name string, n int, edges [][2]int, seed uint64) (*board.Board, error) {
	r := rand.New(rand.NewPCG(seed, 4))
	node := r.Perm(n)
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	for i, e := range edges {
		edges[i] = [2]int{node[e[0]], node[e[1]]}
	}
	return board.FromEdges(name, n, edges)
}

// randomTree attaches every node to a random earlier one.
func randomTree(n int, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 1))
	edges := make([][2]int, 0, n)
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{r.IntN(v), v})
	}
	return made(renamed(fmt.Sprintf("tree-%d", n), n, edges, seed))
}

// anonymous is the n×n grid as a plain list of edges, its nodes renumbered.
func anonymous(n int) *board.Board {
	var edges [][2]int
	for v := range n * n {
		if v%n+1 < n {
			edges = append(edges, [2]int{v, v + 1})
		}
		if v+n < n*n {
			edges = append(edges, [2]int{v, v + n})
		}
	}
	return made(renamed(fmt.Sprintf("anonymous-%d", n), n*n, edges, 1))
}

// largeGraphs are the graphs that a general solver must finish.
func largeGraphs() []*board.Board {
	cube, err := board.Parse("hypercube:14")
	if err != nil {
		panic(err)
	}
	return []*board.Board{anonymous(300), made(board.Parse("regular:3x20000,seed=1")), randomTree(1_000_000, 1), cube}
}

// BenchmarkLargeGraphs solves each from all on, checking included.
func BenchmarkLargeGraphs(b *testing.B) {
	for _, g := range largeGraphs() {
		p := board.NewPuzzle(g)
		b.Run(g.Spec(), func(b *testing.B) {
			for b.Loop() {
				res, err := solve.Any(context.Background(), p)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(res.Algebra.Nullity), "nullity")
			}
		})
	}
}
