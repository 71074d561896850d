package play

import (
	"lightsout/board"
	"lightsout/gf2"
)

// position is a board with its current lights. Missing lists are empty. Where lights have more than two states,
// on and goal repeat a light as often as its state says.
type position struct {
	Board     boardRef `json:"board"` // the SPEC (which must not name a file), or an object with these fields:
	On        []int    `json:"on"`
	Goal      []int    `json:"goal"`
	DontCare  []int    `json:"dont_care"`
	Forbidden []int    `json:"forbidden"`
}

// puzzle converts the position.
func (a *API) puzzle(p position) (*board.Puzzle, error) {
	b, err := a.board(p.Board)
	if err != nil {
		return nil, err
	}
	puzzle := &board.Puzzle{Board: b}
	if puzzle.On, err = state(b, p.On); err != nil {
		return nil, err
	}
	if puzzle.Goal, err = state(b, p.Goal); err != nil {
		return nil, err
	}
	if len(p.DontCare) > 0 {
		if puzzle.DontCare, err = set("light", b.Lights(), p.DontCare); err != nil {
			return nil, err
		}
	}
	if len(p.Forbidden) > 0 {
		puzzle.Forbidden, err = set("switch", b.Switches(), p.Forbidden)
	}
	return puzzle, err
}

// state converts a list that repeats lights as often as their states say.
func state(b *board.Board, list []int) (board.State, error) {
	if b.States() == 2 {
		v, err := set("light", b.Lights(), list)
		return board.Bits(v), err
	}
	state := board.NewState(b.Lights(), b.States())
	for _, l := range list {
		if l < 0 || l >= state.Len() {
			return state, outOfRange("light", l, state.Len())
		}
		if state.Add(l, 1); state.At(l) == 0 {
			return state, badRequest("light %d is named %d times; its states are 0 to %d", l, b.States(), b.States()-1)
		}
	}
	return state, nil
}

// set converts a list of indices to a vector.
func set(what string, n int, list []int) (gf2.Vec, error) {
	v := gf2.NewVec(n)
	for _, i := range list {
		if i < 0 || i >= n {
			return v, outOfRange(what, i, n)
		}
		if v.Bit(i) {
			return v, badRequest("%s %d is named twice", what, i)
		}
		v.Set(i, true)
	}
	return v, nil
}

func outOfRange(what string, i, n int) error {
	return badRequest("%s %d is out of range: the board has %d, counted from 0", what, i, n)
}
