package play

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// A daily puzzle depends on its date only, and is the same everywhere. From firstDoors on each day has two: one
// behind each door. Days before it, and requests without a door, have the puzzle of the week.

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

// firstDoors is the first day with two doors, a Monday. Scripts of the page know it, too (js/progress.js).
var firstDoors = time.Date(2026, time.November, 23, 0, 0, 0, 0, time.UTC)

// door is one of the two puzzles of a day.
type door struct {
	// boards take turns. Their number has no factor in common with 7, so that every day of the week meets each of
	// them; step is from one day to the next.
	boards []string
	step   int
	// presses is how many a puzzle needs, from Monday to Sunday. Every board has states that need as many.
	presses [7]int
	seed    uint64 // tells the doors of a day apart
}

var doors = map[string]door{
	"easy": {
		boards: []string{
			"grid:3x3", "torus:4x4", "hex:3", "grid:4x4", "platonic:dodecahedron", "merlin",
			"hexgrid:4x4", "hypercube:4", "torus:5x5", "triangle:4", "grid:2x3x3",
		},
		step: 3, presses: [7]int{3, 3, 4, 4, 5, 5, 6}, seed: 1,
	},
	"hard": {
		boards: []string{
			"grid:5x5", "mobius:5x6", "hex:4", "torus:5x6", "grid:6x6", "trigrid:4x7",
			"klein:5x6", "grid:3x3x3", "hexgrid:5x5", "cylinder:5x6", "triangle:5",
		},
		step: 4, presses: [7]int{7, 8, 9, 10, 11, 12, 13}, seed: 2,
	},
}

// dailyRequest asks for the puzzle of a date, in the form 2006-01-02.
type dailyRequest struct {
	Date string `json:"date"` // such as 2026-11-15; today if left out
	Door string `json:"door"` // easy or hard, from 2026-11-23 on; without it the puzzle of the week
}

// dailyPuzzle is a puzzle with its board.
type dailyPuzzle struct {
	loaded
	// Number counts the days since 31 December 2025.
	Number  int  `json:"number"` // of the day; 1 is 1 January 2026
	Best    int  `json:"best"`   // how many presses solve it
	Minimum bool `json:"minimum"`
	board   *board.Puzzle
}

// Doors names the puzzles of a day: easy and hard, or before 23 November 2026 the one that has no name.
func Doors(day time.Time) []string {
	if day.Before(firstDoors) {
		return []string{""}
	}
	return []string{"easy", "hard"}
}

// Daily is the puzzle of a day behind a door, as the page has it, with an answer.
func Daily(ctx context.Context, day time.Time, door string) (*puzzlefile.Record, error) {
	date := day.Format(time.DateOnly)
	drawn, err := New(Limits{Time: time.Hour}).daily(ctx, dailyRequest{Date: date, Door: door})
	if err != nil {
		return nil, err
	}
	r := &puzzlefile.Record{
		Puzzle: *drawn.board, Index: uint64(max(1, drawn.Number) - 1), Seed: draftOf(day, door).seed,
		Nullity: drawn.View.Nullity, MinPresses: &drawn.Best,
	}
	answer, err := solve.Solver{}.Minimum(ctx, &r.Puzzle)
	if err != nil {
		return nil, err
	}
	r.Presses, r.Answers = answer.Best.Indices(), answer.Algebra.Answers.String()
	r.ID, err = json.Marshal(strings.TrimSuffix("daily/"+date+"/"+door, "/"))
	return r, err
}

// draft is how the puzzle of a day is drawn.
type draft struct {
	spec    string
	presses int
	seed    uint64
	number  int
}

// draftOf is that of a day behind a door, which is there.
func draftOf(day time.Time, name string) draft {
	year, month, date := day.Date()
	d := draft{
		spec: week[day.Weekday()].spec, presses: week[day.Weekday()].presses,
		seed:   uint64(year*10000 + int(month)*100 + date),
		number: int(day.Sub(time.Date(2025, time.December, 31, 0, 0, 0, 0, time.UTC)).Hours() / 24),
	}
	if door, there := doors[name]; there {
		d.spec = door.boards[d.number*door.step%len(door.boards)]
		d.presses = door.presses[(day.Weekday()+6)%7]
		d.seed = d.seed*10 + door.seed
	}
	return d
}

func (a *API) daily(ctx context.Context, r dailyRequest) (*dailyPuzzle, error) {
	if r.Date == "" {
		r.Date = time.Now().Format(time.DateOnly)
	}
	day, err := time.Parse(time.DateOnly, r.Date)
	switch {
	case err != nil:
		return nil, badRequest("%q is not a date: write it as 2006-01-02", clip(r.Date))
	case r.Door != "" && doors[r.Door].boards == nil:
		return nil, badRequest("there is no door %q: choose easy or hard", clip(r.Door))
	case r.Door != "" && day.Before(firstDoors):
		return nil, badRequest("the puzzle of %s has no doors: days have two from %s on",
			r.Date, firstDoors.Format(time.DateOnly))
	}
	draft := draftOf(day, r.Door)
	b, err := board.Parse(draft.spec)
	if err != nil {
		return nil, err
	}
	drawn, err := a.draw(ctx, b, draft.presses, draft.seed)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return nil, err // what there is by then is not the puzzle of the day
	}
	puzzle, err := a.loaded(ctx, drawn.board)
	if err != nil {
		return nil, err
	}
	return &dailyPuzzle{loaded: *puzzle, Number: draft.number, Best: drawn.Presses, Minimum: drawn.Minimum,
		board: drawn.board}, nil
}
