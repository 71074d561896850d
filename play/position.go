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

// board is for methods whose cost grows with the board.
func (p position) board() boardRef { return p.Board }

// puzzle converts the position.
func (a *API) puzzle(p position) (*board.Puzzle, error) {
	b, err := a.board(p.Board)
	if err != nil {
		return nil, err
	}
	puzzle := &board.Puzzle{Board: b}
	if puzzle.On, err = numbers("light", b.Lights(), b.States(), p.On); err != nil {
		return nil, err
	}
	if puzzle.Goal, err = numbers("light", b.Lights(), b.States(), p.Goal); err != nil {
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

// numbers converts a list that names each of n things as often as its number says, less than mod times.
func numbers(what string, n, mod int, list []int) (board.State, error) {
	state := board.NewState(n, mod)
	for _, i := range list {
		if i < 0 || i >= n {
			return state, outOfRange(what, i, n)
		}
		if state.Add(i, 1); state.At(i) == 0 {
			return state, badRequest("%s %d is named %d times; with %[3]d states it can be at most %d", what, i, mod, mod-1)
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
