package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/puzzlefile"
)

// Of an answer little more than its id and its list is kept, whatever else the line says.
func TestAnswersAreKeptInLittleMemory(t *testing.T) {
	const count, most = 50_000, 200
	var lines bytes.Buffer
	for i := range count {
		fmt.Fprintf(&lines, `{"id":"grid:5x5/e3b0c442/1/%[1]d","answer":"%[2]s \nAnswer: [1, 2, 3, 5, 8, 13, 21, %[3]d]","note":"%[2]s"}`+"\n", i, strings.Repeat("Let me think. ", 20), i%25)
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	flags := checkVerb.flagSet()
	if err := flags.Parse([]string{"--answers", "-", "--free-text"}); err != nil {
		t.Fatal(err)
	}
	c := &checkCommand{call: &call{verb: checkVerb, flags: flags, con: newConsole(&lines, io.Discard, io.Discard)}}
	before := heap()
	f, err := c.readAnswers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lines = bytes.Buffer{}
	if kept := int64(heap()) - int64(before); kept > count*most {
		t.Errorf("%d bytes for each answer, at most %d are wanted", kept/count, most)
	}
	b, err := board.Parse("5x5")
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		id := json.RawMessage(fmt.Sprintf(`"grid:5x5/e3b0c442/1/%d"`, i))
		presses, _, err := f.To(&puzzlefile.Record{Puzzle: board.Puzzle{Board: b}, ID: id}, i+1)
		if err != nil || len(presses) != 8 || presses[7] != i%25 {
			t.Fatalf("%s: %v, %v", id, presses, err)
		}
	}
}
