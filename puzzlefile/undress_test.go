package puzzlefile

import (
	"strings"
	"testing"
)

// What may be something else than a dress stays as it is, and the text is refused.
func TestNoDress(t *testing.T) {
	for _, text := range []string{
		"ann(bob, carol)\nbob(carol, dave)\n",              // neighbours?
		"ann bob (best friends)\nbob carol (at work)\n",    // remarks
		"edge(ann, bob).\nedge(bob, edge).\n",              // a node is called like the call
		"friend(ann, bob).\nenemy(bob, carol).\n",          // two relations
		"ann-bob\ncarol-dave\n",                            // four people, or four ends
		"- ann bob\n* bob carol\n",                         // two bullets
		"1. ann bob\n3. bob carol\n",                       // a line is missing
		"4\nann bob\nbob carol\n",                          // there are three
		"3\n3\nann bob\nbob carol\n",                       // two edges
		"| ann | bob |\nbob carol\n",                       // half a table
		"nodes: ann bob carol\nedges: ann-bob bob-carol\n", // sections
		"{ann, bob\n{bob, carol}\n",                        // a brace is missing
		"It's 3 o'clock, don't worry\nabout 'that'\n",      // prose
		"V = [1,2,3,4]\n", "nodes = [1, 2]\n", "NodeView((0, 1))\n", "G.add_path([1, 2, 3])\n", "pos = {0: (1, 2), 1: (2, 0)}\n",
		"degree([(0, 3), (1, 2), (2, 1)])\n", "G.remove_edge(1, 2)\nG.remove_edge(2, 3)\n",
		"{1, 2, 3}\n{2, 3, 4}\n{1, 4, 5}\n", "triangle(1, 2, 3)\ntriangle(2, 3, 4)\n", "G = graph([1 2 3], [2 3 1])\n",
		"[[0, 1, 2], [1, 2, 3]]\n", "1. ann\n2. bob\n3. carol\n", "1. 2\n2. 3\n3. 1\n", "0. a b\n2. b c\n2. c d\n",
		"2-1, 1-3\n", "1-2 2-3\n3-4 4-1\n", "well-known\nwell-formed\nill-formed\n", "2020-01\n2021-01\n2021-02\n",
		"| A | B |\n|---|---|\n| C | B |\n| C | A |\n", "nx([nx.e(a, b), nx.e(b, c)])\n",
		"  (0, 1)\t0\n  (1, 2)\t1\n", "a: {b: {}, c: {}}\nb: {a: {}}\nc: {a: {}}\n", strings.Repeat("- ", 3000) + "\n- a b\n",
	} {
		if p, err := NewReader(strings.NewReader(text), ReaderOptions{}).Next(); err == nil {
			t.Errorf("%q is read as %d lights, %s", text, p.Board.Lights(), p.Board.Warning())
		}
	}
}

// A dress proves that every row is an edge, also one that could be how many nodes and edges there are.
func TestEveryRowIsAnEdge(t *testing.T) {
	for _, text := range []string{
		"edge(2, 1).\nedge(1, 3).\n", "G.add_edge(2, 1)\nG.add_edge(1, 3)\n", "- 2 1\n- 1 3\n", "2->1, 1->3\n",
		"| 2 | 1 |\n| 1 | 3 |\n", "3\n2\n2 1\n1 3\n", "(2, 1)\n(1, 3)\n", "2 -- 1\n1 -- 3\n", "2 1\n1 3\n4 5\n",
		"1: {2, 3}\n2: {1}\n3: {1}\n", "1. 2 1\n2. 1 3\n",
	} {
		p, err := NewReader(strings.NewReader(text), ReaderOptions{}).Next()
		if err != nil || len(p.Board.Toggles(0)) < 2 || len(p.Board.Toggles(1)) != 2 || p.Board.Lights() < 3 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What is no graph, or may be one of two, is no edges.
func TestNoEdges(t *testing.T) {
	for name, text := range map[string]string{
		"nodes.csv":     "id,name\n1,ann\n2,bob\n",
		"distances.txt": "0 inf 3\ninf 0 2\n3 2 0\n",
		"prose.txt":     "Ann is friends with Bob\nBob is friends with Carol\n",
		"square.json":   "[[1, 3], [0, 2], [1, 3], [0, 2]]\n", // a square by its neighbours, or two edges
		"lists.json":    `[{"id": "a", "neighbors": ["b"]}, {"id": "b", "neighbors": ["a"]}]`,
	} {
		if p, err := NewReader(strings.NewReader(text), ReaderOptions{Name: name}).Next(); err == nil {
			t.Errorf("%q is read as %d lights, %s", text, p.Board.Lights(), p.Board.Warning())
		}
	}
	p, err := NewReader(strings.NewReader("[[1, 2], [0], [0, 3], [2]]\n"), ReaderOptions{}).Next()
	if err != nil || p.Board.Lights() != 4 || len(p.Board.Toggles(2)) != 3 {
		t.Errorf("lists of neighbours by number: %v, %v", p, err)
	}
}
