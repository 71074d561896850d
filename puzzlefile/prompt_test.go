package puzzlefile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// asked is an answer in the form that each wording asks for.
func asked(b *board.Board, wording string, presses []int) string {
	var names []string
	if wording == "rows" {
		text, layout := "Answer:\n", b.Layout()
		rows, cols := layout.Size()
		for place := range rows * cols {
			digit := "0"
			if slices.Contains(presses, layout.Cell(place/cols, place%cols)) {
				digit = "1"
			}
			if text += digit; place%cols == cols-1 {
				text += "\n"
			}
		}
		return text
	}
	for _, s := range presses {
		if wording == "grid" {
			row, col := b.Layout().Place(s)
			names = append(names, fmt.Sprintf("r%dc%d", row+1, col+1))
		} else {
			names = append(names, fmt.Sprint(s))
		}
	}
	return "Answer: [" + strings.Join(names, ", ") + "]"
}

// Every wording states the puzzle, asks for a form of answer, and free text reads that form back.
func TestWordingsRoundTrip(t *testing.T) {
	for _, spec := range []string{"3x3", "1x1", "torus:3x4", "3x3,mask=###/#_#/###", "4x4,pattern=king,self=off", "merlin", "cube:2", "hypercube:3", "star:5", "path:6"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, wording := range Prompts() {
			w, err := NewWriter(Form{Format: "jsonl", Prompt: wording}, b)
			if err != nil {
				if fits := b.Layout() != nil && (wording == "grid" || spec != "1x1" && spec != "path:6"); fits || wording != "grid" && wording != "rows" {
					t.Errorf("%s: %v", spec, err)
				}
				continue
			}
			for number := range 10 {
				on := boardtest.Random(b, uint64(number))
				line, err := w.Append(nil, &Record{Puzzle: board.Puzzle{Board: b, On: on, Goal: board.Bits(gf2.NewVec(b.Lights()))}})
				if err != nil {
					t.Fatal(err)
				}
				var fields map[string]any
				if err := json.Unmarshal(line, &fields); err != nil {
					t.Fatalf("%s, %s: %v in %s", spec, wording, err, line)
				}
				prompt, _ := fields["prompt"].(string)
				if wording == "chat" {
					prompt = fields["messages"].([]any)[0].(map[string]any)["content"].(string)
				}
				if !strings.Contains(prompt, "as few as possible") || !strings.Contains(prompt, "Answer:") {
					t.Errorf("%s, %s: nothing is asked for in\n%s", spec, wording, prompt)
				}
				presses := gf2.VecOf(b.Switches(), number%b.Switches(), (number*number+3)%b.Switches()).Indices()
				if number == 0 {
					presses = []int{}
				}
				fields["answer"] = "Let us see: 1, 2 or [3].\n" + asked(b, wording, presses) + "\n"
				text, _ := json.Marshal(fields)
				rec, err := NewReader(strings.NewReader(string(text)), ReaderOptions{Name: "x", Kind: "jsonl", FreeText: true}).NextRecord()
				if err != nil {
					t.Fatal(err)
				}
				got, err := rec.Answer()
				if err != nil || !slices.Equal(got, presses) || !rec.On.Equal(on) || len(rec.Unknown) > 0 {
					t.Errorf("%s, %s: %q is read as %v (%v), unknown %v", spec, wording, fields["answer"], got, err, rec.Unknown)
				}
			}
		}
	}
}

// What a wording says is the puzzle: its parts are read back and replayed.
func TestWordingsStateThePuzzle(t *testing.T) {
	for _, c := range []struct {
		spec, wording string
		phrases       []string
	}{
		{"3x3", "grid", []string{"3 rows and 3 columns", "directly above, below, left and right", "Answer: [r1c1, r3c3]", "now:\n#.#\n...\n###"}},
		{"torus:3x3", "grid", []string{"r1c1 flips r1c1 r1c2 r1c3 r2c1 r3c1\n"}},
		{"3x3,mask=###/#_#/###", "grid", []string{"where _ is there is no cell", "r2c1 flips r1c1 r2c1 r3c1\n", "Answer: [r1c1, r3c3]"}},
		{"3x3", "graph", []string{"graph of 9 nodes", "its own light and those of its neighbours", "\n0-1 0-3 1-2 1-4 2-5 3-4 3-6 4-5 4-7 5-8 6-7 7-8\n", "Answer: [0, 8]", "on now: {0,2,6,7,8}"}},
		{"3x3,self=off", "graph", []string{"but not its own"}},
		{"merlin", "graph", []string{"9 nodes", "\n4 flips 1 3 4 5 7\n"}},
		{"1x1", "graph", []string{"The edges are:\nnone\n", "Answer: [0]"}},
		{"1x2", "json", []string{`{"lights":2,"toggles":[[0,1],[0,1]],"on":[0]}`, `Answer: [0, 1]`}},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewWriter(Form{Format: "jsonl", Prompt: c.wording}, b)
		if err != nil {
			t.Fatal(err)
		}
		on := gf2.NewVec(b.Lights())
		for _, l := range []int{0, 2, 6, 7, 8} {
			if l < b.Lights() && (b.Lights() > 2 || l == 0) {
				on.Set(l, true)
			}
		}
		line, err := w.Append(nil, &Record{Puzzle: board.Puzzle{Board: b, On: board.Bits(on), Goal: board.Bits(gf2.NewVec(b.Lights()))}})
		if err != nil {
			t.Fatal(err)
		}
		var r struct{ Prompt string }
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		for _, phrase := range c.phrases {
			if !strings.Contains(r.Prompt, phrase) {
				t.Errorf("%s, %s: no %q in\n%s", c.spec, c.wording, phrase, r.Prompt)
			}
		}
	}
	w, err := NewWriter(Form{Format: "jsonl", Prompt: "chat", Split: true}, parse(t, "1x2"))
	if err != nil {
		t.Fatal(err)
	}
	for split, want := range map[string]string{"train": `"},{"role":"assistant","content":"Answer: [0, 1]"}]}`, "test": `now: [0]"}]}`} {
		line, err := w.Append(nil, &Record{Puzzle: *lit(t, "1x2", 0), Presses: []int{0, 1}, Split: split})
		if err != nil || !strings.Contains(string(line), `"messages":[{"role":"user","content":"Lights Out`) || !strings.HasSuffix(string(line), want+"\n") {
			t.Errorf("a chat of %s: %v, %s", split, err, line)
		}
	}
	if _, err := NewWriter(Form{Format: "jsonl", Prompt: "gird"}, parse(t, "3x3")); err == nil || !strings.Contains(err.Error(), `did you mean "grid"`) {
		t.Errorf("a wording that does not exist: %v", err)
	}
}

// lit is a puzzle with some lights on.
func lit(t *testing.T, spec string, lights ...int) *board.Puzzle {
	p := board.NewPuzzle(parse(t, spec))
	p.On = board.Bits(gf2.VecOf(p.Board.Lights(), lights...))
	return p
}
