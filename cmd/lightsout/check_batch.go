package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/solve"
)

// verdictJSON is what --batch says of a line, with --json.
type verdictJSON struct {
	ID         json.RawMessage `json:"id"`
	Line       int             `json:"line"`
	Solved     bool            `json:"solved"`
	PressCount int             `json:"press_count"`
	Minimum    *bool           `json:"minimum"` // as many as the record's min_presses; null if it has none
	Wrong      []int           `json:"wrong"`
	Error      string          `json:"error,omitempty"` // why the presses are no answer at all
}

// checkBatch gives a verdict on every record of a file. A line that is no record ends it; presses that
// are no answer are a verdict.
func (c *checkCommand) checkBatch(ctx context.Context, con *console) error {
	in, name, closeFile, err := con.open(c.batch)
	if err != nil {
		return err
	}
	defer closeFile()
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), board.MaxLine)
	var records generate.Records
	failed, number := false, 0
	for lines.Scan() {
		if number++; number%256 == 0 && ctx.Err() != nil {
			return cause(ctx)
		}
		if len(lines.Bytes()) == 0 {
			continue
		}
		record, puzzle, err := records.Parse(lines.Bytes())
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		v := judge(record, puzzle)
		v.Line = number
		failed = failed || !v.Solved
		if err := c.writeVerdict(con.out, v); err != nil {
			return err
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: a line of more than %d bytes", name, number+1, board.MaxLine)
	} else if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if failed {
		return said(exitNo)
	}
	return nil
}

// judge replays the presses of a record.
func judge(record *generate.Record, puzzle *board.Puzzle) verdictJSON {
	v := verdictJSON{ID: record.ID, Wrong: []int{}}
	if len(v.ID) == 0 {
		v.ID = json.RawMessage("null")
	}
	presses, err := record.Answer(puzzle.Board)
	if err != nil {
		v.Error = err.Error()
		return v
	}
	verdict := solve.Check(puzzle, presses)
	v.Solved, v.PressCount, v.Wrong = verdict.Solved, len(presses), verdict.Wrong
	if record.MinPresses != nil && v.Solved {
		fewest := len(presses) <= *record.MinPresses
		v.Minimum = &fewest
	}
	return v
}

func (c *checkCommand) writeVerdict(w io.Writer, v verdictJSON) error {
	if c.format.format == "json" {
		return writeJSON(w, v)
	}
	id := string(v.ID)
	var text string
	if json.Unmarshal(v.ID, &text) == nil && text != "" {
		id = text
	}
	line := fmt.Sprintf("%d %s: ", v.Line, id)
	switch presses := plural(v.PressCount, "press", "presses"); {
	case v.Error != "":
		line += "not solved: " + v.Error
	case !v.Solved:
		line += fmt.Sprintf("not solved: after %s, %s wrong", presses, plural(len(v.Wrong), "light is", "lights are"))
	case v.Minimum == nil:
		line += fmt.Sprintf("solved, %s", presses)
	case *v.Minimum:
		line += fmt.Sprintf("solved, %s, the fewest", presses)
	default:
		line += fmt.Sprintf("solved, %s, more than needed", presses)
	}
	_, err := fmt.Fprintln(w, line)
	return err
}
