package play

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"
)

// From the first day with two doors on, a year of puzzles needs as many presses as its day of the week says, on boards that take
// turns on every day of the week. The hash holds what they are: a puzzle that was shared must stay the same.
func TestDoors(t *testing.T) {
	t.Parallel()
	api := New(Limits{})
	days := 365
	if testing.Short() {
		days = 42
	}
	slowest := time.Duration(0)
	for name, want := range map[string]string{"easy": "953814ed0b08", "hard": "c538bc7fd6c5"} {
		boards := map[time.Weekday]map[string]bool{}
		sum := sha256.New()
		for i := range days {
			day := firstDoors.AddDate(0, 0, i)
			began := time.Now()
			p := ask[dailyPuzzle](t, api, "daily", dailyRequest{Date: day.Format(time.DateOnly), Door: name})
			slowest = max(slowest, time.Since(began))
			if presses := doors[name].presses[(day.Weekday()+6)%7]; p.Best != presses || !p.Minimum {
				t.Errorf("%s, %s: %d presses on %s (proved: %v), want %d", day.Format(time.DateOnly), name, p.Best, p.View.Ref.Spec, p.Minimum, presses)
			}
			if boards[day.Weekday()] == nil {
				boards[day.Weekday()] = map[string]bool{}
			}
			boards[day.Weekday()][p.View.Ref.Spec] = true
			if i < 42 {
				fmt.Fprintln(sum, p.Puzzle)
			}
		}
		for weekday, specs := range boards {
			if len(specs) < min(days/7, 11) {
				t.Errorf("%s, %s: only %v", name, weekday, slices.Sorted(maps.Keys(specs)))
			}
		}
		if got := fmt.Sprintf("%x", sum.Sum(nil)[:6]); got != want {
			t.Errorf("the puzzles of the first six weeks, %s, have the hash %s, not %s", name, got, want)
		}
	}
	t.Logf("the slowest took %v", slowest)
}

// Links without a door keep their puzzle, also after the change; and a door that is not there is refused.
func TestDaysWithoutDoors(t *testing.T) {
	t.Parallel()
	api := New(Limits{})
	sum := sha256.New()
	for i := range 21 {
		p := ask[dailyPuzzle](t, api, "daily", dailyRequest{Date: time.Date(2026, 11, 9+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)})
		fmt.Fprintln(sum, p.Number, p.Puzzle, p.Best)
	}
	if got, want := fmt.Sprintf("%x", sum.Sum(nil)[:6]), "f5cad6636093"; got != want {
		t.Errorf("the puzzles of three weeks have the hash %s, not %s", got, want)
	}
	for _, r := range []dailyRequest{{"2026-11-22", "easy"}, {"2026-11-23", "Easy"}, {"2026-11-23/easy", ""}} {
		if _, err := tryAsk[dailyPuzzle](api, "daily", r); err == nil {
			t.Errorf("%+v has a puzzle", r)
		}
	}
}

// Without a date it is today's. A test at midnight may see the day change, and asks again.
func TestDailyIsTodays(t *testing.T) {
	api := New(Limits{})
	for range 2 {
		date := time.Now().Format(time.DateOnly)
		today := ask[dailyPuzzle](t, api, "daily", dailyRequest{})
		if ask[dailyPuzzle](t, api, "daily", dailyRequest{Date: date}).Number == today.Number {
			return
		}
	}
	t.Error("it is another day's")
}

// A machine that is too slow for the puzzle of a day has none, and never another.
func TestDailyOfASlowMachine(t *testing.T) {
	t.Parallel()
	r := dailyRequest{Date: "2026-12-06", Door: "hard"}
	want := ask[dailyPuzzle](t, New(Limits{Time: time.Minute}), "daily", r)
	refused := 0
	for limit := time.Nanosecond; limit < time.Second; limit *= 4 {
		got, err := tryAsk[dailyPuzzle](New(Limits{Time: limit}), "daily", r)
		switch {
		case err != nil:
			refused++
		case got.Puzzle != want.Puzzle || got.Best != want.Best:
			t.Errorf("in %v it is %s of %d presses, else %s of %d", limit, got.Puzzle, got.Best, want.Puzzle, want.Best)
		}
	}
	if refused == 0 {
		t.Error("no limit was too short")
	}
}
