package puzzlefile

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

// A list of records, however it is laid out and cut into pieces on its way, reads as the lines do.
func TestListsReadAsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines strings.Builder
		var list []json.RawMessage
		for range rapid.IntRange(1, 4).Draw(t, "puzzles") {
			var line strings.Builder
			p := drawPuzzle(t)
			p.DontCare, p.Forbidden, p.Goal = gf2.Vec{}, gf2.Vec{}, p.Board.Dark() // jsonl has no place for these
			if err := Write(&line, "jsonl", p); err != nil {
				t.Fatal(err)
			}
			lines.WriteString(line.String())
			list = append(list, json.RawMessage(line.String()))
		}
		indent := rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "indent")
		text, _ := json.MarshalIndent(list, "", indent)
		var in io.Reader = strings.NewReader(rapid.SampledFrom([]string{"", "\n", " \r\n"}).Draw(t, "before") + string(text) + "\n")
		if rapid.Bool().Draw(t, "bytes") {
			in = iotest.OneByteReader(in)
		}
		want, err := readAll(lines.String(), ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(in, ReaderOptions{})
		for i, p := range want {
			if q, err := r.Next(); err != nil || !samePuzzle(p, q) {
				t.Fatalf("puzzle %d of\n%s\n%v, %v", i, text, q, err)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatalf("after the last: %v", err)
		}
	})
}

// What is not a list of records is what it was before, and a list that is broken says so.
func TestListsThatAreNone(t *testing.T) {
	if p := readOne(t, `[{"data":{"id":"a"}},{"data":{"id":"b"}},{"data":{"source":"a","target":"b"}}]`, ReaderOptions{}); p.Board.Lights() != 2 {
		t.Errorf("a graph of two nodes has %d lights", p.Board.Lights())
	}
	if p := readOne(t, "[[0,1],[1,0]]", ReaderOptions{Kind: "adjmatrix"}); p.Board.Lights() != 2 {
		t.Errorf("a matrix of two nodes has %d lights", p.Board.Lights())
	}
	const record = `{"board":"2x2","on":[0]}`
	for text, want := range map[string]string{
		"[" + record + "," + record[:9]: "x.json: in the list of records: it ends too early",
		"[" + record:                    "x.json: in the list of records: it ends too early",
		"[" + record + "]}":             "x.json: something follows the list of records",
		"[" + record + ",]":             "x.json: in the list of records: invalid character",
	} {
		if _, err := readAll(text, ReaderOptions{Name: "x.json"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
