package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"lightsout/board"
	"lightsout/puzzlefile"
)

// regularPrefix begins the SPEC of a board that only benchmarks have: regular:DxN is a random graph of N nodes of
// degree D, another one for each seed.
const regularPrefix = "regular:"

// seedOption is in the SPEC of a random graph that is the same for every seed of a benchmark.
const seedOption = ",seed="

// maxDrawn is how many ends the edges of the largest random graph have.
const maxDrawn = 1 << 24

// parseBoard makes the board of a SPEC, or a random graph.
func parseBoard(spec string, seed uint64) (*board.Board, error) {
	sides, random := strings.CutPrefix(spec, regularPrefix)
	if !random {
		return puzzlefile.ParseBoard(spec)
	}
	sides, byEdges := strings.CutSuffix(sides, ",switches=edges")
	var d, n int
	_, err := fmt.Sscanf(sides+" ", "%dx%d ", &d, &n)
	if err != nil || d < 1 || n < 2*d || n > maxDrawn/d || d*n%2 == 1 {
		return nil, fmt.Errorf("%s: write regular:DxN, with N at least 2·D, and D·N even and at most %d", spec,
			maxDrawn)
	}
	b, err := regular(d, n, seed)
	if err != nil || !byEdges {
		return b, err
	}
	return b.WithOptions("switches=edges")
}

// regular pairs the d·n edge ends of n nodes at random, and swaps partners until no edge is a loop or a
// duplicate. d·n must be even, and n at least 2d: then such a graph exists, and swapping finds it.
func regular(d, n int, seed uint64) (*board.Board, error) {
	r := rand.New(rand.NewPCG(seed, 2))
	ends := make([]int, d*n)
	for i, p := range r.Perm(d * n) {
		ends[i] = p / d
	}
	edge := func(i int) [2]int { return [2]int{min(ends[2*i], ends[2*i+1]), max(ends[2*i], ends[2*i+1])} }
	times := map[[2]int]int{}
	for i := range d * n / 2 {
		times[edge(i)]++
	}
	bad := func(e [2]int) bool { return e[0] == e[1] || times[e] > 1 }
	for done := false; !done; {
		done = true
		for i := range d * n / 2 {
			for bad(edge(i)) {
				done = false
				j := r.IntN(d * n / 2)
				times[edge(i)]--
				times[edge(j)]--
				ends[2*i], ends[2*j] = ends[2*j], ends[2*i]
				times[edge(i)]++
				times[edge(j)]++
			}
		}
	}
	edges := make([][2]int, d*n/2)
	r = rand.New(rand.NewPCG(seed, 4))
	node := r.Perm(n) // nodes and edges are renumbered, so that an engine gets no help from the numbering
	for i := range edges {
		edges[i] = [2]int{node[edge(i)[0]], node[edge(i)[1]]}
	}
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return board.FromEdges(fmt.Sprintf("regular-%dx%d", d, n), n, edges)
}
