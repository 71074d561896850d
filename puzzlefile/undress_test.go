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
	} {
		if p, err := NewReader(strings.NewReader(text), ReaderOptions{}).Next(); err == nil {
			t.Errorf("%q is read as %d lights, %s", text, p.Board.Lights(), p.Board.Warning())
		}
	}
}

// Where a text begins and ends is where it was, whatever is left out.
func TestUndressedTextsKeepTheirLength(t *testing.T) {
	for _, dress := range dresses {
		text := dress.text(oneGraph(6))
		for i, without := range undressing {
			bare := without(text)
			if len(bare) != len(text) {
				t.Fatalf("%s, step %d: %q becomes %q", dress.about, i, text, bare)
			}
			text = bare
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
