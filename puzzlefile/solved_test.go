package puzzlefile_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// A triangle with a tail, whose one answer of one press is carol, in every format that names nodes.
var namedFiles = map[string]string{
	"people.edges":   "ann bob\nbob carol\ncarol ann\ncarol dave\n",
	"people.adjlist": "ann bob carol\nbob carol\ncarol dave\ndave\n",
	"people.csv":     "source,target\nann,bob\nbob,carol\ncarol,ann\ncarol,dave\n",
	"people.dot":     "graph { ann -- bob -- carol -- ann; carol -- dave }\n",
	"people.json":    `{"nodes":[{"id":"ann"},{"id":"bob"},{"id":"carol"},{"id":"dave"}],"links":[{"source":"ann","target":"bob"},{"source":"bob","target":"carol"},{"source":"carol","target":"ann"},{"source":"carol","target":"dave"}]}` + "\n",
	"people.graphml": `<graphml><graph><node id="ann"/><node id="bob"/><node id="carol"/><node id="dave"/><edge source="ann" target="bob"/><edge source="bob" target="carol"/><edge source="carol" target="ann"/><edge source="carol" target="dave"/></graph></graphml>` + "\n",
	"people.lo":      "p lights 4 4\ne 1 2\ne 2 3\ne 3 1\ne 3 4\nn 1 ann\nn 2 bob\nn 3 carol\nn 4 dave\n",
	"people.jsonl":   `{"board":"graph:x","lights":4,"toggles":[[0,1,2],[0,1,2],[0,1,2,3],[2,3]],"graph":true,"names":["ann","bob","carol","dave"],"on":"all"}` + "\n",
	"spec.lo":        "b star:4\nn 1 carol\nn 2 ann\nn 3 bob\nn 4 dave\n",
}

// Every format with names is read, solved and written back in every format, and the answer has its name.
func TestNamesAreReadSolvedAndWritten(t *testing.T) {
	for file, text := range namedFiles {
		p := readNamed(t, file, text)
		pressesCarol(t, file, p)
		for _, f := range puzzlefile.Formats() {
			var out bytes.Buffer
			if !f.Writes() || f.BoardOnly || f.Name == "flip" || puzzlefile.Write(&out, f.Name, p) != nil {
				continue // rows and columns are needed, say
			}
			q := readNamed(t, "x"+f.Suffix, out.String())
			if !slices.Equal(p.Board.Names(), q.Board.Names()) || !p.Board.Equal(q.Board) {
				t.Errorf("%s as %s: %q in\n%s", file, f.Name, q.Board.Names(), &out)
				continue
			}
			pressesCarol(t, file+" as "+f.Name, q)
		}
	}
}

func readNamed(t *testing.T, file, text string) *board.Puzzle {
	t.Helper()
	p, err := puzzlefile.NewReader(strings.NewReader(text), puzzlefile.ReaderOptions{Name: file}).Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

func pressesCarol(t *testing.T, what string, p *board.Puzzle) {
	t.Helper()
	res, err := solve.Minimum(t.Context(), p)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if presses := res.Best.Indices(); len(presses) != 1 || p.Board.Label(presses[0]) != "carol" {
		t.Errorf("%s: presses %v of %q", what, presses, p.Board.Names())
	}
}

// An error speaks of nodes by their names.
func TestErrorsSpeakNames(t *testing.T) {
	p := readNamed(t, "people.edges", namedFiles["people.edges"])
	_, err := solve.Solver{Conditions: solve.Conditions{Forbid: []int{2, 3}}}.Any(t.Context(), p)
	if err == nil || !strings.Contains(err.Error(), "not without pressing switches carol dave") {
		t.Error(err)
	}
}
