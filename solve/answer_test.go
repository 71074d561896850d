package solve

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// A refutation has no fields of an answer, and tells an unsolvable puzzle from a condition.
func TestRefutationsAsRecords(t *testing.T) {
	unsolvable := board.NewPuzzle(boardtest.Parse(t, "5x5"))
	unsolvable.On, _ = unsolvable.Board.ParseState("1")
	for _, c := range []struct {
		solver Solver
		puzzle *board.Puzzle
		want   string
	}{
		{Solver{}, unsolvable,
			`{"board":"grid:5x5","lights":25,"switches":25,"solvable":false,"witness":[0,1,3,4,10,11,13,14,20,21,23,24],"answers":"0","seconds":0}`},
		{Solver{Conditions: Conditions{AtMost: new(3)}}, board.NewPuzzle(boardtest.Parse(t, "3x3")),
			`{"board":"grid:3x3","lights":9,"switches":9,"solvable":true,"feasible":false,"reason":"with at most 3 presses","seconds":0}`},
	} {
		_, err := c.solver.Any(context.Background(), c.puzzle)
		no, ok := errors.AsType[*UnsolvableError](err)
		if !ok {
			t.Fatal(err)
		}
		if got, err := json.Marshal(no.Answer(c.puzzle, -1)); err != nil || string(got) != c.want {
			t.Errorf("got  %s (%v)\nwant %s", got, err, c.want)
		}
	}
}

// minimum and lower_bound speak of the presses; what they cost has fields of its own.
func TestCostsOfARecord(t *testing.T) {
	costs := make([]int, 16)
	for x := range costs {
		costs[x] = 1 + 100*(x%2)
	}
	p := board.NewPuzzle(boardtest.Parse(t, "4x4"))
	fewest, err := Minimum(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Solver{Conditions: Conditions{Costs: costs}}.Minimum(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	a := res.Answer(-1)
	if !*a.CostMinimum || *a.CostLowerBound != *a.Cost || *a.Cost != res.Cost {
		t.Errorf("the cheapest answer is proved, but the record says %v, %d of %d", *a.CostMinimum, *a.CostLowerBound, *a.Cost)
	}
	if *a.LowerBound > fewest.PressCount() || *a.Minimum && *a.PressCount != fewest.PressCount() {
		t.Errorf("the record says %v, at least %d presses; the fewest are %d", *a.Minimum, *a.LowerBound, fewest.PressCount())
	}
}

// Check accepts exactly the answers that trying every set of switches finds within the constraints.
func TestCheckKeepsToConstraints(t *testing.T) {
	for _, r := range []boardtest.Restrictions{
		{}, {Forbid: []int{1, 4}}, {Require: []int{0, 2}}, {AtMost: new(4)}, {AtLeast: new(6)}, {Forbid: []int{5}, Require: []int{2}, AtMost: new(4), AtLeast: new(4)},
	} {
		p := board.NewPuzzle(boardtest.Parse(t, "torus:3x3"))
		p.Forbidden = gf2.VecOf(p.Board.Switches(), 8)
		answers := boardtest.Answers(p, r)
		s := Solver{Conditions: Conditions{Forbid: r.Forbid, Require: r.Require, AtMost: r.AtMost, AtLeast: r.AtLeast}}
		for set := range uint64(1) << 9 {
			var presses []int
			for x := range 9 {
				if set>>x&1 == 1 {
					presses = append(presses, x)
				}
			}
			if v := s.Check(p, presses); v.Solved != slices.Contains(answers, set) {
				t.Errorf("%+v: %v: %+v", r, presses, v)
			}
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
		if a := res.Answer(most); (a.Presses != nil) != listed || *a.PressCount != 5 {
			t.Errorf("at most %d: %v of %d", most, a.Presses, *a.PressCount)
		}
	}
	p.On, _ = p.Board.ParseState("none")
	if res, err = Any(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	if res.Answer(0).Presses == nil {
		t.Error("no presses are needed, and the record does not say so")
	}
}
