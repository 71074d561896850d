package puzzlefile

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"

	"lightsout/internal/answers"
	"lightsout/internal/strictjson"
)

// jsonAnswer is a line that is only an answer.
type jsonAnswer struct {
	ID      json.RawMessage `json:"id"`
	Presses json.RawMessage `json:"presses"`
	Answer  json.RawMessage `json:"answer"`
	// Solvable, if it is false, is the answer that there is none, as solve writes it.
	Solvable json.RawMessage `json:"solvable"`
	Others   jsontext.Value  `json:",inline"` // which say nothing about it

	seen []string // fields of a line that is as solve writes it
}

// answerFields are the names of its fields.
var answerFields = strictjson.Names(reflect.TypeFor[jsonAnswer]())

// onlyAnswer reads a record without a puzzle, and notes its id in j. Of free text it keeps the list, which is all that
// matters.
func (r *Reader) onlyAnswer(j *jsonRecord, line string) (_ *Record, err error) {
	a := &r.answer
	if !a.asWritten(line) {
		*a = jsonAnswer{}
		err = strictjson.Decode([]byte(line), a, strictjson.Any)
		if err == nil {
			_, err = otherFields(a.Others, answerFields)
		}
		if j.ID = a.ID; err != nil {
			return nil, err
		}
	}
	rec := &Record{ID: a.ID, given: a.Presses}
	switch {
	case answers.Given(a.Answer):
		rec.given = a.Answer
	case !answers.Given(rec.given) && string(a.Solvable) == "false":
		rec.given = json.RawMessage(`"impossible"`)
	}
	if answers.Given(rec.given) {
		if rec.given, rec.Read, err = answers.Found(rec.given, r.opt.FreeText); err != nil {
			rec.badAnswer = fmt.Errorf("answer: %w", err)
		}
	}
	return rec, nil
}
