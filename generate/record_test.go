package generate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A light changed in either on or rows makes a record that contradicts itself.
func TestOnAndRowsMustAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := parse(t, rapid.SampledFrom([]string{"5x5", "3x3,mask=###/#_#/###", "cube:2", "grid:2x3x2", "merlin"}).Draw(rt, "board"))
		state := make([]uint64, 1)
		var on []string
		for l := range b.Lights() {
			if rapid.Bool().Draw(rt, "on") {
				state[0] |= 1 << l
				on = append(on, fmt.Sprint(l))
			}
		}
		changed := rapid.IntRange(-1, b.Lights()-1).Draw(rt, "changed")
		if changed >= 0 {
			state[0] ^= 1 << changed
		}
		var rows []string
		for _, r := range picture(b) {
			rows = append(rows, `"`+string(r.append(nil, state))+`"`)
		}
		line := fmt.Sprintf(`{"board":%q,"on":[%s],"rows":[%s]}`, b.Spec(), strings.Join(on, ","), strings.Join(rows, ","))
		var records Records
		_, _, err := records.Parse([]byte(line))
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
		line := fmt.Appendf(nil, `{"id":"x","board":%q,"on":"all"}`, spec)
		var refused *FileBoardError
		record, _, err := (&Records{}).Parse(line)
		if !errors.As(err, &refused) || record == nil || string(record.ID) != `"x"` {
			t.Errorf("%s: %v", line, err)
		}
		if _, _, err := (&Records{Files: true}).Parse(line); err == nil || errors.As(err, &refused) {
			t.Errorf("%s: %v, want the file's own error", line, err)
		}
	}
}

func TestRecordsThatAreNone(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":7,"board":"3x3","on":"all","min_presses":1.5}`: "min_presses is a JSON number 1.5, which it must not be",
		`{"id":7,"board":"3x3","on":"all","rows":"..."}`:      "rows is a JSON string, which it must not be",
		`{"id":7,"board":"3x3","on":"all","goal":[1]}`:        "the record has a goal",
		`{"id":7,"board":"3x3","on":"random"}`:                "random is no state of a record",
		`[1]`:                                                 "a JSON array; a record is an object",
		`{"id":`:                                              "not JSON: unexpected end of JSON input",
	} {
		record, _, err := (&Records{}).Parse([]byte(line))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
		if strings.Contains(line, `"board"`) && (record == nil || string(record.ID) != "7") {
			t.Errorf("%s: the id is lost", line)
		}
	}
	if _, _, err := (&Records{}).Parse([]byte(`{"board":"3x3","on":"all","goal":null}`)); err != nil {
		t.Error(err)
	}
}
