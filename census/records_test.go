package census

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// recordFile opens a file of docs/data, unzipped if need be.
func recordFile(t *testing.T, name string) io.Reader {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "docs", "data", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if !strings.HasSuffix(name, ".gz") {
		return f
	}
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// recordLines are the lines of such a file that are no comments.
func recordLines(t *testing.T, name string) (lines []string) {
	t.Helper()
	scanner := bufio.NewScanner(recordFile(t, name))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		if !strings.HasPrefix(scanner.Text(), "#") {
			lines = append(lines, scanner.Text())
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// The published presses of all squares put all lights out and are as many as the table says; the b-file has its terms
// up to the first that is not proved.
func TestPublishedPressesReplay(t *testing.T) {
	bits, terms := recordLines(t, "a075464.bits.gz"), recordLines(t, "b075464.txt")
	var proved []string
	for i, line := range recordLines(t, "a075464.txt") {
		var n, nullity, presses, lower int
		_, err := fmt.Sscanf(line, "%d %d %d %d", &n, &nullity, &presses, &lower)
		if err != nil || n != i+1 || lower > presses {
			t.Fatalf("%q is not the line of n = %d (%v)", line, i+1, err)
		}
		b := boardtest.Parse(t, fmt.Sprintf("%dx%d", n, n))
		list, err := b.ParseSwitches(bits[i])
		if err != nil {
			t.Fatal(err)
		}
		if v := solve.Check(board.NewPuzzle(b), list); !v.Solved || len(list) != presses {
			t.Errorf("%s: %d presses leave %d lights; the table says %d presses", b.Spec(), len(list), len(v.Wrong), presses)
		}
		if len(proved) == i && lower == presses {
			proved = append(proved, fmt.Sprintf("%d %d", n, presses))
		}
	}
	if strings.Join(terms, "\n") != strings.Join(proved, "\n") {
		t.Errorf("the b-file has %d terms, the table %d without a gap, or they differ", len(terms), len(proved))
	}
}

// The published states need as many presses as the table of depths says, which the engines of package solve prove.
func TestPublishedStatesNeedTheirPresses(t *testing.T) {
	largest := 100
	if testing.Short() {
		largest = 33
	}
	r := puzzlefile.NewReader(recordFile(t, "depths.bits.gz"), puzzlefile.ReaderOptions{Name: "depths.bits"})
	for _, line := range recordLines(t, "depths.txt") {
		var n, nullity, lower, upper, averaging int
		var shownBy string
		if _, err := fmt.Sscanf(line, "%d %d %d %d %d %s", &n, &nullity, &lower, &upper, &averaging, &shownBy); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if shownBy != "state" {
			continue
		}
		p, err := r.Next()
		if err != nil || p.Board.Spec() != fmt.Sprintf("grid:%dx%d", n, n) {
			t.Fatalf("no state of %d×%d where it should be (%v)", n, n, err)
		}
		if n > largest {
			continue
		}
		res, err := solve.Minimum(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !res.Proved() || res.Cost != lower || res.Algebra.Nullity != nullity || lower > upper || upper > averaging {
			t.Errorf("%d×%d: %d presses (minimum %v), nullity %d; the table says %q",
				n, n, res.Cost, res.Proved(), res.Algebra.Nullity, line)
		}
	}
}
