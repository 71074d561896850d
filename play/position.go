package play

import (
	"lightsout/board"
	"lightsout/gf2"
)

// position is a board with its current lights. Missing lists are empty. Where lights have more than two states,
// on and goal repeat a light as often as its state says.
type position struct {
	Board     boardRef `json:"board"`
	On        []int    `json:"on"`
	Goal      []int    `json:"goal"`
	DontCare  []int    `json:"dont_care"` // lights that do not matter in the goal
	Forbidden []int    `json:"forbidden"`
}

// puzzle converts the position.
func (a *API) puzzle(p position) (*board.Puzzle, error) {
	b, err := a.board(p.Board)
	if err != nil {
		return nil, err
	}
	puzzle := &board.Puzzle{Board: b}
	if b.States() > 2 {
		if puzzle.OnStates, err = states(b, p.On); err != nil {
			return nil, err
		}
		puzzle.GoalStates, err = states(b, p.Goal)
	} else {
		if puzzle.On, err = set("light", b.Lights(), p.On); err != nil {
			return nil, err
		}
		puzzle.Goal, err = set("light", b.Lights(), p.Goal)
	}
	if err != nil {
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

// states converts a list that repeats lights to the state of each.
func states(b *board.Board, list []int) ([]uint8, error) {
	state := make([]uint8, b.Lights())
	for _, l := range list {
		if l < 0 || l >= len(state) {
			return nil, outOfRange("light", l, len(state))
		}
		if state[l]++; int(state[l]) == b.States() {
			return nil, badRequest("light %d is named %d times; its states are 0 to %d", l, b.States(), b.States()-1)
		}
	}
	return state, nil
}

// repeated lists each light as often as its state says.
func repeated(state []uint8) []int {
	list := []int{}
	for l, d := range state {
		for range d {
			list = append(list, l)
		}
	}
	return list
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
