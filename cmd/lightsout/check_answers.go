package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"lightsout/board"
	"lightsout/internal/batch"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// answerFile is the answers of --answers, by the ids of their puzzles. Of each it keeps the id and the list
// as they stand, and about 60 bytes more, however long the texts are.
type answerFile struct {
	seed  maphash.Seed
	texts [][]byte // each of many answers, one after another: the id, and the list or why there is none
	list  []answer
	at    map[uint64]uint32 // where the answer is, by the hash of its id, or the next number not taken
	bad   []verdictJSON     // lines that are no answers
}

// answer is one of them.
type answer struct {
	text             uint32 // which
	begin, list, end uint32 // where in it they are
	line             int
	used             atomic.Bool
	bad              bool // there is no list
}

// id is the id of an answer.
func (f *answerFile) id(a *answer) json.RawMessage { return f.texts[a.text][a.begin:a.list:a.list] }

// on is an answer, to a puzzle on that board.
func (f *answerFile) on(a *answer, b *board.Board) ([]int, error) {
	list := f.texts[a.text][a.list:a.end:a.end]
	if a.bad {
		return nil, errors.New(string(list))
	}
	return puzzlefile.ParseAnswer(b, list)
}

// idKey is an id in a form that can be compared: a text as it reads, anything else without blanks.
func idKey(id json.RawMessage) []byte {
	if len(id) > 1 && id[0] == '"' {
		if bytes.IndexByte(id, '\\') < 0 {
			return id[:len(id)-1]
		}
		var text string
		if json.Unmarshal(id, &text) == nil {
			return []byte(`"` + text)
		}
	}
	var compact bytes.Buffer
	if json.Compact(&compact, id) != nil {
		return id
	}
	return compact.Bytes()
}

// find is the number of the answer with an id; if there is none, at[free] is where it belongs.
func (f *answerFile) find(id json.RawMessage) (number int, free uint64, ok bool) {
	key := idKey(id)
	for free = maphash.Bytes(f.seed, key); ; free++ {
		at, taken := f.at[free]
		if !taken {
			return 0, free, false
		}
		if bytes.Equal(idKey(f.id(&f.list[at])), key) {
			return int(at), free, true
		}
	}
}

// to is the answer to a record's puzzle.
func (f *answerFile) to(record *puzzlefile.Record) ([]int, error) {
	if len(record.ID) == 0 || string(record.ID) == "null" {
		return nil, errors.New("the puzzle has no id, so that no answer can be found for it")
	}
	at, _, ok := f.find(record.ID)
	if !ok {
		return nil, errors.New("no answer has this id")
	}
	found := &f.list[at]
	found.used.Store(true)
	return f.on(found, record.Board)
}

// answerPiece is some lines of the file, read.
type answerPiece struct {
	lines *puzzlefile.Reader
	text  []byte // of its answers
	list  []answer
	bad   []verdictJSON
}

// keep takes over what matters of an answer.
func (p *answerPiece) keep(record *puzzlefile.Record) {
	list, err := record.Given()
	if err != nil {
		list = json.RawMessage(err.Error())
	}
	begin := len(p.text)
	p.text = append(append(p.text, record.ID...), list...)
	end := len(p.text)
	p.list = append(p.list, answer{begin: uint32(begin), list: uint32(begin + len(record.ID)), end: uint32(end), bad: err != nil, line: p.lines.Line()})
}

// readAnswers reads the file of --answers.
func (c *checkCommand) readAnswers(ctx context.Context, con *console) (*answerFile, error) {
	src, err := con.source(c.answers)
	if err != nil {
		return nil, err
	}
	defer src.close()
	r := puzzlefile.NewReader(src.Reader, puzzlefile.ReaderOptions{Name: src.name, Kind: "jsonl", FreeText: c.freeText, Answers: true})
	f := &answerFile{seed: maphash.MakeSeed(), at: map[uint64]uint32{}}
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
	if _, empty := errors.AsType[*puzzlefile.SyntaxError](err); empty {
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
		switch syntax, bad := errors.AsType[*puzzlefile.SyntaxError](err); {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && (len(record.ID) == 0 || string(record.ID) == "null"):
			p.bad = append(p.bad, strayAnswer(record.Origin, record.ID, p.lines.Line(), "it has no id"))
		case err == nil:
			p.keep(record)
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
	text := uint32(len(f.texts))
	f.texts = append(f.texts, slices.Clone(p.text)) // without the room that appending left
	for i := range p.list {
		a := &p.list[i]
		a.text = text
		first, free, twice := f.find(f.id(a))
		if twice {
			f.bad = append(f.bad, strayAnswer("", f.id(a), a.line, fmt.Sprintf("the id is that of line %d too, which counts", f.list[first].line)))
			continue
		}
		f.at[free] = uint32(len(f.list))
		f.list = append(f.list, answer{text: text, begin: a.begin, list: a.list, end: a.end, bad: a.bad, line: a.line})
	}
}

// unused writes a verdict on every line of the answers that is no answer to any puzzle, after all puzzles.
func (b *batchCheck) unused(con *console) error {
	f := b.answers
	stray := f.bad
	for i := range f.list {
		if a := &f.list[i]; !a.used.Load() {
			stray = append(stray, strayAnswer("", f.id(a), a.line, "no puzzle has this id"))
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
