package solve

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// A refutation has no fields of an answer, and tells an unsolvable puzzle from a condition.
func TestRefutationsAsRecords(t *testing.T) {
	unsolvable := board.NewPuzzle(boardtest.Parse(t, "5x5"))
	unsolvable.On, _ = board.ParseState(unsolvable.Board, "1")
	for _, c := range []struct {
		solver Solver
		puzzle *board.Puzzle
		want   string
	}{
		{Solver{}, unsolvable,
			`{"board":"grid:5x5","lights":25,"switches":25,"solvable":false,"witness":[0,1,3,4,10,11,13,14,20,21,23,24],"seconds":0}`},
		{Solver{AtMost: new(3)}, board.NewPuzzle(boardtest.Parse(t, "3x3")),
			`{"board":"grid:3x3","lights":9,"switches":9,"solvable":true,"feasible":false,"reason":"with at most 3 presses","seconds":0}`},
	} {
		_, err := c.solver.Any(context.Background(), c.puzzle)
		no, ok := errors.AsType[*UnsolvableError](err)
		if !ok {
			t.Fatal(err)
		}
		record, err := no.Answer(c.puzzle, -1)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(record); err != nil || string(got) != c.want {
			t.Errorf("got  %s (%v)\nwant %s", got, err, c.want)
		}
	}
}

// Presses are left out where they are too many, but no presses are a list.
func TestPressesOfARecord(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	res, err := Any(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for most, listed := range map[int]bool{-1: true, 0: false, 4: false, 5: true} {
		if a, err := res.Answer(most); err != nil || (a.Presses != nil) != listed || *a.PressCount != 5 {
			t.Errorf("at most %d: %v of %d", most, a.Presses, *a.PressCount)
		}
	}
	p.On, _ = board.ParseState(p.Board, "none")
	if res, err = Any(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if a, err := res.Answer(0); err != nil || a.Presses == nil {
		t.Error("no presses are needed, and the record does not say so")
	}
}
