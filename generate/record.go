package generate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// Record is a puzzle, and maybe an answer, as a line of jsonl. Format writes records with all
// fields; reading needs the board and the lights that are on.
type Record struct {
	// ID is unique within a batch: board, seed and index.
	ID    json.RawMessage `json:"id"`
	Board string          `json:"board"` // a SPEC
	// On is a list of lights counted from 0, or text as board.ParseState reads it. If it is missing,
	// Rows tells.
	On json.RawMessage `json:"on"`
	// Rows is the board's drawing, of . and #, with _ where there is no light. It must show what On says.
	Rows []string `json:"rows"`
	// Goal is refused, unless it is null, as if it were not read: the goal is all off.
	Goal json.RawMessage `json:"goal,omitempty"`
	// Presses is an answer, a list of switches counted from 0; see Answer.
	Presses json.RawMessage `json:"presses"`
	// MinPresses is the fewest presses of any answer, null if not known.
	MinPresses *int `json:"min_presses"`
	// Answers is how many answers there are, a decimal string, null if not known.
	Answers *string `json:"answers"`
	Seed    uint64  `json:"seed"`
	Index   uint64  `json:"index"`
	// Uniform is false if not all puzzles that meet the options were equally likely.
	Uniform *bool  `json:"uniform,omitempty"`
	Prompt  string `json:"prompt,omitempty"`
}

// MaxRecordLights bounds the boards of records that are read: a short line may name a large board.
const MaxRecordLights = 1 << 20

// Records reads records. It remembers the boards of the lines before, so that a batch costs one.
// It is not safe for concurrent use.
type Records struct {
	// Files: boards may be graph:FILE. Records often come from others, who should not choose what
	// is opened.
	Files bool

	boards map[string]*board.Board
}

// maxRememberedBoards bounds the memory of Records.
const maxRememberedBoards = 64

// Parse reads one line: the record as it stands, and the puzzle it describes. With an error the
// record is nil only if the line is none.
func (r *Records) Parse(line []byte) (*Record, *board.Puzzle, error) {
	rec := &Record{}
	if err := json.Unmarshal(line, rec); err != nil {
		var kind *json.UnmarshalTypeError
		switch {
		case !errors.As(err, &kind):
			return nil, nil, fmt.Errorf("not JSON: %w", err)
		case kind.Field == "":
			return nil, nil, fmt.Errorf("a JSON %s; a record is an object", kind.Value)
		}
		return rec, nil, fmt.Errorf("%s is a JSON %s, which it must not be", kind.Field, kind.Value)
	}
	if len(rec.Goal) > 0 && !bytes.Equal(rec.Goal, []byte("null")) {
		return rec, nil, fmt.Errorf("the record has a goal; the goal of records is all off, so leave it out and put what must change into on")
	}
	b, err := r.board(rec.Board)
	if err != nil {
		return rec, nil, err
	}
	on, err := rec.lights(b)
	if err != nil {
		return rec, nil, err
	}
	return rec, &board.Puzzle{Board: b, On: on, Goal: gf2.NewVec(b.Lights())}, nil
}

func (r *Records) board(spec string) (*board.Board, error) {
	if b := r.boards[spec]; b != nil {
		return b, nil
	}
	if spec == "" {
		return nil, fmt.Errorf("the record names no board")
	}
	if !r.Files && strings.HasPrefix(strings.TrimSpace(spec), "graph:") {
		return nil, &FileBoardError{Spec: spec}
	}
	b, err := board.Parse(spec)
	if err != nil {
		return nil, err
	}
	if b.Lights() > MaxRecordLights || b.Switches() > MaxRecordLights {
		return nil, &board.TooLargeError{What: "a record of " + b.Spec(), Limit: fmt.Sprintf("records go up to %d lights", MaxRecordLights)}
	}
	if r.boards == nil || len(r.boards) >= maxRememberedBoards {
		r.boards = make(map[string]*board.Board)
	}
	r.boards[spec] = b
	return b, nil
}

// FileBoardError says that a record names a file as its board, and Records.Files is not set.
type FileBoardError struct{ Spec string }

