package play

import (
	"context"
	"errors"
	"time"

	"lightsout/board"
	"lightsout/gf2"
)

// NewRequest asks for a random puzzle, all of whose lights should go off.
type NewRequest struct {
	Board BoardRef `json:"board"`
	// Presses is how many presses the puzzle should need at the least.
	Presses int `json:"presses"`
	// Seed decides the draw: the same request gives the same puzzle.
	Seed uint64 `json:"seed"`
}

// Drawn is a new puzzle.
type Drawn struct {
	On []int `json:"on"`
	// Presses is how many presses the puzzle needs, and Minimum whether fewer are proved to be
	// impossible. Presses may differ from what was wished where such states are rare.
	Presses int  `json:"presses"`
	Minimum bool `json:"minimum"`
}

func (a *API) newPuzzle(ctx context.Context, r NewRequest) (*Drawn, error) {
	b, err := a.board(r.Board)
	if err != nil {
		return nil, err
	}
	return a.draw(ctx, b, r.Presses, r.Seed)
}

// A daily puzzle: one board for each day of the week, from gentle to demanding. No state of the
// Petersen graph needs more than 3.
var week = [7]struct {
	spec    string
	presses int
}{
	time.Monday:    {"grid:4x4", 4},
	time.Tuesday:   {"grid:5x5", 6},
	time.Wednesday: {"torus:5x5", 6},
	time.Thursday:  {"petersen", 3},
	time.Friday:    {"grid:6x6", 9},
	time.Saturday:  {"mobius:5x6", 8},
	time.Sunday:    {"grid:3x3x3", 9},
}

// DailyRequest asks for the puzzle of a day, written 2006-01-02.
type DailyRequest struct {
	Date string `json:"date"`
}

// Daily is a puzzle with its board.
type Daily struct {
	Loaded
	Best    int  `json:"best"`
	Minimum bool `json:"minimum"`
}

func (a *API) daily(ctx context.Context, r DailyRequest) (*Daily, error) {
	day, err := time.Parse(time.DateOnly, r.Date)
	if err != nil {
		return nil, badRequest("%q is not a date: write it as 2006-01-02", clip(r.Date))
	}
	today := week[day.Weekday()]
	b, err := board.Parse(today.spec)
	if err != nil {
		return nil, err
	}
	year, month, date := day.Date()
	drawn, err := a.draw(ctx, b, today.presses, uint64(year*10000+int(month)*100+date))
	if err != nil {
		return nil, err
	}
	p := board.NewPuzzle(b)
	p.On = gf2.VecOf(b.Lights(), drawn.On...)
	loaded, err := a.loaded(ctx, p)
	if err != nil {
		return nil, err
	}
	return &Daily{Loaded: *loaded, Best: drawn.Presses, Minimum: drawn.Minimum}, nil
}

// errNothingToDraw is for boards on which every state is the goal.
var errNothingToDraw = errors.New("no switch of this board flips any light: there is nothing to play")

func checkWish(b *board.Board, presses int) error {
	if presses < 1 {
		return badRequest("a puzzle needs at least one press, not %d", presses)
	}
	if presses > b.Switches() {
		return badRequest("%d presses are more than the %d switches of the board", presses, b.Switches())
	}
	for s := range b.Switches() {
		if len(b.Toggles(s)) > 0 {
			return nil
		}
	}
	return errNothingToDraw
}
