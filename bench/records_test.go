package bench

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/solve"
)

// recordRow is a line of the first table of docs/records.md: n, nullity, presses.
var recordRow = regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| (\d+) \| [a-z]`)

type recordTerm struct{ nullity, presses int }

func publishedRecords(t *testing.T) map[int]recordTerm {
	t.Helper()
	text, err := os.ReadFile("../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	records := map[int]recordTerm{}
	for _, row := range recordRow.FindAllStringSubmatch(string(text), -1) {
		var figures [3]int
		for i := range figures {
			if figures[i], err = strconv.Atoi(row[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		records[figures[0]] = recordTerm{figures[1], figures[2]}
	}
	return records
}

func readRecord(t *testing.T, b *board.Board, n int) []int {
	t.Helper()
	f, err := os.Open(fmt.Sprintf("../examples/records/%d.bits.gz", n))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	bits, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	presses, err := b.ParseSwitches(strings.TrimSpace(string(bits)))
	if err != nil {
		t.Fatal(err)
	}
	return presses
}

// The presses of every record put all lights out, and are as many as the table says. Where the minimum
// is quick to prove, it is proved again.
func TestRecordsReplay(t *testing.T) {
	const first, last, quick = 79, 95, 20
	records := publishedRecords(t)
	if len(records) != last-first+1 {
		t.Errorf("the table has %d terms", len(records))
	}
	if files, err := filepath.Glob("../examples/records/*"); err != nil || len(files) != last-first+1 {
		t.Errorf("%d files of presses (%v)", len(files), err)
	}
	for n := first; n <= last; n++ {
		b, err := board.Parse(fmt.Sprintf("%dx%d", n, n))
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		presses := readRecord(t, b, n)
		if v := solve.Check(p, presses); !v.Solved || len(presses) != records[n].presses {
			t.Errorf("%d×%d: %d presses leave %d lights; the table says %d presses", n, n, len(presses), len(v.Wrong), records[n].presses)
		}
		linear, err := solve.Analyse(context.Background(), b)
		if err != nil || linear.Nullity() != records[n].nullity {
			t.Errorf("%d×%d: nullity %d (%v), the table says %d", n, n, linear.Nullity(), err, records[n].nullity)
		}
		if records[n].nullity > quick {
			continue
		}
		res, err := solve.Minimum(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if !res.Minimum || res.Presses.Weight() != records[n].presses {
			t.Errorf("%d×%d: %d presses (minimum %v), the table says %d", n, n, res.Presses.Weight(), res.Minimum, records[n].presses)
		}
	}
}
