package grade

import (
	"encoding/json"
	"fmt"

	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
)

// Verdict is what is said of a line of a file of puzzles.
type Verdict struct {
	ID   json.RawMessage `json:"id"`
	Line int             `json:"line"` // its line, from 1
	Grade
	Stopped string `json:"stopped,omitempty"` // why it was not checked: it is too large
}

var noID = json.RawMessage("null")

// NoPuzzle is the verdict on a line that is not a puzzle, or on one that is too large; record is nil if not even the id
// is known.
func NoPuzzle(record *puzzlefile.Record, why string, large bool) Verdict {
	v := Verdict{ID: noID, Grade: Grade{Wrong: []int{}, Presses: []int{}, Error: why, Fault: Unread}}
	if large {
		v.Stopped, v.Error, v.Fault = why, "", 0
	}
	if record != nil && len(record.ID) > 0 {
		v.ID = record.ID
	}
	return v
}

// Of is the verdict on a record, whose answer is in it or else among answers that are not nil. It fails if the puzzle
// cannot be replayed.
func Of(record *puzzlefile.Record, line int, answers *Answers) (Verdict, error) {
	v := Verdict{ID: record.ID}
	if len(v.ID) == 0 {
		v.ID = noID
	}
	presses, read, err := []int(nil), record.Read, error(nil)
	if answers != nil {
		presses, read, err = answers.To(record, line)
	} else {
		presses, err = record.Answer()
	}
	v.Grade, err = Answer(&record.Puzzle, record.MinPresses, presses, err)
	if err == nil && record.Witness != nil {
		v.Grade = v.Grade.Unsolvable(&record.Puzzle, record.Witness)
	}
	v.Read = read
	return v, err
}

// String is the verdict for people.
func (v *Verdict) String() string {
	return fmt.Sprintf("%d %s: %s", v.Line, v.name(), textboard.Printable(v.text()))
}

// name is the id as people read it.
func (v *Verdict) name() string {
	var text string
	switch {
	case string(v.ID) == "null":
		return "(no id)"
	case json.Unmarshal(v.ID, &text) == nil && text != "":
		return textboard.Printable(text)
	}
	return textboard.Printable(string(v.ID))
}

func (v *Verdict) text() string {
	switch {
	case v.Stopped != "":
		return "not checked: " + v.Stopped
	case v.Fault == Unread:
		return "not a puzzle: " + v.Error
	case v.Fault == Refuted:
		return v.replay() + "; wrong record: " + v.Error
	case v.Malformed:
		return "malformed: " + v.Error
	case v.Fault == Illegal:
		return "illegal: " + v.Error
	case v.Impossible && v.Solved:
		return "solved: it is impossible"
	case v.Impossible:
		return "not solved: no witness shows that it is impossible"
	case v.Minimum == nil:
		return v.replay()
	case *v.Minimum:
		return v.replay() + ", as few as min_presses"
	default:
		return v.replay() + ", more than min_presses"
	}
}

func (v *Verdict) replay() string {
	presses := textboard.Count(v.PressCount, "press", "presses")
	if v.Solved {
		return "solved, " + presses
	}
	return fmt.Sprintf("not solved: after %s, %s wrong", presses,
		textboard.Count(len(v.Wrong), "light is", "lights are"))
}
