package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

func readRecord(line string, opt ReaderOptions) (*Record, error) {
	return NewReader(strings.NewReader(line), opt).NextRecord()
}

// A light changed in either on or rows makes a record that contradicts itself.
func TestOnAndRowsMustAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := parse(t, rapid.SampledFrom([]string{"5x5", "3x3,mask=###/#_#/###", "cube:2", "grid:2x3x2", "merlin"}).Draw(rt, "board"))
		state := b.Dark()
		var on []string
		for l := range b.Lights() {
			if rapid.Bool().Draw(rt, "on") {
				state.Set(l, 1)
				on = append(on, fmt.Sprint(l))
			}
		}
		changed := rapid.IntRange(-1, b.Lights()-1).Draw(rt, "changed")
		if changed >= 0 {
			state.Set(changed, 1-state.At(changed))
		}
		var rows []string
		for _, r := range pictureOf(b) {
			rows = append(rows, `"`+string(r.append(nil, state))+`"`)
		}
		line := fmt.Sprintf(`{"board":%q,"on":[%s],"rows":[%s]}`, b.Spec(), strings.Join(on, ","), strings.Join(rows, ","))
		_, err := readRecord(line, ReaderOptions{})
		if changed < 0 && err != nil {
			rt.Fatalf("%s: %v", line, err)
		}
		if want := fmt.Sprintf("different puzzles: light %d is ", changed); changed >= 0 && (err == nil || !strings.Contains(err.Error(), want)) {
			rt.Fatalf("%s: %v, want %s", line, err, want)
		}
	})
}

// Whoever writes a record does not choose the files that are opened for it.
func TestRecordsOpenNoFiles(t *testing.T) {
	for _, spec := range []string{"graph:missing.col", " graph:missing.col,self=off"} {
		line := fmt.Sprintf(`{"id":"x","board":%q,"on":"all"}`, spec)
		record, err := readRecord(line, ReaderOptions{Kind: "jsonl"})
		if err == nil || !strings.Contains(err.Error(), "cannot name another file") || record == nil || string(record.ID) != `"x"` {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Only lo has a place for lights that do not matter; graph6 has none for lights at all.
func TestFormatsRefuseLightsThatDoNotMatter(t *testing.T) {
	p := board.NewPuzzle(parse(t, "3x3"))
	if err := p.SetLights("", "?..?.?...", 1); err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats() {
		if !f.Writes() {
			continue
		}
		var text strings.Builder
		err := Write(&text, f.Name, p)
		if can := f.Name == "lo" || f.BoardOnly; can != (err == nil) || !can && (text.Len() > 0 || !strings.Contains(err.Error(), "which lights do not matter; lo can")) {
			t.Errorf("%s: %v, wrote %q", f.Name, err, &text)
		}
	}
}

// A record keeps its presses and its min_presses in both formats that have them.
func TestRecordsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		on := drawVec(t, b.Lights())
		fewest := rapid.IntRange(0, b.Switches()).Draw(t, "fewest")
		want := Record{Puzzle: board.Puzzle{Board: b, On: board.Bits(on), Goal: board.NewPuzzle(b).Goal}, Index: rapid.Uint64().Draw(t, "index"),
			Presses: drawVec(t, b.Switches()).Indices(), MinPresses: &fewest}
		for _, format := range []string{"jsonl", "csv"} {
			w, err := NewWriter(Form{Format: format}, b)
			if err != nil {
				t.Fatal(err)
			}
			text, err := w.Append([]byte(w.Layout().Head), &want)
			if err != nil {
				t.Fatal(err)
			}
			got, err := readRecord(string(text), ReaderOptions{Board: b})
			if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if !samePuzzle(&got.Puzzle, &want.Puzzle) || got.Index != want.Index || *got.MinPresses != fewest || fmt.Sprint(got.Presses) != fmt.Sprint(want.Presses) {
				t.Fatalf("%s reads back as %+v", text, got)
			}
		}
	})
}

