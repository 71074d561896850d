package play

import (
	"encoding/json"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/strictjson"
)

// position is a board with its current lights. As on the command line, all lights are on and the goal is none unless
// the request says otherwise.
type position struct {
	Board boardRef `json:"board"` // the SPEC, or an object with these fields:
	// On, Goal and Forbidden are texts as the command takes them, or lists of numbers from 0. Where lights have more
	// than two states, On and Goal repeat a light as often as its state says.
	On        cells `json:"on"`   // --on or list
	Goal      cells `json:"goal"` // --goal or list
	DontCare  []int `json:"dont_care"`
	Forbidden cells `json:"forbidden"` // --forbid or list
}

// cells names lights or switches: a list of numbers from 0, or a text.
type cells = json.RawMessage

// board is for methods whose cost grows with the board.
func (p position) board() boardRef { return p.Board }

// puzzle converts the position.
func (a *API) puzzle(p position) (*board.Puzzle, error) {
	b, err := a.board(p.Board)
	if err != nil {
		return nil, err
	}
	puzzle := board.NewPuzzle(b)
	on, onText, err := namedCells("on", p.On)
	if err != nil {
		return nil, err
	}
	goal, goalText, err := namedCells("goal", p.Goal)
	if err == nil {
		err = puzzle.SetLights(onText, goalText, randomSeed)
	}
	if err == nil && on != nil {
		puzzle.On, err = numbers("light", b.Lights(), b.States(), on)
	}
	if err == nil && goal != nil {
		puzzle.Goal, err = numbers("light", b.Lights(), b.States(), goal)
	}
	if err != nil {
		return nil, err
	}
	if len(p.DontCare) > 0 {
		if puzzle.DontCare, err = set("light", b.Lights(), p.DontCare); err != nil {
			return nil, err
		}
	}
	forbidden, text, err := namedCells("forbidden", p.Forbidden)
	if err == nil && text != "" {
		if forbidden, err = b.ParseSwitches(text); err != nil {
			err = badRequest("forbidden: %v", err)
		}
	}
	if err == nil && len(forbidden) > 0 {
		puzzle.Forbidden, err = set("switch", b.Switches(), forbidden)
	}
	return puzzle, err
}

// namedCells is the list or the text of a field, whichever it is. Both are empty if it was left out.
func namedCells(field string, c cells) (list []int, text string, err error) {
	if len(c) == 0 || string(c) == "null" {
		return nil, "", nil
	}
	if c[0] == '"' {
		if err := json.Unmarshal(c, &text); err != nil {
			return nil, "", badRequest("%s: %v", field, err)
		}
		if text == "" {
			return nil, "", badRequest("%s: an empty text names nothing: write none, or leave it out", field)
		}
		return nil, text, nil
	}
	var lists map[string][]int
	object := slices.Concat([]byte(`{"`+field+`":`), c, []byte("}"))
	if err := strictjson.Decode(object, &lists, strictjson.Known); err != nil {
		return nil, "", badRequest("%v", err)
	}
	return lists[field], "", nil
}

// numbers converts a list that names each of n things as often as its number says, less than mod times.
func numbers(what string, n, mod int, list []int) (board.State, error) {
	state := board.NewState(n, mod)
	for _, i := range list {
		if i < 0 || i >= n {
			return state, outOfRange(what, i, n)
		}
		if state.Set(i, state.At(i)+1); state.At(i) == 0 {
			return state, badRequest("%s %d is named %d times; with %[3]d states it can be at most %d",
				what, i, mod, mod-1)
		}
	}
	return state, nil
}

// set converts a list of indices to a vector.
func set(what string, n int, list []int) (gf2.Vec, error) {
	state, err := numbers(what, n, 2, list)
	return state.Bits(), err
}

func outOfRange(what string, i, n int) error {
	return badRequest("%s %d is out of range: the board has %d, counted from 0", what, i, n)
}
