package puzzlefile

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest/hostile"
)

// Names survive every format that has a place for them.
func TestNamesReadBack(t *testing.T) {
	names := []string{"alice", "Bob \"B\" Ray; C#", "r1c1", "Łódź"}
	for kind, text := range map[string]string{
		"edges":   "alice,\"Bob \"\"B\"\" Ray; C#\"\n\"Bob \"\"B\"\" Ray; C#\",r1c1\nr1c1,Łódź\n",
		"lo":      "p lights 4 3\ne 1 2\ne 2 3\ne 3 4\nn 1 alice\nn 2 \"Bob \"\"B\"\" Ray; C#\"\nn 4 Łódź\nn 3 r1c1\n",
		"graphml": `<graphml><key id="d0" for="node" attr.name="label"/><graph edgedefault="undirected"><node id="0"><data key="d0">alice</data></node><node id="1"><data key="d0">Bob "B" Ray; C#</data></node><node id="2"><data key="d0">r1c1</data></node><node id="3"><data key="d0">Łódź</data></node><edge source="0" target="1"/><edge source="1" target="2"/><edge source="2" target="3"/></graph></graphml>`,
		"spec":    "b path:4\nn 1 alice\nn 2 \"Bob \"\"B\"\" Ray; C#\"\nn 4 Łódź\nn 3 r1c1\n",
		"jsonl":   `{"board":"graph:x","lights":4,"toggles":[[0,1],[0,1,2],[1,2,3],[2,3]],"graph":true,"names":["alice","Bob \"B\" Ray; C#","r1c1","Łódź"],"on":"all"}`,
	} {
		p := readOne(t, text, ReaderOptions{Name: "x"})
		if !slices.Equal(p.Board.Names(), names) {
			t.Errorf("%s: the nodes are called %q", kind, p.Board.Names())
			continue
		}
		for _, f := range Formats() {
			var out bytes.Buffer
			if !f.Writes() || Write(&out, f.Name, p) != nil || f.Name == "graph6" || f.Name == "flip" {
				continue
			}
			q := readOne(t, out.String(), ReaderOptions{Name: "x"})
			if !samePuzzle(p, q) || !slices.Equal(q.Board.Names(), names) {
				t.Errorf("%s as %s: %q in\n%s", kind, f.Name, q.Board.Names(), &out)
			}
		}
	}
	// Ids stand in where labels do not tell nodes apart, and numbers from 1 need no names.
	p := readOne(t, `<graphml><key id="d0" attr.name="label"/><graph><node id="a b"><data key="d0">x</data></node><node id="c"><data key="d0">x</data></node><edge source="c" target="a b"/></graph></graphml>`, ReaderOptions{})
	if !slices.Equal(p.Board.Names(), []string{"a b", "c"}) {
		t.Errorf("%q", p.Board.Names())
	}
	if p := readOne(t, "2 3\n1 2\n", ReaderOptions{}); p.Board.Names() != nil {
		t.Errorf("%q", p.Board.Names())
	}
	if p := readOne(t, "p lights 2 1\ne 1 2\nn 1 x\n", ReaderOptions{}); !slices.Equal(p.Board.Names(), []string{"x", "2"}) {
		t.Errorf("%q", p.Board.Names())
	}
	for text, want := range map[string]string{
		"p lights 2 1\ne 1 2\nn 1 2\n":        "x:3: nodes 1 and 2 are both called 2",
		"p lights 2 1\ne 1 2\nn 1 a\nn 1 b\n": "x:4: node 1 is named twice (first on line 3)",
		"p lights 2 1\ne 1 2\nn 1 a,b\n":      "x:3: \"a,b\" is not a name",
		"p lights 2 1\ne 1 2\nn 3 a\n":        "x:3: \"3\" is not a node of this board",
		"p lights 2 1\ne 1 2\nn 1 a b\n":      "x:3: \"a b\" is not a name: one with blanks",
		"p toggle 1 1\nt 1 1\nn 1 a\n":        "x:3: n names the nodes of a graph",
	} {
		if _, err := readAll(text, ReaderOptions{Name: "x"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Names are exact in every format of puzzles that has them, whatever they are.
func TestHostileNamesReadBack(t *testing.T) {
	r, kept := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 500 {
		var names []string
		for len(names) < 3 {
			if name := hostile.Name(r); board.IsName(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		b, err := board.FromEdges("x", 3, [][2]int{{0, 1}, {1, 2}})
		if err == nil {
			b, err = b.WithNames(names)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Formats() {
			var out bytes.Buffer
			if !f.Writes() || Write(&out, f.Name, board.NewPuzzle(b)) != nil || f.Name == "graph6" || f.Name == "flip" {
				continue
			}
			kept[f.Name]++
			if q := readOne(t, out.String(), ReaderOptions{Name: "x"}); !slices.Equal(q.Board.Names(), names) {
				t.Errorf("%s: %q are %q in\n%s", f.Name, names, q.Board.Names(), &out)
			}
		}
	}
	if kept["lo"] != 500 || kept["jsonl"] != 500 || len(kept) < 4 {
		t.Errorf("names were kept %v times", kept)
	}
	text := `{"nodes":[{"id":" a"},{"id":"a "},{"id":"a"}],"links":[{"source":" a","target":"a "},{"source":"a","target":" a"}]}`
	p := readOne(t, text, ReaderOptions{Name: "x"})
	if want := []string{" a", "a ", "a"}; !slices.Equal(p.Board.Names(), want) || p.Board.Label(1) != `"a "` || p.Board.Label(2) != "a" {
		t.Errorf("%q, %s, %s", p.Board.Names(), p.Board.Label(1), p.Board.Label(2))
	}
}
