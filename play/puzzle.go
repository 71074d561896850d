package play

import (
	"context"
	"errors"

	"lightsout/board"
)

// newRequest asks for a random puzzle whose goal is all off.
type newRequest struct {
	Board boardRef `json:"board"` // as in a position
	// Presses is the minimum number of presses that the puzzle should need.
	Presses int `json:"presses"` // how many presses the puzzle should need
	// Seed determines the puzzle: the same request gives the same one.
	Seed uint64 `json:"seed"`
}

// drawn is a new puzzle.
type drawn struct {
	On []int `json:"on"`
	// Presses is how many presses solve the puzzle, and Minimum whether that is proved to be the
	// fewest. It may differ from the request where such states are rare.
	Presses int    `json:"presses"` // how many presses solve it; may be fewer than asked for
	Minimum bool   `json:"minimum"`
	Puzzle  string `json:"puzzle"` // as load has it
	board   *board.Puzzle
}

func (a *API) newPuzzle(ctx context.Context, r newRequest) (*drawn, error) {
	b, err := a.board(r.Board)
	if err != nil {
		return nil, err
	}
	// On a machine so slow that the player would wait too long, what there is by then will do.
	drawing, cancel := context.WithTimeout(ctx, a.limits.Time/2)
	defer cancel()
	drawn, err := a.draw(drawing, b, r.Presses, r.Seed)
	if err != nil {
		return nil, err
	}
	drawn.Puzzle, err = nameOf(drawn.board)
	return drawn, err
}

// errNothingToDraw is for boards without a solvable state other than the goal.
var errNothingToDraw = errors.New("no switch of this board flips any light: there is nothing to play")

func checkPresses(b *board.Board, presses int) error {
	if presses < 1 {
		return badRequest("a puzzle needs at least one press, not %d", presses)
	}
	if most := b.Switches() * (b.States() - 1); presses > most {
		return badRequest("%d presses are more than the %d switches of the board take", presses, b.Switches())
	}
	if b.Shape().Flips == 0 {
		return errNothingToDraw
	}
	return nil
}
