package generate

import (
	"bytes"
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
	"lightsout/solve"
)

var formatBoards = []string{"5x5", "2x3", "1x70", "torus:9x9", "3x3,mask=###/#_#/###", "hypercube:4", "cube:2", "grid:2x3x2", "complete:5", "merlin"}

// The fast writers write what package board writes.
func TestFormatsAreTheBoards(t *testing.T) {
	writers := map[string]func(io.Writer, *board.Puzzle) error{"lo": board.WriteLO, "text": board.WriteText, "flip": board.WriteFlip}
	listed, err := board.FromToggles("listed", 4, [][]int{{0, 1}, {1, 2}, {2, 3}, {0, 3, 1}, {3}})
	if err != nil {
		t.Fatal(err)
	}
	boards := []*board.Board{listed}
	for _, spec := range formatBoards {
		boards = append(boards, parse(t, spec))
	}
	for _, b := range boards {
		g := newGenerator(t, b, Options{Seed: 1, AllowSolved: true})
		for name, theirs := range writers {
			p := board.NewPuzzle(b)
			f, err := NewFormat(g, name, false)
			if wrong := theirs(io.Discard, p); (wrong != nil) != (err != nil) {
				t.Errorf("%s %s: %v, but %v", b.Spec(), name, err, wrong)
			}
			if err != nil {
				continue
			}
			for i := range uint64(40) {
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				p.On = item.On
				var want bytes.Buffer
				if err := theirs(&want, p); err != nil {
					t.Fatal(err)
				}
				if got := write(t, f, i, 1, 1); got != want.String() {
					t.Fatalf("%s %s: puzzle %d:\n%s\nwant\n%s", b.Spec(), name, i, got, &want)
				}
			}
		}
	}
}

