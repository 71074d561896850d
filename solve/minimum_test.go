package solve

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// Ranging over a list that was not asked for gives an error, not an empty list.
func TestLightestOnlyIfAsked(t *testing.T) {
	for _, spec := range []string{"4x4", "2x3,mod=3", "400x400"} {
		p := board.NewPuzzle(boardtest.Parse(t, spec))
		for name, ask := range map[string]func(context.Context, *board.Puzzle) (*Result, error){"any": Any, "minimum": Minimum} {
			if spec == "400x400" && name == "minimum" {
				continue
			}
			res, err := ask(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if res.Lightest != nil {
				continue
			}
			ranged := false
			for _, err := range res.EachLightest {
				if ranged = true; err == nil {
					t.Errorf("%s, %s: an answer without a question", spec, name)
				}
			}
			if !ranged {
				t.Errorf("%s, %s: an empty list", spec, name)
			}
		}
	}
}

// A result has why it was stopped exactly if something that was asked for is missing, and in words that do
// not speak of contexts. Here the board is known, and the time is over before the search begins.
func TestStoppedOnlyIfUnproved(t *testing.T) {
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	proved := map[bool]int{}
	check := func(t rapid.TB, p *board.Puzzle) {
		s := Solver{}.Remembering()
		if _, err := s.Any(context.Background(), p); err != nil {
			return // it has no answer
		}
		res, err := s.Minimum(late, p)
		if err != nil {
			t.Fatalf("%s: %v", p.Board, err)
		}
		proved[res.Proved()]++
		record := res.Answer(-1)
		if res.Proved() != (res.Stopped == nil) || res.Proved() != (record.Stopped == "") {
			t.Fatalf("%s: minimum %t, stopped %v, %q", p.Board, res.Proved(), res.Stopped, record.Stopped)
		}
		if !res.Proved() && record.Stopped != "the time limit was reached" {
			t.Fatalf("%s: %q", p.Board, record.Stopped)
		}
		few := len(record.Presses)
		s.AtMost = &few
		if res, err := s.Any(context.Background(), p); err != nil || res.Stopped != nil {
			t.Fatalf("%s: any answer of at most %d presses: %+v, %v", p.Board, few, res, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(t, boardtest.DrawPuzzle(t, boardtest.Draw(t))) })
	for _, spec := range []string{"3x3", "5x5", "9x9", "torus:6x6", "toric:5"} { // of both kinds
		check(t, board.NewPuzzle(boardtest.Parse(t, spec)))
	}
	if len(proved) < 2 {
		t.Errorf("proved or not: %v, both should occur", proved)
	}
}
