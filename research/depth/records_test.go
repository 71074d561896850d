package depth

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"lightsout/board"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// openDepth is a line of the table of squares whose states are in research/depths: n, nullity, lower and
// upper bound.
var openDepth = regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| (\d+) (?:… (\d+) )?\|.*\(depths/`)

// Every state in research/depths needs as many presses as the document says, which the engines of package
// solve prove: that makes the lower bounds certain.
func TestHardStatesNeedTheirPresses(t *testing.T) {
	text, err := os.ReadFile("../depths.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := openDepth.FindAllStringSubmatch(string(text), -1)
	files, err := filepath.Glob("../depths/*.bits")
	if err != nil || len(files) == 0 || len(files) != len(rows) {
		t.Fatalf("%d states for %d lines of the document (%v)", len(files), len(rows), err)
	}
	for _, row := range rows {
		n, lower := row[1], row[3]
		f, err := os.Open(filepath.Join("../depths", n+".bits"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := puzzlefile.NewReader(f, puzzlefile.ReaderOptions{Name: n + ".bits"}).Next()
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

// countedDepth is a square of the table of boards whose pieces have too many quiet patterns: n, nullity, lower bound, s if
// a state was proved to need it, upper bound, averaging bound.
var countedDepth = regexp.MustCompile(`\| (\d+) \| (\d+) \| (\d+)(s?) … (\d+) \((\d+)\) `)

// The lower bounds of that table without an s are those by counting, and the averaging bounds are right: both are known
// before any search.
func TestCountedDepths(t *testing.T) {
	text, err := os.ReadFile("../depths.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := countedDepth.FindAllStringSubmatch(string(text), -1)
	if len(rows) != 10 {
		t.Fatalf("%d squares", len(rows))
	}
	for _, row := range rows {
		var number [7]int
		for i, digits := range row {
			number[i], _ = strconv.Atoi(digits)
		}
		n, lower, upper, average := number[1], number[3], number[5], number[6]
		b, err := board.Parse(fmt.Sprintf("%dx%d", n, n))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		quiet := quietOf(b)
		d, err := Find(ctx, b, quiet, func(int, int) { cancel() })
		if err != nil {
			t.Fatal(err)
		}
		if d.Upper != average && d.Upper != average-1 || upper > average {
			t.Errorf("%d×%d: at most %d (%s), the document says %d (%d)", n, n, d.Upper, d.Proof, upper, average)
		}
		if state := row[4] != ""; state && d.Lower > lower || !state && d.Lower != lower {
			t.Errorf("%d×%d: at least %d, the document says %d%s", n, n, d.Lower, lower, row[4])
		}
		if len(quiet) != number[2] {
			t.Errorf("%d×%d: the document says nullity %d", n, n, number[2])
		}
	}
}
