package play

import (
	"lightsout/board"
	"lightsout/gf2"
)

// Position is a board with its lights as they are now; what is left out is empty.
type Position struct {
	Board     BoardRef `json:"board"`
	On        []int    `json:"on"`
	Goal      []int    `json:"goal"`
	Forbidden []int    `json:"forbidden"`
}

// puzzle is the position as the library takes it.
func (a *API) puzzle(p Position) (*board.Puzzle, error) {
	b, err := a.board(p.Board)
	if err != nil {
		return nil, err
	}
	puzzle := &board.Puzzle{Board: b}
	if puzzle.On, err = set("light", b.Lights(), p.On); err != nil {
		return nil, err
	}
	if puzzle.Goal, err = set("light", b.Lights(), p.Goal); err != nil {
		return nil, err
	}
	if len(p.Forbidden) > 0 {
		puzzle.Forbidden, err = set("switch", b.Switches(), p.Forbidden)
	}
	return puzzle, err
}

// set makes a vector of a list of indices.
func set(what string, n int, list []int) (gf2.Vec, error) {
	v := gf2.NewVec(n)
	for _, i := range list {
		if i < 0 || i >= n {
			return v, badRequest("%s %d is out of range: the board has %d", what, i+1, n)
		}
		if v.Bit(i) {
			return v, badRequest("%s %d is named twice", what, i+1)
		}
		v.Set(i, true)
	}
	return v, nil
}
