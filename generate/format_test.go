package generate

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/chase"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

var formatBoards = []string{"5x5", "2x3", "1x70", "torus:9x9", "3x3,mask=###/#_#/###", "hypercube:4", "cube:2", "grid:2x3x2", "complete:5", "merlin"}

// What is written reads back as the puzzles that were made.
func TestFormatsReadBack(t *testing.T) {
	for _, spec := range formatBoards {
		b := boardtest.Parse(t, spec)
		g := newGenerator(t, b, Options{Seed: 1})
		for _, name := range formats() {
			if _, err := puzzlefile.NewWriter(puzzlefile.Form{Format: name}, b); err != nil {
				continue
			}
			text := write(t, newFormat(t, g, name), 0, 20, 1)
			r := puzzlefile.NewReader(strings.NewReader(text), puzzlefile.ReaderOptions{})
			for i := range uint64(20) {
				p, err := r.Next()
				if err != nil {
					t.Fatalf("%s %s: puzzle %d: %v", spec, name, i, err)
				}
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				if !p.On.Equal(item.On) || !p.Board.Equal(b) || !p.Goal.IsZero() {
					t.Fatalf("%s %s: puzzle %d reads back as %v, want %v", spec, name, i, p.On, item.On)
				}
			}
			if _, err := r.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s %s: more than was written: %v", spec, name, err)
			}
		}
	}
}

func TestRecords(t *testing.T) {
	for _, spec := range formatBoards {
		b := boardtest.Parse(t, spec)
		g := newGenerator(t, b, Options{Seed: 1 << 63})
		f := newFormat(t, g, "jsonl")
		f.form.Prompt = "plain"
		ids := make(map[string]bool)
		for i := range uint64(20) {
			line := write(t, f, i, 1, 1)
			record, err := puzzlefile.NewReader(strings.NewReader(line), puzzlefile.ReaderOptions{}).NextRecord()
			if err != nil {
				t.Fatalf("%s: %v in %s", spec, err, line)
			}
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			presses, err := record.Answer()
			if err != nil || !record.On.Equal(item.On) || cmp.Diff(presses, item.Presses.Indices()) != "" {
				t.Fatalf("%s: %s is not %+v (%v)", spec, line, item, err)
			}
			if !solve.Check(&record.Puzzle, presses).Solved || *record.MinPresses != len(presses) || record.Seed != 1<<63 || record.Index != i {
				t.Fatalf("%s: %s", spec, line)
			}
			if b.Layout() != nil {
				onlyRows := strings.Replace(line, `"on":`, `"was":`, 1)
				if p, err := puzzlefile.NewReader(strings.NewReader(onlyRows), puzzlefile.ReaderOptions{}).Next(); err != nil || !p.On.Equal(item.On) {
					t.Fatalf("%s: the rows are another puzzle (%v)", spec, err)
				}
			}
			ids[string(record.ID)] = true
		}
		if len(ids) != 20 {
			t.Errorf("%s: %d different ids", spec, len(ids))
		}
	}
}

// The fields and their order are what scripts see.
func TestRecordFields(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "2x2"), Options{Seed: 1})
	got := write(t, newFormat(t, g, "jsonl"), 0, 1, 1)
	const want = `{"id":"grid:2x2/e3b0c442/1/0","board":"grid:2x2","on":[2,3],"rows":["..","##"],"presses":[0,1],"min_presses":2,"answers":"1","lit":2,"nullity":0,"chase_presses":2,"seed":1,"index":0}` + "\n"
	if got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	g = newGenerator(t, boardtest.Parse(t, "hypercube:2"), Options{Seed: 1, Engine: "presses"})
	got = write(t, newFormat(t, g, "jsonl"), 0, 1, 1)
	if !strings.Contains(got, `"rows":null`) || !strings.Contains(got, `"uniform":false`) {
		t.Errorf("got %s", got)
	}
	g = newGenerator(t, boardtest.Parse(t, "65x64"), Options{Seed: 1})
	if got = write(t, newFormat(t, g, "jsonl"), 0, 1, 1); !strings.Contains(got, `"min_presses":null,"answers":null,"lit":`) || !strings.Contains(got, `,"nullity":null,"chase_presses":null,`) {
		t.Errorf("got %s", got[:100])
	}
}