// What is written reads back as the puzzles that were made.
func TestFormatsReadBack(t *testing.T) {
	for _, spec := range formatBoards {
		b := parse(t, spec)
		g := newGenerator(t, b, Options{Seed: 1})
		for _, name := range []string{"lo", "text", "flip", "bits"} {
			f, err := NewFormat(g, name, false)
			if err != nil {
				continue
			}
			if name == "bits" && b.Layout() != nil {
				if rows, _ := b.Layout().Size(); rows == 1 {
					continue // a line of bits is one row there, which is the same
				}
			}
			r := board.NewReader(strings.NewReader(write(t, f, 0, 20, 1)), board.ReaderOptions{Board: b})
			if name == "flip" && b.Shape().Kind != "grid" {
				r = board.NewReader(strings.NewReader(write(t, f, 0, 20, 1)), board.ReaderOptions{})
			}
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
		b := parse(t, spec)
		g := newGenerator(t, b, Options{Seed: 1 << 63})
		f, err := NewFormat(g, "jsonl", true)
		if err != nil {
			t.Fatal(err)
		}
		var records Records
		ids := make(map[string]bool)
		for i := range uint64(20) {
			line := write(t, f, i, 1, 1)
			record, p, err := records.Parse([]byte(line))
			if err != nil {
				t.Fatalf("%s: %v in %s", spec, err, line)
			}
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			presses, err := record.Answer(b)
			if err != nil || !p.On.Equal(item.On) || cmp.Diff(presses, item.Presses.Indices()) != "" {
				t.Fatalf("%s: %s is not %+v (%v)", spec, line, item, err)
			}
			if !solve.Check(p, presses).Solved || *record.MinPresses != len(presses) || record.Seed != 1<<63 || record.Index != i {
				t.Fatalf("%s: %s", spec, line)
			}
			if b.Layout() != nil {
				onlyRows := *record
				onlyRows.On = nil
				if on, err := onlyRows.lights(b); err != nil || !on.Equal(p.On) {
					t.Fatalf("%s: rows say %v (%v)", spec, on, err)
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
	g := newGenerator(t, parse(t, "2x2"), Options{Seed: 1})
	got := write(t, newFormat(t, g, "jsonl"), 0, 1, 1)
	const want = `{"id":"grid:2x2/1/0","board":"grid:2x2","on":[2,3],"rows":["..","##"],"presses":[0,1],"min_presses":2,"answers":"1","seed":1,"index":0}` + "\n"
	if got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	g = newGenerator(t, parse(t, "hypercube:2"), Options{Seed: 1, Method: "presses"})
	got = write(t, newFormat(t, g, "jsonl"), 0, 1, 1)
	if !strings.Contains(got, `"rows":null`) || !strings.Contains(got, `"uniform":false`) {
		t.Errorf("got %s", got)
	}
	g = newGenerator(t, parse(t, "65x64"), Options{Seed: 1})
	if got = write(t, newFormat(t, g, "jsonl"), 0, 1, 1); !strings.Contains(got, `"min_presses":null,"answers":null`) {
		t.Errorf("got %s", got[:100])
	}
}

func TestPromptStatesThePuzzle(t *testing.T) {
	for spec, phrases := range map[string][]string{
		"3x3":                  {"3 rows and 3 columns", "above, below, left and right", "JSON list", ":\n..#\n#..\n#.#"},
		"torus:3x3":            {"switch 0 flips 0 1 2 3 6", "row by row:\n#.#\n...\n#.#"},
		"hypercube:2":          {"switch 3 flips 1 2 3", "on now: ["},
		"hypercube:3":          {"switch 7 flips 3 5 6 7", "on now: [0,2,3,6]"},
		"3x3,mask=###/#_#/###": {"switch 3 flips 0 3 5", "on now: [2,3,6]\n", "_ is no light); lights are numbered row by row, and _ is not counted:\n..#\n#_.\n.#."},
		"cube:2":               {"on now: [0,3,4,5,6,8,9,11,12,15,16,19,20]\n", "_ is no light); lights are not numbered row by row there:\n__#.____\n__.#____\n#####.#.\n#..#.#.#\n__#.____\n__..____"},
		"grid:2x2x2":           {"switch 0 flips 0 1 2 4", "on now: [0,2,3,6]\n", "_ is no light); lights are not numbered row by row there:\n#._..\n##_#."},
	} {
		g := newGenerator(t, parse(t, spec), Options{Seed: 1})
		f, err := NewFormat(g, "jsonl", true)
		if err != nil {
			t.Fatal(err)
		}
		var record Record
		if err := json.Unmarshal([]byte(write(t, f, 0, 1, 1)), &record); err != nil {
			t.Fatal(err)
		}
		for _, phrase := range phrases {
			if !strings.Contains(record.Prompt, phrase) {
				t.Errorf("%s: no %q in\n%s", spec, phrase, record.Prompt)
			}
		}
		if last := phrases[len(phrases)-1]; !strings.HasSuffix(last, "[") && !strings.HasSuffix(record.Prompt, last) {
			t.Errorf("%s: %q does not end\n%s", spec, last, record.Prompt)
		}
	}
	g := newGenerator(t, parse(t, "3x3"), Options{})
	if _, err := NewFormat(g, "bits", true); err == nil {
		t.Error("bits with a prompt")
	}
	if _, err := NewFormat(g, "yaml", false); err == nil {
		t.Error("no such format")
	}
}

func TestCSV(t *testing.T) {
	g := newGenerator(t, parse(t, "3x3"), Options{Seed: 1, AllowSolved: true})
	rows, err := csv.NewReader(strings.NewReader(write(t, newFormat(t, g, "csv"), 0, 600, 1))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if cmp.Diff(rows[0], []string{"index", "on", "lit", "min_presses", "presses"}) != "" || len(rows) != 601 {
		t.Fatalf("%d rows, head %v", len(rows), rows[0])
	}
	for i, row := range rows[1:] {
		item, err := g.Puzzle(t.Context(), uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		var presses []string
		for _, s := range item.Presses.Indices() {
			presses = append(presses, fmt.Sprint(s+1))
		}
		want := []string{fmt.Sprint(i), item.On.String(), fmt.Sprint(item.On.Weight()), fmt.Sprint(item.MinPresses), strings.Join(presses, " ")}
		if cmp.Diff(row, want) != "" {
			t.Fatalf("row %v, want %v", row, want)
		}
	}
}

// Debian's sgt-flip takes the game IDs: without a display it reads them from standard input, checks
// them and saves the games.
func TestFlipTakesOurIDs(t *testing.T) {
	flip, err := exec.LookPath("/usr/games/sgt-flip")
	if err != nil {
		t.Skip("sgt-puzzles is not installed")
	}
	for _, spec := range []string{"5x5", "3x7", "4x4,pattern=king", "torus:4x4", "mobius:5x3,self=off"} {
		g := newGenerator(t, parse(t, spec), Options{Seed: 1})
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

func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"board":"3x3","on":[0,4],"presses":[1],"min_presses":1}`))
	f.Add([]byte(`{"id":7,"board":"torus:4x4","rows":["#...","....","....",".##."]}`))
	f.Add([]byte(`{"board":"grid:100000x100000","on":"all"}`))
	f.Add([]byte(`{"board":"3x3","on":"0x1ff","presses":null}`))
	f.Add([]byte(`{"board":"cube:1","on":[0],"rows":["_#__","....","_.__"]}`))
	f.Add([]byte(`{"board":" graph:/dev/null","on":"all"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var records Records
		record, p, err := records.Parse(line)
		if err != nil {
			return
		}
		if p.On.Len() != p.Board.Lights() || p.Goal.Len() != p.Board.Lights() {
			t.Fatalf("%d lights on %s", p.On.Len(), p.Board.Spec())
		}
		if presses, err := record.Answer(p.Board); err == nil {
			for _, s := range presses {
				if s < 0 || s >= p.Board.Switches() {
					t.Fatalf("switch %d on %s", s, p.Board.Spec())
				}
			}
		}
	})
}