// One bad line says nothing about the next, also if it is too long for any reader.
func TestReadingGoesOnAfterABadLine(t *testing.T) {
	b := parse(t, "3x3")
	bad := []string{"x", "1", strings.Repeat("0", 10), strings.Repeat("1", maxLine+1), "\x00"}
	good := "110100000\n"
	for _, line := range bad {
		for _, end := range []string{"\n", ""} {
			text := good + line + "\n" + good + line + end
			r := NewReader(strings.NewReader(text), ReaderOptions{Name: "f", Kind: "bits", Board: b})
			var got strings.Builder
			for {
				p, err := r.Next()
				if err == io.EOF {
					break
				}
				if err == nil {
					fmt.Fprint(&got, p.Origin, " ")
					continue
				}
				syntax, ok := errors.AsType[*SyntaxError](err)
				if !ok || !syntax.Skipped {
					t.Fatalf("%q: %v", clip(line), err)
				}
				fmt.Fprintf(&got, "%d ", syntax.Line)
			}
			if want := "f:1 2 f:3 4 "; got.String() != want {
				t.Errorf("%q: %s, want %s", clip(line), &got, want)
			}
		}
	}
	for kind, text := range map[string]string{"lo": "b 2x2\nz\n", "bits": ""} {
		r := NewReader(strings.NewReader(text), ReaderOptions{Kind: kind, Board: b})
		if _, err := r.Next(); err == nil || skipped(err) {
			t.Errorf("%s: reading %q goes on after %v", kind, text, err)
		}
	}
}

// Every format that takes a puzzle gives back the same one, on the same board, without being told which.
func TestNoFormatForgetsItsBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		p.Forbidden = board.NewPuzzle(p.Board).Forbidden
		if rapid.Bool().Draw(t, "dark") {
			p.Goal = board.NewPuzzle(p.Board).Goal
		}
		checkWriters(t, p)
	})
}

// A board that no SPEC describes is in the record.
func TestRecordsHaveTheirBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawGraph(t)
		if rapid.Bool().Draw(t, "toggles") {
			b = drawToggles(t)
		}
		var text strings.Builder
		for range 3 {
			p := board.NewPuzzle(b)
			p.On = board.Bits(drawVec(t, b.Lights()))
			if err := Write(&text, "jsonl", p); err != nil {
				t.Fatal(err)
			}
		}
		list, err := readAll(text.String(), ReaderOptions{Kind: "jsonl"})
		if err != nil || len(list) != 3 || !list[2].Board.Equal(b) || list[2].Board.Spec() != b.Spec() {
			t.Fatalf("%v, %v in\n%s", list, err, &text)
		}
		if list[0].Board != list[2].Board {
			t.Fatal("a board that is repeated is made again")
		}
		if _, err := readAll(text.String(), ReaderOptions{Kind: "jsonl", Board: parse(t, "7x2")}); err == nil {
			t.Fatal("another board was given")
		}
	})
}

// A puzzle that is none is an error in every format, and nothing is written.
func TestWritingChecksThePuzzle(t *testing.T) {
	b := boardtest.Parse(t, "3x3")
	for _, f := range Formats() {
		if !f.Writes() {
			continue
		}
		for what, p := range map[string]*board.Puzzle{
			"no board":       {},
			"lights alone":   {On: b.Dark()},
			"many forbidden": {Board: b, Forbidden: gf2.NewVec(10)},
		} {
			var out strings.Builder
			if err := Write(&out, f.Name, p); err == nil || out.Len() > 0 {
				t.Errorf("%s: %s: %v, and %d bytes were written", f.Name, what, err, out.Len())
			}
		}
		if _, err := NewWriter(Form{Format: f.Name}, nil); err == nil {
			t.Errorf("%s: a writer without a board", f.Name)
		}
	}
}

