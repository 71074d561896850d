package play

import (
	"context"
	"errors"
	"time"

	"lightsout/board"
	"lightsout/gf2"
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
}

func (a *API) newPuzzle(ctx context.Context, r newRequest) (*drawn, error) {
	b, err := a.board(r.Board)
	if err != nil {
		return nil, err
	}
	drawn, err := a.draw(ctx, b, r.Presses, r.Seed)
	if err != nil {
		return nil, err
	}
	p := board.NewPuzzle(b)
	if p.On, err = numbers("light", b.Lights(), b.States(), drawn.On); err == nil {
		drawn.Puzzle, err = nameOf(p)
	}
	return drawn, err
}

// week is the board of the daily puzzle for each day of the week, with its number of presses. No state
// of the Petersen graph needs more than 3.
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

// dailyRequest asks for the puzzle of a date, in the form 2006-01-02.
type dailyRequest struct {
	Date string `json:"date"` // such as 2026-11-15
}

// dailyPuzzle is a puzzle with its board.
type dailyPuzzle struct {
	loaded
	// Number counts the days since 31 December 2025.
	Number  int  `json:"number"` // of the day; 1 is 1 January 2026
	Best    int  `json:"best"`   // how many presses solve it
	Minimum bool `json:"minimum"`
}

func (a *API) daily(ctx context.Context, r dailyRequest) (*dailyPuzzle, error) {
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
	p.On = board.Bits(gf2.VecOf(b.Lights(), drawn.On...))
	puzzle, err := a.loaded(ctx, p)
	if err != nil {
		return nil, err
	}
	number := int(day.Sub(time.Date(2025, time.December, 31, 0, 0, 0, 0, time.UTC)).Hours() / 24)
	return &dailyPuzzle{loaded: *puzzle, Number: number, Best: drawn.Presses, Minimum: drawn.Minimum}, nil
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
