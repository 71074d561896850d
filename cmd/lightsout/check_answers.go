package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/solve"
)

// answerFile is the answers of --answers, by the ids of their puzzles. It keeps their lists only, about
// 200 bytes for each, however long the texts are.
type answerFile struct {
	list []answer
	at   map[string]int // by id, as idKey has it
	bad  []verdictJSON  // lines that are no answers
}

type answer struct {
	record *board.Record
	line   int
	used   atomic.Bool
}

// idKey is an id in a form that can be compared: a text as it reads, anything else without blanks.
func idKey(id json.RawMessage) string {
	var text string
	if len(id) > 0 && id[0] == '"' && json.Unmarshal(id, &text) == nil {
		return `"` + text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, id) != nil {
		return string(id)
	}
	return compact.String()
}

// to is the answer to a record's puzzle.
func (f *answerFile) to(record *board.Record) ([]int, error) {
	if len(record.ID) == 0 || string(record.ID) == "null" {
		return nil, errors.New("the puzzle has no id, so that no answer can be found for it")
	}
	at, ok := f.at[idKey(record.ID)]
	if !ok {
		return nil, errors.New("no answer has this id")
	}
	found := &f.list[at]
	found.used.Store(true)
	return found.record.AnswerOn(record.Board)
}

// answerPiece is some lines of the file, read.
type answerPiece struct {
	lines *board.Reader
	list  []answer
	keys  []string
	bad   []verdictJSON
}

// readAnswers reads the file of --answers.
func (c *checkCommand) readAnswers(ctx context.Context, con *console) (*answerFile, error) {
	src, err := con.source(c.answers)
	if err != nil {
		return nil, err
	}
	defer src.close()
	r := board.NewReader(src.Reader, board.ReaderOptions{Name: src.name, Kind: "jsonl", FreeText: c.freeText, Answers: true})
	f := &answerFile{at: map[string]int{}}
	var pace batch.Pace
	err = batch.Run[*answerPiece]{
		Jobs: c.jobs,
		Next: func() (*answerPiece, error) {
			piece, err := r.Cut(pace.Most())
			return &answerPiece{lines: piece}, err
		},
		Size: func(p *answerPiece) int { return p.lines.Size() },
		Make: func(_ context.Context, p *answerPiece, dst []byte) ([]byte, error) {
			began := time.Now()
			err := p.read()
			pace.Took(len(p.list)+len(p.bad), time.Since(began), 0)
			return dst, err
		},
		Done: func(p *answerPiece, _ []byte) error {
			f.add(p)
			return nil
		},
	}.Do(ctx)
	if _, empty := errors.AsType[*board.SyntaxError](err); empty {
		err = usagef("%s holds no answer: one JSON object per line is wanted, with id and answer", src.name)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// read reads the lines of a piece.
func (p *answerPiece) read() error {
	for {
		record, err := p.lines.NextRecord()
		switch syntax, bad := errors.AsType[*board.SyntaxError](err); {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && (len(record.ID) == 0 || string(record.ID) == "null"):
			p.bad = append(p.bad, strayAnswer(record.Origin, record.ID, p.lines.Line(), "it has no id"))
		case err == nil:
			record.Origin = ""
			p.list = append(p.list, answer{record: record, line: p.lines.Line()})
			p.keys = append(p.keys, idKey(record.ID))
		case !bad || !p.lines.Recover():
			return err
		default:
			var id json.RawMessage
			if record != nil {
				id = record.ID
			}
			p.bad = append(p.bad, strayAnswer(fmt.Sprintf("%s:%d", syntax.File, syntax.Line), id, syntax.Line, syntax.Msg))
		}
	}
}

func strayAnswer(origin string, id json.RawMessage, line int, why string) verdictJSON {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	return verdictJSON{ID: id, Line: line, Grade: solve.Grade{Wrong: []int{}, Error: why}, Origin: origin, unread: true}
}

// add takes over a piece. Of several answers with the same id the first counts.
func (f *answerFile) add(p *answerPiece) {
	f.bad = append(f.bad, p.bad...)
	for i := range p.list {
		a := &p.list[i]
		if first, twice := f.at[p.keys[i]]; twice {
			f.bad = append(f.bad, strayAnswer("", a.record.ID, a.line, fmt.Sprintf("the id is that of line %d too, which counts", f.list[first].line)))
			continue
		}
		f.at[p.keys[i]] = len(f.list)
		f.list = append(f.list, answer{record: a.record, line: a.line})
	}
}

// unused writes a verdict on every line of the answers that is no answer to any puzzle, after all puzzles.
func (b *batchCheck) unused(con *console) error {
	f := b.answers
	stray := f.bad
	for i := range f.list {
		if a := &f.list[i]; !a.used.Load() {
			stray = append(stray, strayAnswer("", a.record.ID, a.line, "no puzzle has this id"))
		}
	}
	slices.SortStableFunc(stray, func(a, b verdictJSON) int { return a.Line - b.Line })
	b.stray = len(stray)
	var text []byte
	for i := range stray {
		stray[i].Origin = fmt.Sprintf("%s:%d", b.checkCommand.answers, stray[i].Line)
		var err error
		if text, err = b.appendVerdict(text[:0], &stray[i]); err != nil {
			return err
		}
		if _, err := con.out.Write(text); err != nil {
			return err
		}
	}
	return nil
}