func TestPromptStatesThePuzzle(t *testing.T) {
	for spec, phrases := range map[string][]string{
		"3x3":                  {"3 rows and 3 columns", "above, below, left and right", "Answer: [0, 8]", "on now: [2,3,6,8]"},
		"torus:3x3":            {"\n0 flips 0 1 2 3 6\n", "on now: [0,2,6,8]"},
		"hypercube:3":          {"\n7 flips 3 5 6 7\n", "on now: [0,2,3,6]"},
		"3x3,mask=###/#_#/###": {"\n3 flips 0 3 5\n", "on now: [2,3,6]"},
		"cube:2":               {"on now: [0,3,4,5,6,8,9,11,12,15,16,19,20]"},
	} {
		g := newGenerator(t, boardtest.Parse(t, spec), Options{Seed: 1})
		f := newFormat(t, g, "jsonl")
		f.form.Prompt = "plain"
		var record struct{ Prompt string }
		if err := json.Unmarshal([]byte(write(t, f, 0, 1, 1)), &record); err != nil {
			t.Fatal(err)
		}
		for _, phrase := range phrases {
			if !strings.Contains(record.Prompt, phrase) {
				t.Errorf("%s: no %q in\n%s", spec, phrase, record.Prompt)
			}
		}
	}
	if err := newGenerator(t, boardtest.Parse(t, "3x3"), Options{}).batch().Check(Form{Format: "bits", Prompt: "plain"}); err == nil {
		t.Error("bits with a prompt")
	}
}

// chasedByHand is how many presses the lesson of light chasing makes.
func chasedByHand(t *testing.T, b *board.Board, on gf2.Vec) int {
	t.Helper()
	p := board.NewPuzzle(b)
	p.On = board.Bits(on)
	l, err := chase.Explain(p, false)
	if err != nil {
		t.Fatal(err)
	}
	return len(l.Down) + len(l.Press) + len(l.Again)
}

func TestCSV(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 1, AllowSolved: true})
	rows, err := csv.NewReader(strings.NewReader(write(t, newFormat(t, g, "csv"), 0, 600, 1))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if cmp.Diff(rows[0], []string{"index", "on", "lit", "min_presses", "presses", "board", "nullity", "answers", "chase_presses"}) != "" || len(rows) != 601 {
		t.Fatalf("%d rows, head %v", len(rows), rows[0])
	}
	for i, row := range rows[1:] {
		item, err := g.Puzzle(t.Context(), uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		var presses []string
		for _, s := range item.Presses.Indices() {
			presses = append(presses, fmt.Sprint(s))
		}
		want := []string{fmt.Sprint(i), item.On.String(), fmt.Sprint(item.On.Weight()), fmt.Sprint(item.MinPresses), strings.Join(presses, " "), "grid:3x3", "0", "1", fmt.Sprint(chasedByHand(t, g.board, item.On.Bits()))}
		if cmp.Diff(row, want) != "" {
			t.Fatalf("row %v, want %v", row, want)
		}
	}
}

// Debian's sgt-flip takes the game IDs: without a display it reads them from standard input, checks
// them and saves the games.
func TestFlipTakesOurIDs(t *testing.T) {
	flip := tier.Peer(t, "/usr/games/sgt-flip", "sgt-puzzles")
	for _, spec := range []string{"5x5", "3x7", "4x4,pattern=king", "torus:4x4", "mobius:5x3,self=off"} {
		g := newGenerator(t, boardtest.Parse(t, spec), Options{Seed: 1})
		text := write(t, newFormat(t, g, "flip"), 0, 5, 1)
		prefix := filepath.Join(t.TempDir(), "game")
		save := exec.Command(flip, "--save", prefix)
		save.Stdin = strings.NewReader(text)
		if out, err := save.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", spec, err, out)
		}
		for i, id := range strings.Fields(text) {
			_, description, _ := strings.Cut(id, ":")
			saved, err := os.ReadFile(prefix + fmt.Sprint(i))
			if err != nil || !strings.Contains(string(saved), ":"+description+"\n") {
				t.Errorf("%s: %s was saved as %s (%v)", spec, id, saved, err)
			}
		}
	}
}