// Answers come in many forms; what they name must be there.
func TestAnswersOfRecords(t *testing.T) {
	for _, tc := range []struct {
		fields  string
		free    bool
		want    []int
		illegal bool
	}{
		{`"presses":[0,8]`, false, []int{0, 8}, false},
		{`"presses":[0,8],"answer":[4]`, false, []int{4}, false},
		{`"presses":[0,8],"answer":null`, false, []int{0, 8}, false},
		{`"answer":[[0,0],[2,2]]`, false, []int{0, 8}, false},
		{`"answer":["r1c1","r3c3"]`, false, []int{0, 8}, false},
		{`"answer":"r1c1,r3c3"`, false, []int{0, 8}, false},
		{`"answer":"{r1c1, r3c3}"`, false, []int{0, 8}, false},
		{`"answer":"[0, 8]"`, false, []int{0, 8}, false},
		{`"answer":"so press r1c1, r3c3"`, false, nil, false},
		{`"answer":"0, 8"`, false, []int{0, 8}, false},
		{`"answer":"so press r1c1, r3c3"`, true, nil, false},
		{`"answer":"So it is.\nAnswer: r1c1, r3c3"`, true, []int{0, 8}, false},
		{`"answer":[[1,0,0],[0,0,0],[0,0,1]]`, false, []int{0, 8}, false},
		{`"answer":"100\n000\n001"`, false, []int{0, 8}, false},
		{`"answer":"<answer>\n100\n000\n001\n</answer>"`, true, []int{0, 8}, false},
		{`"answer":[[1,0,0],[0,0,1]]`, false, nil, false},
		{`"answer":[[1,0,0],[0,0,0],[0,0,2]]`, false, nil, false},
		{`"answer":[[1,0,0],[0,0],[0,0,1]]`, false, nil, false},
		{`"answer":"0, 8"`, true, []int{0, 8}, false},
		{`"presses":"0, 8"`, true, []int{0, 8}, false},
		{`"answer":[0,8]`, true, []int{0, 8}, false},
		{`"answer":"no idea"`, true, nil, false},
		{`"answer":"[9]"`, true, nil, true},
		{`"answer":"[-1]"`, true, nil, true},
		{`"answer":"[ ]"`, true, []int{}, false},
		{`"answer":"[ ]"`, false, []int{}, false},
		{`"answer":"{ }"`, false, []int{}, false},
		{`"answer":" "`, false, nil, false},
		{`"answer":"[99999999999999999999999]"`, true, nil, true},
		{`"answer":"[1, -99999999999999999999999]"`, true, nil, true},
		{`"answer":"Answer: 1, 99999999999999999999999"`, true, nil, true},
		{`"answer":"r1c1 and r1c99999999999999999999999"`, true, nil, true},
		{`"answer":[99999999999999999999999]`, false, nil, true},
		{`"answer":["r1c1",99999999999999999999999]`, false, nil, true},
		{`"answer":[99999999999999999999999,1.5]`, false, nil, false},
		{`"answer":[1e99]`, false, nil, false},
		{`"answer":"r4c1"`, true, nil, true},
		{`"answer":[[3,0]]`, false, nil, true},
		{`"presses":[9]`, false, nil, true},
		{`"index":1`, false, nil, false},
	} {
		record, err := readRecord(`{"board":"3x3","on":"all",`+tc.fields+`}`, ReaderOptions{FreeText: tc.free})
		if err != nil {
			t.Fatal(tc.fields, err)
		}
		got, err := record.Answer()
		if (err == nil) != (tc.want != nil) || errors.Is(err, ErrNoSwitch) != tc.illegal || len(got) != len(tc.want) || len(got) > 0 && got[len(got)-1] != tc.want[len(got)-1] {
			t.Errorf("%s: %v, %v", tc.fields, got, err)
		}
		if strings.Contains(tc.fields, `"presses":[0,8],`) {
			continue
		}
		record, err = readRecord(`{`+tc.fields+`}`, ReaderOptions{FreeText: tc.free, Answers: true})
		if err != nil {
			t.Fatal(tc.fields, err)
		}
		text, err := record.Given()
		var apart []int
		if err == nil {
			apart, err = ParseAnswer(parse(t, "3x3"), text)
		}
		if (err == nil) != (tc.want != nil) || errors.Is(err, ErrNoSwitch) != tc.illegal || len(apart) != len(tc.want) {
			t.Errorf("%s on its own: %v, %v", tc.fields, apart, err)
		}
	}
}
