package puzzlefile

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"lightsout/board"
)

// largeGraph has three times as many edges as nodes.
func largeGraph(tb testing.TB, nodes int) *board.Puzzle {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	edges := make([][2]int, 0, 3*nodes)
	for u := range nodes {
		edges = append(edges, [2]int{u, (u + 1) % nodes})
	}
	for len(edges) < cap(edges) {
		if u, v := rng.IntN(nodes), rng.IntN(nodes); u != v {
			edges = append(edges, [2]int{u, v})
		}
	}
	g := arcList{nodes: nodes}
	for _, e := range edges {
		g.arcs = append(g.arcs, [2]int32{int32(e[0]), int32(e[1])}, [2]int32{int32(e[1]), int32(e[0])})
	}
	d, _ := g.listed("graph:random")
	b, err := d.Board()
	if err != nil {
		tb.Fatal(err)
	}
	return board.NewPuzzle(b)
}

// plainLoop is the least that reading a list of edges can be.
func plainLoop(text string) int {
	index, edges := map[string]int32{}, [][2]int32{}
	for line := range strings.Lines(text) {
		if line[0] == '#' {
			continue
		}
		var ends [2]int32
		for i, name := range strings.Fields(line) {
			node, known := index[name]
			if !known {
				node = int32(len(index))
				index[name] = node
			}
			ends[i] = node
		}
		edges = append(edges, ends)
	}
	return len(edges)
}

// cost is how long reading takes, the least of some times, and how many bytes it takes in all, also those that are free again.
func cost(read func()) (took time.Duration, taken uint64) {
	took = time.Hour
	for range 3 {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		read()
		took = min(took, time.Since(begun))
		runtime.ReadMemStats(&after)
		taken = after.TotalAlloc - before.TotalAlloc
	}
	return took, taken
}

// BenchmarkKinds reads the same graph from a file of each kind, and reports the time as a multiple of that for a list of edges, and
// the memory that was taken as a multiple of the file. The list itself is compared with a plain loop.
func BenchmarkKinds(b *testing.B) {
	p := largeGraph(b, 20_000)
	var list time.Duration
	for _, kind := range []string{"edges", "json", "dot", "graphml", "gexf", "gml", "pajek", "adjlist", "table", "dimacs", "mtx", "sparse6"} {
		var text bytes.Buffer
		if _, err := WriteGraph(&text, kind, p); err != nil {
			b.Fatal(err)
		}
		plain := strings.Replace(text.String(), "# edges\n", "", 1)
		b.Run(kind, func(b *testing.B) {
			for range b.N {
				took, taken := cost(func() {
					if _, err := NewReader(strings.NewReader(plain), ReaderOptions{Name: "x" + formatNamed(kind).Suffix}).Next(); err != nil {
						b.Fatal(err)
					}
				})
				against := list
				if kind == "edges" {
					list = took
					against, _ = cost(func() { plainLoop(plain) })
				}
				b.ReportMetric(float64(took)/float64(against), "times")
				b.ReportMetric(float64(taken)/float64(len(plain)), "B/byte")
				b.ReportMetric(float64(took.Milliseconds()), "ms")
			}
		})
	}
}