func (e *FileBoardError) Error() string {
	return fmt.Sprintf("board %q is a file, and records may not open files", e.Spec)
}

// Answer is the presses of the record on its board. What is no answer at all is an error: it says
// what is wrong with it, but the record may still be a puzzle.
func (rec *Record) Answer(b *board.Board) ([]int, error) {
	if len(rec.Presses) == 0 || bytes.Equal(rec.Presses, []byte("null")) {
		return nil, fmt.Errorf("no presses")
	}
	var list []int
	if err := json.Unmarshal(rec.Presses, &list); err != nil {
		return nil, fmt.Errorf("presses is not a list of switches counted from 0")
	}
	for _, s := range list {
		if s < 0 || s >= b.Switches() {
			return nil, fmt.Errorf("there is no switch %d: they are 0 to %d", s, b.Switches()-1)
		}
	}
	return list, nil
}

// lights is what on and rows say; if both do, they must agree.
func (rec *Record) lights(b *board.Board) (gf2.Vec, error) {
	listed := len(rec.On) > 0 && !bytes.Equal(rec.On, []byte("null"))
	switch {
	case !listed && rec.Rows == nil:
		return gf2.Vec{}, fmt.Errorf("the record says neither on nor rows: which lights are on?")
	case !listed:
		return rec.drawn(b)
	}
	on, err := rec.listed(b)
	if err != nil || rec.Rows == nil {
		return on, err
	}
	drawn, err := rec.drawn(b)
	if err != nil {
		return gf2.Vec{}, err
	}
	for l := range b.Lights() {
		if on.Bit(l) != drawn.Bit(l) {
			return gf2.Vec{}, fmt.Errorf("on and rows are different puzzles: light %d is %s in on, %s in rows", l, onOff(on.Bit(l)), onOff(drawn.Bit(l)))
		}
	}
	return on, nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// listed reads On.
func (rec *Record) listed(b *board.Board) (gf2.Vec, error) {
	none := gf2.Vec{}
	if rec.On[0] == '"' {
		var text string
		if err := json.Unmarshal(rec.On, &text); err != nil {
			return none, fmt.Errorf("on: %w", err)
		}
		if text == "random" {
			return none, fmt.Errorf("on: random is no state of a record")
		}
		return board.ParseState(b, text)
	}
	var list []int
	if err := json.Unmarshal(rec.On, &list); err != nil {
		return none, fmt.Errorf("on is a list of lights counted from 0, or a text")
	}
	on := gf2.NewVec(b.Lights())
	for _, l := range list {
		if l < 0 || l >= b.Lights() {
			return none, fmt.Errorf("on: there is no light %d on %s, which has 0 to %d", l, b.Spec(), b.Lights()-1)
		}
		if on.Bit(l) {
			return none, fmt.Errorf("on: light %d is listed twice", l)
		}
		on.Set(l, true)
	}
	return on, nil
}

// drawn reads Rows: the board's drawing as Format writes it, or else rows as board.ParseState takes
// them.
func (rec *Record) drawn(b *board.Board) (gf2.Vec, error) {
	if on, ok := rec.drawing(b); ok {
		return on, nil
	}
	on, err := board.ParseState(b, strings.Join(rec.Rows, "/"))
	if err != nil {
		return on, fmt.Errorf("rows: %w", err)
	}
	return on, nil
}

func (rec *Record) drawing(b *board.Board) (on gf2.Vec, ok bool) {
	if b.Layout() == nil {
		return on, false
	}
	rows, cols := b.Layout().Size()
	if len(rec.Rows) != rows {
		return on, false
	}
	on = gf2.NewVec(b.Lights())
	for r, text := range rec.Rows {
		if len(text) != cols {
			return on, false
		}
		for c := range cols {
			switch l := b.Layout().Cell(r, c); {
			case text[c] == '_' && l < 0, text[c] == '.' && l >= 0:
			case text[c] == '#' && l >= 0:
				on.Set(l, true)
			default:
				return on, false
			}
		}
	}
	return on, true
}
