package puzzlefile_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// largeGraphs make edges like those of real networks, about as many as asked for.
var largeGraphs = []struct {
	name  string
	edges func(m int, draw *rand.Rand) [][2]int
}{
	{"road", roadNetwork}, {"social", socialNetwork}, {"triangulation", triangulation},
}

// roadNetwork is a planar grid of which a fifth of the streets is missing and some blocks have a diagonal.
func roadNetwork(m int, draw *rand.Rand) (edges [][2]int) {
	side := 1
	for side*side*17/10 < m {
		side++
	}
	for at := range side * side {
		row, col := at/side, at%side
		if col+1 < side && draw.IntN(5) > 0 {
			edges = append(edges, [2]int{at, at + 1})
		}
		if row+1 < side && draw.IntN(5) > 0 {
			edges = append(edges, [2]int{at, at + side})
		}
		if row+1 < side && col+1 < side && draw.IntN(10) == 0 {
			edges = append(edges, [2]int{at, at + side + 1})
		}
	}
	return edges
}

// socialNetwork grows by preferential attachment (Barabási and Albert 1999): a newcomer gets to know three, those with
// many friends more likely.
func socialNetwork(m int, draw *rand.Rand) (edges [][2]int) {
	ends := []int{0, 1, 1, 2, 2, 0}
	for newcomer := 3; len(edges) < m; newcomer++ {
		known := map[int]bool{}
		for len(known) < 3 {
			known[ends[draw.IntN(len(ends))]] = true
		}
		for friend := range known {
			edges = append(edges, [2]int{friend, newcomer})
			ends = append(ends, friend, newcomer)
		}
	}
	return edges
}

// triangulation is a grid of squares, each with one of its diagonals.
func triangulation(m int, draw *rand.Rand) (edges [][2]int) {
	side := 1
	for 3*side*side < m {
		side++
	}
	for at := range side * side {
		row, col := at/side, at%side
		if col+1 < side {
			edges = append(edges, [2]int{at, at + 1})
		}
		if row+1 < side {
			edges = append(edges, [2]int{at, at + side})
		}
		if row+1 < side && col+1 < side {
			if draw.IntN(2) == 0 {
				edges = append(edges, [2]int{at, at + side + 1})
			} else {
				edges = append(edges, [2]int{at + 1, at + side})
			}
		}
	}
	return edges
}

// BenchmarkLargeGraphs reads a list of edges, solves it and writes it as a native file. It reports how long the three
// take together, as a multiple of reading alone and the engine alone (the goal is 1.5), and how much memory the board
// takes with names, as a multiple of the board without (the goal is 2).
func BenchmarkLargeGraphs(b *testing.B) {
	for _, m := range []int{100_000, 1_000_000} {
		for _, g := range largeGraphs {
			edges := g.edges(m, rand.New(rand.NewPCG(1, 1)))
			var numbers, names bytes.Buffer
			for _, e := range edges {
				fmt.Fprintf(&numbers, "%d %d\n", e[0]+1, e[1]+1)
				fmt.Fprintf(&names, "node-%d node-%d\n", e[0], e[1])
			}
			b.Run(fmt.Sprintf("%s-%d-edges", g.name, m), func(b *testing.B) {
				var read, engine, whole time.Duration
				for b.Loop() {
					start := time.Now()
					p := readLarge(b, names.Bytes())
					read += time.Since(start)

					start = time.Now()
					solveLarge(b, p)
					engine += time.Since(start)

					start = time.Now()
					p = readLarge(b, names.Bytes())
					solveLarge(b, p)
					var out bytes.Buffer
					if err := puzzlefile.Write(&out, "lo", p); err != nil {
						b.Fatal(err)
					}
					whole += time.Since(start)
				}
				b.ReportMetric(read.Seconds()/float64(b.N), "s-read")
				b.ReportMetric(engine.Seconds()/float64(b.N), "s-engine")
				b.ReportMetric(whole.Seconds()/(read+engine).Seconds(), "whole/parts")
				b.ReportMetric(heldBy(b, names.Bytes())/heldBy(b, numbers.Bytes()), "names/memory")
			})
		}
	}
}

func readLarge(b *testing.B, text []byte) *board.Puzzle {
	p, err := puzzlefile.NewReader(bytes.NewReader(text), puzzlefile.ReaderOptions{Name: "large.edges"}).Next()
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func solveLarge(b *testing.B, p *board.Puzzle) {
	if _, err := (solve.Solver{}).Any(b.Context(), p); err != nil {
		b.Fatal(err)
	}
}

// heldBy is how many bytes a puzzle holds once it is read.
func heldBy(b *testing.B, text []byte) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := readLarge(b, text)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(p)
	return float64(after.HeapAlloc - before.HeapAlloc)
}
