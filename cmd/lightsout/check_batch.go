package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/batch"
	"lightsout/solve"
)

// verdictJSON is what --batch says of a line, with --json.
type verdictJSON struct {
	ID         json.RawMessage `json:"id"`
	Line       int             `json:"line"`
	Solved     bool            `json:"solved"`
	PressCount int             `json:"press_count"`
	Minimum    *bool           `json:"minimum"` // as few as the record's min_presses; null if it has none or is wrong
	Wrong      []int           `json:"wrong"`
	Error      string          `json:"error,omitempty"` // what is wrong with the line, its presses or its min_presses

	unread  bool // the line is not a puzzle
	refuted bool // the presses, or the lights alone, prove its min_presses wrong
}

// checkBatch gives a verdict on every record of a file. What is wrong with one line says nothing
// about the next, so only a file that cannot be read ends it early.
func (c *checkCommand) checkBatch(ctx context.Context, con *console) error {
	src, err := con.source(c.batch)
	if err != nil {
		return err
	}
	defer src.close()
	options := board.ReaderOptions{Name: src.name, Kind: "jsonl", Files: c.allowFiles}
	var all verdicts
	lines := batch.NewLines(src, board.MaxLine)
	err = batch.Run[*checkedLines]{
		Next: func() (*checkedLines, error) {
			piece, err := lines.Next()
			if err != nil && !errors.Is(err, io.EOF) {
				err = fmt.Errorf("%s: %w", src.name, err)
			}
			return &checkedLines{Piece: piece}, err
		},
		Size: func(p *checkedLines) int { return len(p.Text) },
		Make: func(ctx context.Context, p *checkedLines, dst []byte) ([]byte, error) {
			return c.checkLines(ctx, p, options, dst)
		},
		Done: func(p *checkedLines, text []byte) error {
			all.read, all.unread, all.failed = all.read+p.read, all.unread+p.unread, all.failed || p.failed
			_, err := con.out.Write(text)
			if err == nil && src.flow {
				err = con.out.Flush()
			}
			return err
		},
	}.Do(ctx)
	switch {
	case err != nil:
		return err
	case all.read == 0:
		return usagef("%s holds no record: one JSON object per line is wanted, as generate --format jsonl writes them", src.name)
	case all.unread > 0:
		return fmt.Errorf("%s: %s; the verdicts say why", src.name, plural(all.unread, "line is not a puzzle", "lines are not puzzles"))
	case all.failed:
		return reported(exitNo)
	}
	return nil
}

// verdicts counts them.
type verdicts struct {
	read, unread int
	failed       bool
}

// checkedLines is a piece of the file and its verdicts, counted.
type checkedLines struct {
	batch.Piece
	verdicts
}

// checkLines appends the verdicts on some lines.
func (c *checkCommand) checkLines(ctx context.Context, p *checkedLines, options board.ReaderOptions, dst []byte) ([]byte, error) {
	options.Line = p.First
	r := board.NewReader(bytes.NewReader(p.Text), options)
	out := bytes.NewBuffer(dst)
	for {
		if ctx.Err() != nil {
			return out.Bytes(), cause(ctx)
		}
		record, err := r.NextRecord()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		var v verdictJSON
		if err == nil {
			v = judge(record)
		} else if syntax, ok := errors.AsType[*board.SyntaxError](err); !ok {
			return out.Bytes(), err
		} else if v = unreadable(record, syntax); !r.Recover() {
			return out.Bytes(), nil // only blank lines
		}
		v.Line = r.Line()
		p.read++
		if v.unread {
			p.unread++
		}
		p.failed = p.failed || !v.Solved || v.Error != ""
		if err := c.writeVerdict(out, v); err != nil {
			return out.Bytes(), err
		}
	}
}

// unreadable is the verdict on a line that is not a puzzle; record is nil if not even the id is
// known.
func unreadable(record *board.Record, err *board.SyntaxError) verdictJSON {
	v := verdictJSON{ID: json.RawMessage("null"), Line: err.Line, Wrong: []int{}, Error: err.Msg, unread: true}
	if record != nil && len(record.ID) > 0 {
		v.ID = record.ID
	}
	if errors.Is(err, board.ErrBoardFile) {
		v.Error += " without --allow-files"
	}
	return v
}

// judge replays the presses of a record, and holds its min_presses against them.
func judge(record *board.Record) verdictJSON {
	v := verdictJSON{ID: record.ID, Wrong: []int{}}
	puzzle := &record.Puzzle
	if len(v.ID) == 0 {
		v.ID = json.RawMessage("null")
	}
	presses, err := record.Answer()
	if err != nil {
		v.Error = err.Error()
		return v
	}
	verdict := solve.Check(puzzle, presses)
	v.Solved, v.PressCount, v.Wrong = verdict.Solved, len(presses), verdict.Wrong
	if record.MinPresses == nil {
		return v
	}
	fewest := *record.MinPresses
	if fewest < 1 && !puzzle.On.IsZero() || fewest < 0 {
		v.refuted, v.Error = true, fmt.Sprintf("%s, so min_presses is not %d", plural(puzzle.On.Weight(), "light is on", "lights are on"), fewest)
		return v
	}
	if !v.Solved {
		return v
	}
	if needed := pressedOdd(puzzle.Board, presses); needed < fewest {
		v.refuted, v.Error = true, fmt.Sprintf("%s enough, so min_presses is not %d", plural(needed, "press is", "presses are"), fewest)
		return v
	}
	minimum := len(presses) <= fewest
	v.Minimum = &minimum
	return v
}

// pressedOdd is how many presses are left when those that undo each other are taken out.
func pressedOdd(b *board.Board, presses []int) int {
	odd := gf2.NewVec(b.Switches())
	for _, s := range presses {
		odd.Set(s, !odd.Bit(s))
	}
	return odd.Weight()
}

func (c *checkCommand) writeVerdict(w io.Writer, v verdictJSON) error {
	if c.format.format == "json" {
		return writeJSON(w, v)
	}
	_, err := fmt.Fprintf(w, "%d %s: %s\n", v.Line, v.name(), printable(v.text()))
	return err
}

// name is the id as people read it.
func (v *verdictJSON) name() string {
	var text string
	switch {
	case string(v.ID) == "null":
		return "(no id)"
	case json.Unmarshal(v.ID, &text) == nil && text != "":
		return printable(text)
	}
	return printable(string(v.ID))
}

func (v *verdictJSON) text() string {
	switch {
	case v.unread:
		return "not a puzzle: " + v.Error
	case v.refuted:
		return v.replay() + "; wrong record: " + v.Error
	case v.Error != "":
		return "not solved: " + v.Error
	case v.Minimum == nil:
		return v.replay()
	case *v.Minimum:
		return v.replay() + ", as few as min_presses"
	default:
		return v.replay() + ", more than min_presses"
	}
}

func (v *verdictJSON) replay() string {
	presses := plural(v.PressCount, "press", "presses")
	if v.Solved {
		return "solved, " + presses
	}
	return fmt.Sprintf("not solved: after %s, %s wrong", presses, plural(len(v.Wrong), "light is", "lights are"))
}

// printable quotes what would do more to a terminal than show itself.
func printable(text string) string {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}
