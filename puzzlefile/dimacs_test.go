package puzzlefile

import (
	"fmt"
	"lightsout/board"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// However an edge list is written (directions, repetitions, loops, blank lines, comments, what is
// counted), the graph is the same.
func TestGraphFilesAreReadTolerantly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "nodes")
		var edges [][2]int
		for v := range n {
			for u := range v {
				if rapid.Bool().Draw(t, "edge") {
					edges = append(edges, [2]int{u, v})
				}
			}
		}
		want, err := board.FromEdges("", n, edges)
		if err != nil {
			t.Fatal(err)
		}
		letter, header := "e ", rapid.SampledFrom([]string{"p edge", "p col", "p edges"}).Draw(t, "header")
		if rapid.Bool().Draw(t, "pace") {
			letter, header = "", "p tw"
		}
		var lines []string
		for _, e := range edges {
			there, back := fmt.Sprint(letter, e[0]+1, " ", e[1]+1), fmt.Sprint(letter, e[1]+1, " ", e[0]+1)
			lines = append(lines, rapid.SampledFrom([][]string{{there}, {back}, {there, back}, {there, there}}).Draw(t, "lines")...)
		}
		extra := []string{"", "c note", "cnote", "c"}
		if letter != "" {
			extra = append(extra, "n 1 5", "d 2 1", "v 0.5 0.25")
		}
		announced := rapid.SampledFrom([]int{len(edges), 2 * len(edges), len(lines)}).Draw(t, "announced")
		for range rapid.IntRange(0, 4).Draw(t, "extra") {
			lines = append(lines, rapid.SampledFrom(extra).Draw(t, "extra"))
		}
		lines = rapid.Permutation(lines).Draw(t, "order")
		text := fmt.Sprintf("%s %d %d\n%s\n", header, n, announced, strings.Join(lines, "\n"))
		p := readOne(t, text, ReaderOptions{})
		if !p.Board.Equal(want) {
			t.Fatalf("another graph, from\n%s", text)
		}
		if p.On.Weight() != n {
			t.Fatalf("%d of %d lights are on", p.On.Weight(), n)
		}
	})
}

// The first Mycielski graphs as DIMACS publishes them: myciel3 is the Grötzsch graph, 11 nodes and
// 20 edges, here built by Mycielski's construction from the cycle of five.
func TestGrotzschGraph(t *testing.T) {
	var text strings.Builder
	text.WriteString("c FILE: myciel3.col\nc SOURCE: Mycielski's construction\np edge 11 20\n")
	for i := range 5 {
		j := (i + 1) % 5
		fmt.Fprintf(&text, "e %d %d\ne %d %d\ne %d %d\ne %d 11\n", i+1, j+1, i+6, j+1, i+1, j+6, i+6)
	}
	b := readOne(t, text.String(), ReaderOptions{}).Board
	degrees := map[int]int{}
	for s := range b.Switches() {
		degrees[len(b.Toggles(s))-1]++
	}
	if got, want := fmt.Sprint(degrees), fmt.Sprint(map[int]int{3: 5, 4: 5, 5: 1}); got != want {
		t.Errorf("degrees %s, want %s", got, want)
	}
}
