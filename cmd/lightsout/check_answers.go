package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"lightsout/puzzlefile"
)

// answerFile is the answers of --answers, by the ids of their puzzles.
type answerFile struct {
	name  string
	by    map[string]*answer // by idKey
	stray map[int]string     // why a line is no answer, or one to several puzzles
	mu    sync.Mutex         // of the puzzles of answers
}

// answer is one of them, as it stands in its line.
type answer struct {
	list    json.RawMessage
	err     error // why there is no list
	line    int
	puzzles []int // the lines of those that were graded by it
}

// idKey is an id in a form that can be compared: a text as it reads, anything else without blanks.
func idKey(id json.RawMessage) string {
	var text string
	if id[0] == '"' && json.Unmarshal(id, &text) == nil {
		return `"` + text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, id) != nil {
		return string(id)
	}
	return compact.String()
}

// to is the answer to a record's puzzle, which is on that line.
func (f *answerFile) to(record *puzzlefile.Record, line int) ([]int, error) {
	if !hasID(record) {
		return nil, errors.New("the puzzle has no id, so that no answer can be found for it")
	}
	found := f.by[idKey(record.ID)]
	if found == nil {
		return nil, errors.New("no answer has this id")
	}
	f.mu.Lock()
	found.puzzles = append(found.puzzles, line)
	f.mu.Unlock()
	if found.err != nil {
		return nil, found.err
	}
	return puzzlefile.ParseAnswer(record.Board, found.list)
}

func hasID(record *puzzlefile.Record) bool { return len(record.ID) > 0 && string(record.ID) != "null" }

// add takes over what matters of an answer. Of several with the same id the first counts.
func (f *answerFile) add(record *puzzlefile.Record, line int) {
	key := idKey(record.ID)
	if first := f.by[key]; first != nil {
		f.strays(line, "the id is that of line %d too, which counts", first.line)
		return
	}
	list, err := record.Given()
	f.by[key] = &answer{list: bytes.Clone(list), err: err, line: line}
}

// strays says why a line is no answer.
func (f *answerFile) strays(line int, format string, args ...any) {
	f.stray[line] = fmt.Sprintf("%s:%d: not an answer: ", f.name, line) + fmt.Sprintf(format, args...)
}

// readAnswers reads the file of --answers.
func (c *checkCommand) readAnswers(con *console) (*answerFile, error) {
	src, err := con.source(c.answers)
	if err != nil {
		return nil, err
	}
	defer src.close()
	r := puzzlefile.NewReader(src.Reader, puzzlefile.ReaderOptions{Name: src.name, Kind: "jsonl", FreeText: c.freeText, Answers: true})
	f := &answerFile{name: src.name, by: map[string]*answer{}, stray: map[int]string{}}
	for {
		record, err := r.NextRecord()
		syntax, bad := errors.AsType[*puzzlefile.SyntaxError](err)
		switch {
		case errors.Is(err, io.EOF):
			return f, nil
		case err == nil && hasID(record):
			f.add(record, r.Line())
		case err == nil:
			f.strays(r.Line(), "it has no id")
		case bad && syntax.Skipped:
			f.strays(syntax.Line, "%s", syntax.Msg)
		case bad:
			return nil, usagef("%s holds no answer: one JSON object per line is wanted, with id and answer", src.name)
		default:
			return nil, err
		}
	}
}

// unused names every line of the answers that is not the answer to one puzzle, after all verdicts.
func (b *batchCheck) unused(con *console) {
	f := b.answers
	for _, a := range f.by {
		slices.Sort(a.puzzles)
		switch n := len(a.puzzles); n {
		case 0:
			f.strays(a.line, "no puzzle has this id")
		case 1:
		default:
			f.stray[a.line] = fmt.Sprintf("%s:%d: the id is that of line %d too: %s:%d was taken as the answer to all %d puzzles that have it", b.batch, a.puzzles[1], a.puzzles[0], f.name, a.line, n)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(f.stray)) {
		fmt.Fprintln(con.err, "lightsout: "+f.stray[line])
	}
}
