package main

import (
	"bufio"
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
	"lightsout/generate"
	"lightsout/gf2"
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

	unread  bool // the line is no puzzle
	refuted bool // the presses, or the lights alone, prove its min_presses wrong
}

// checkBatch gives a verdict on every record of a file. What is wrong with one line says nothing of
// the next, so only a file that cannot be read ends it early.
func (c *checkCommand) checkBatch(ctx context.Context, con *console) error {
	in, name, closeFile, err := con.open(c.batch)
	if err != nil {
		return err
	}
	defer closeFile()
	lines := bufio.NewReaderSize(in, 1<<16)
	records := generate.Records{Files: c.allowFiles}
	failed, unread, read := false, 0, 0
	var room []byte
	for number := 1; ; number++ {
		if number%256 == 0 && ctx.Err() != nil {
			return cause(ctx)
		}
		line, tooLong, err := readLine(lines, room[:0], board.MaxLine)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		room = line
		var v verdictJSON
		if line = bytes.TrimSpace(line); tooLong {
			v = unreadable(nil, fmt.Errorf("a line of more than %d bytes", board.MaxLine))
		} else if len(line) == 0 {
			continue
		} else if record, puzzle, err := records.Parse(line); err != nil {
			v = unreadable(record, err)
		} else {
			v = judge(record, puzzle)
		}
		v.Line = number
		read++
		if v.unread {
			unread++
		}
		failed = failed || !v.Solved || v.Error != ""
		if err := c.writeVerdict(con.out, v); err != nil {
			return err
		}
	}
	switch {
	case read == 0:
		return usagef("%s holds no record: one JSON object per line is wanted, as generate --format jsonl writes them", name)
	case unread > 0:
		return fmt.Errorf("%s: %s no puzzle; the verdicts say why", name, plural(unread, "line is", "lines are"))
	case failed:
		return reported(exitNo)
	}
	return nil
}

// readLine appends the next line to dst. One of more than limit bytes is passed over, and only its
// beginning kept. The error is io.EOF if there is no line left.
func readLine(r *bufio.Reader, dst []byte, limit int) (line []byte, tooLong bool, err error) {
	for begun := false; ; begun = true {
		piece, err := r.ReadSlice('\n')
		switch {
		case len(dst)+len(piece) > limit:
			tooLong = true
		case !tooLong:
			dst = append(dst, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && (begun || len(piece) > 0):
			return dst, tooLong, nil
		default:
			return dst, tooLong, err
		}
	}
}

// unreadable is the verdict on a line that is no puzzle; record is nil if not even the id is known.
func unreadable(record *generate.Record, err error) verdictJSON {
	v := verdictJSON{ID: json.RawMessage("null"), Wrong: []int{}, Error: err.Error(), unread: true}
	if record != nil && len(record.ID) > 0 {
		v.ID = record.ID
	}
	if file := (*generate.FileBoardError)(nil); errors.As(err, &file) {
		v.Error += " without --allow-files"
	}
	return v
}

// judge replays the presses of a record, and holds its min_presses against them.
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
	id := string(v.ID)
	var text string
	if json.Unmarshal(v.ID, &text) == nil && text != "" {
		id = text
	}
	_, err := fmt.Fprintf(w, "%d %s: %s\n", v.Line, printable(id), printable(v.text()))
	return err
}

func (v *verdictJSON) text() string {
	switch {
	case v.unread:
		return "no puzzle: " + v.Error
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
