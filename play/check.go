package play

import (
	"bytes"
	"context"
	"encoding/json"

	"lightsout/board"
	"lightsout/internal/grade"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// checkRequest asks for the grade of an answer.
type checkRequest struct {
	position
	// Answer is as in the records of a batch: a list of switches, of pairs [row, column] or of places
	// such as "r1c1", or a text that is such a list. With FreeText it may be any text, of which the
	// final form counts.
	Answer   json.RawMessage `json:"answer"`
	FreeText bool            `json:"free_text"`
	// MinPresses is the fewest presses that solve the puzzle, if known.
	MinPresses *int `json:"min_presses"` // the fewest presses, if known
	// Witness, if not nil, is that of a puzzle without an answer.
	Witness []int `json:"witness"` // of a puzzle without an answer
}

// checked is the grade, and what the presses should have left alone.
type checked struct {
	grade.Grade
	Forbidden []int `json:"forbidden,omitempty"` // presses that the position forbids
}

// outcome is for [API.Serve].
func (c *checked) outcome() string {
	if !c.Solved {
		return "no"
	}
	return "ok"
}

func (a *API) checkAnswer(_ context.Context, r checkRequest) (*checked, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	presses, read, err := readAnswer(p.Board, r.Answer, r.FreeText)
	given, wrong := grade.Answer(p, r.MinPresses, presses, err)
	if wrong != nil {
		return nil, wrong
	}
	if r.Witness != nil {
		given = given.Unsolvable(p, r.Witness)
	}
	result := &checked{Grade: given}
	result.Read = read
	if err == nil && !p.Forbidden.IsZero() {
		replay := solve.Check(p, presses)
		if replay.Err != nil {
			return nil, replay.Err
		}
		result.Forbidden = replay.Forbidden
	}
	return result, nil
}

// readAnswer reads an answer by the rules of a file of answers, of which it makes a line.
func readAnswer(b *board.Board, answer json.RawMessage, freeText bool) (presses []int, read string, err error) {
	if len(answer) == 0 {
		answer = json.RawMessage("null")
	}
	var line bytes.Buffer
	line.WriteString(`{"id":0,"answer":`)
	if err := json.Compact(&line, answer); err != nil {
		return nil, "", err
	}
	line.WriteString("}\n")
	options := puzzlefile.ReaderOptions{Kind: "jsonl", Answers: true, FreeText: freeText}
	record, err := puzzlefile.NewReader(&line, options).NextRecord()
	if err != nil {
		return nil, "", err
	}
	text, err := record.Given()
	if err == nil {
		presses, err = puzzlefile.ParseAnswer(b, text)
	}
	return presses, record.Read, err
}
