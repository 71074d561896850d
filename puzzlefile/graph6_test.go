package puzzlefile

import (
	"lightsout/board"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/encoding/graph6"
	"gonum.org/v1/gonum/graph/simple"
	"pgregory.net/rapid"
)

// The worked examples of McKay's formats.txt.
func TestGraph6AndSparse6Examples(t *testing.T) {
	for line, c := range map[string]struct {
		nodes int
		edges [][2]int
	}{
		"DQc":    {5, [][2]int{{0, 2}, {0, 4}, {1, 3}, {3, 4}}},
		":Fa@x^": {7, [][2]int{{0, 1}, {0, 2}, {1, 2}, {5, 6}}},
		"@":      {1, nil},
		":@":     {1, nil},
	} {
		want, err := board.FromEdges("", c.nodes, c.edges)
		if err != nil {
			t.Fatal(err)
		}
		if got := readOne(t, line+"\n", ReaderOptions{}); !got.Board.Equal(want) {
			t.Errorf("%s is another graph", line)
		}
	}
	for text, want := range map[string]int{"]": 30, "~B?x": 12345, "~~?ZZZZZ": 460175067} {
		if n, rest, err := sixBitNumber(text); n != want || rest != "" || err != nil {
			t.Errorf("%s is %d, %q, %v, want %d", text, n, rest, err, want)
		}
	}
}

// testdata/same.g6 and same.s6 hold the same graphs, of 1 to 65 nodes, made by nauty 2.8 (geng and
// genrang, converted by copyg); the sizes include every power of two, where sparse6 pads
// differently.
func TestSparse6IsGraph6(t *testing.T) {
	read := func(name string) []*board.Puzzle {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := readAll(string(text), ReaderOptions{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	dense, sparse := read("testdata/same.g6"), read("testdata/same.s6")
	if len(dense) != len(sparse) || len(dense) < 40 {
		t.Fatalf("%d and %d graphs", len(dense), len(sparse))
	}
	for i := range dense {
		if !dense[i].Board.Equal(sparse[i].Board) {
			t.Errorf("line %d: different graphs", i+1)
		}
	}
}

// gonum reads and writes the same graph6.
func TestGraph6AgreesWithGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "nodes")
		chosen := drawVec(t, n*n)
		g := simple.NewUndirectedGraph()
		var edges [][2]int
		for v := range n {
			g.AddNode(simple.Node(v))
			for u := range v {
				if chosen.Bit(u*n + v) {
					edges = append(edges, [2]int{u, v})
					g.SetEdge(simple.Edge{F: simple.Node(u), T: simple.Node(v)})
				}
			}
		}
		b, err := board.FromEdges("", n, edges)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := Write(&out, "graph6", board.NewPuzzle(b)); err != nil {
			t.Fatal(err)
		}
		if want := string(graph6.Encode(g)) + "\n"; out.String() != want {
			t.Fatalf("wrote %q, gonum %q", &out, want)
		}
		if p := readOne(t, out.String(), ReaderOptions{}); !p.Board.Equal(b) {
			t.Fatalf("%q reads back as another graph", &out)
		}
	})
}

func TestShapesAsGraph6(t *testing.T) {
	for spec, want := range map[string]string{"complete:3": "Bw\n", "path:1": "@\n", "cycle:5": "Dhc\n"} {
		var out strings.Builder
		if err := Write(&out, "graph6", board.NewPuzzle(parse(t, spec))); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s is %q, want %q", spec, &out, want)
		}
	}
	for spec, want := range map[string]string{
		"merlin":          "undirected",
		"5x5,self=off":    "every node flips itself",
		"1000000x1000000": "too large",
		"hypercube:20":    "too large",
	} {
		if _, err := NewWriter(Form{Format: "graph6"}, parse(t, spec)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", spec, err, want)
		}
	}
	apart, err := board.FromToggles("apart", 2, [][]int{{0}, {1}})
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(&strings.Builder{}, "graph6", board.NewPuzzle(apart)); err == nil {
		t.Error("a board that is no graph was written as one")
	}
}

func TestMixedLines(t *testing.T) {
	list, err := readAll(">>graph6<<Bw\n:BcN\n\nc between\nBw  \n", ReaderOptions{})
	if err != nil || len(list) != 3 {
		t.Fatalf("%d graphs, %v", len(list), err)
	}
	for _, p := range list {
		if !p.Board.Equal(parse(t, "complete:3")) {
			t.Errorf("%s is no triangle", p.Origin)
		}
	}
}
