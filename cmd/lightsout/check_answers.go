package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"lightsout/board"
	"lightsout/play"
	"lightsout/puzzlefile"
)

// answerFile is the answers of --answers, by the ids of their puzzles.
type answerFile struct {
	by  map[string]*answer // by idKey
	bad []verdictJSON      // lines that are no answers
}

// answer is one of them. Of its line it keeps the id and the list as they stand, in one text.
type answer struct {
	text string // the id, then the list or why there is none
	id   int    // how long the id is
	line int
	bad  bool // there is no list
	used atomic.Bool
}

// on is the answer to a puzzle on that board.
func (a *answer) on(b *board.Board) ([]int, error) {
	list := a.text[a.id:]
	if a.bad {
		return nil, errors.New(list)
	}
	return puzzlefile.ParseAnswer(b, []byte(list))
}

// idKey is an id in a form that can be compared: a text as it reads, anything else without blanks.
func idKey(id string) string {
	if len(id) > 1 && id[0] == '"' {
		if strings.IndexByte(id, '\\') < 0 {
			return id[:len(id)-1]
		}
		var text string
		if json.Unmarshal([]byte(id), &text) == nil {
			return `"` + text
		}
	}
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(id)) != nil {
		return id
	}
	return compact.String()
}

// to is the answer to a record's puzzle.
func (f *answerFile) to(record *puzzlefile.Record) ([]int, error) {
	if !hasID(record) {
		return nil, errors.New("the puzzle has no id, so that no answer can be found for it")
	}
	found := f.by[idKey(string(record.ID))]
	if found == nil {
		return nil, errors.New("no answer has this id")
	}
	found.used.Store(true)
	return found.on(record.Board)
}

func hasID(record *puzzlefile.Record) bool { return len(record.ID) > 0 && string(record.ID) != "null" }

// add takes over what matters of an answer. Of several with the same id the first counts.
func (f *answerFile) add(record *puzzlefile.Record, line int) {
	list, err := record.Given()
	if err != nil {
		list = json.RawMessage(err.Error())
	}
	a := &answer{text: string(record.ID) + string(list), id: len(record.ID), bad: err != nil, line: line}
	key := idKey(a.text[:a.id])
	if first := f.by[key]; first != nil {
		f.bad = append(f.bad, strayAnswer(record.ID, line, fmt.Sprintf("the id is that of line %d too, which counts", first.line)))
		return
	}
	f.by[key] = a
}

// readAnswers reads the file of --answers.
func (c *checkCommand) readAnswers(con *console) (*answerFile, error) {
	src, err := con.source(c.answers)
	if err != nil {
		return nil, err
	}
	defer src.close()
	r := puzzlefile.NewReader(src.Reader, puzzlefile.ReaderOptions{Name: src.name, Kind: "jsonl", FreeText: c.freeText, Answers: true})
	f := &answerFile{by: map[string]*answer{}}
	for {
		record, err := r.NextRecord()
		syntax, bad := errors.AsType[*puzzlefile.SyntaxError](err)
		switch {
		case errors.Is(err, io.EOF):
			return f, nil
		case err == nil && hasID(record):
			f.add(record, r.Line())
		case err == nil:
			f.bad = append(f.bad, strayAnswer(record.ID, r.Line(), "it has no id"))
		case bad && syntax.Skipped:
			var id json.RawMessage
			if record != nil {
				id = record.ID
			}
			f.bad = append(f.bad, strayAnswer(id, syntax.Line, syntax.Msg))
		case bad:
			return nil, usagef("%s holds no answer: one JSON object per line is wanted, with id and answer", src.name)
		default:
			return nil, err
		}
	}
}

// strayAnswer is the verdict on a line that answers no puzzle.
func strayAnswer(id json.RawMessage, line int, why string) verdictJSON {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	return verdictJSON{ID: id, Line: line, Grade: play.Grade{Wrong: []int{}, Error: why}, unread: true}
}

// unused writes a verdict on every line of the answers that is no answer to any puzzle, after all puzzles.
func (b *batchCheck) unused(con *console) error {
	f := b.answers
	stray := f.bad
	for _, a := range f.by {
		if !a.used.Load() {
			stray = append(stray, strayAnswer(json.RawMessage(a.text[:a.id]), a.line, "no puzzle has this id"))
		}
	}
	slices.SortStableFunc(stray, func(a, b verdictJSON) int { return a.Line - b.Line })
	b.stray = len(stray)
	for i := range stray {
		stray[i].Origin = fmt.Sprintf("%s:%d", b.checkCommand.answers, stray[i].Line)
		if err := b.writeVerdict(con.out, &stray[i]); err != nil {
			return err
		}
	}
	return nil
}
