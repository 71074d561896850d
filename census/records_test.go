package census

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/solve"
)

// openDepth is a line of the table of squares whose states are in examples/depths: n, nullity, lower and
// upper bound.
var openDepth = regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| (\d+) (?:… (\d+) )?\|.*\(examples/depths`)

// Every state in examples/depths needs as many presses as the document says, which the engines of package
// solve prove: that makes the lower bounds certain.
func TestHardStatesNeedTheirPresses(t *testing.T) {
	text, err := os.ReadFile("../docs/census.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := openDepth.FindAllStringSubmatch(strings.ReplaceAll(string(text), "../examples", "examples"), -1)
	files, err := filepath.Glob("../examples/depths/*.bits")
	if err != nil || len(files) == 0 || len(files) != len(rows) {
		t.Fatalf("%d states for %d lines of the document (%v)", len(files), len(rows), err)
	}
	for _, row := range rows {
		n, lower := row[1], row[3]
		f, err := os.Open(filepath.Join("../examples/depths", n+".bits"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := board.NewReader(f, board.ReaderOptions{Name: n + ".bits"}).Next()
		f.Close()
		if err != nil || p.Board.Spec() != "grid:"+n+"x"+n {
			t.Fatalf("%s.bits: %v", n, err)
		}
		res, err := solve.Minimum(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !res.Minimum || strconv.Itoa(res.Cost) != lower || strconv.Itoa(res.Nullity) != row[2] {
			t.Errorf("%s×%s: %d presses (minimum %v), nullity %d; the document says %s and %s", n, n, res.Cost, res.Minimum, res.Nullity, lower, row[2])
		}
	}
}
