package solve

import (
	"errors"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/fewest"
)

// cheapestByForce is the least cost of any presses that reach the goal, or −1.
func cheapestByForce(p *board.Puzzle, s Solver) int {
	least := -1
	for x := range boardtest.AnswersInColour(p, s.Forbid, nil) {
		cost := 0
		for i := range len(x) {
			cost += int(x[i]) * int(s.costOf(i))
		}
		if least < 0 || cost < least {
			least = cost
		}
	}
	return least
}

// Sixteen switches that cost as much as a switch may, or a little less, by every method.
func TestLargestCosts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, spec := range []string{"4x4", "torus:4x4", "4x4,self=off", "complete:16"} {
		b := boardtest.Parse(t, spec)
		for range 4 {
			p, s := board.NewPuzzle(b), Solver{}
			p.On = board.Bits(b.Apply(gf2.VecOf(16, r.Perm(16)[:8]...)))
			for range 16 {
				s.Costs = append(s.Costs, maxCost-r.IntN(2)*r.IntN(1<<28))
			}
			least := cheapestByForce(p, s)
			for _, method := range append([]string{""}, forcedNames("two")...) {
				s.Engine = method
				res, err := s.Minimum(t.Context(), p)
				if method != "" && errors.Is(err, fewest.ErrMethod) {
					continue
				}
				if err != nil || !res.Proved() || res.Cost != least {
					t.Errorf("%s by %q: %+v, error %v, want cost %d", spec, method, res, err, least)
				}
			}
		}
	}
}

// Whether a bound is met does not depend on the clock: a search that may end early ends at the same place.
func TestEnoughIsAlwaysTheSame(t *testing.T) {
	b := boardtest.Parse(t, "toric:7")
	p := board.NewPuzzle(b)
	p.On = board.Bits(b.Apply(randomPresses(b, 3)))
	least, err := Minimum(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for atMost := least.Cost - 1; atMost < least.Cost+4; atMost++ {
		var first board.State
		for workers := range 4 {
			res, err := Solver{Conditions: Conditions{AtMost: &atMost}, Workers: 1 + workers}.Any(t.Context(), p)
			if _, none := errors.AsType[*UnsolvableError](err); none != (atMost < least.Cost) {
				t.Fatalf("at most %d: %v, and the fewest are %d", atMost, err, least.Cost)
			}
			if err != nil {
				continue
			}
			if workers == 0 {
				first = res.Best
			}
			if !res.Best.Equal(first) || res.PressCount() > atMost {
				t.Errorf("at most %d with %d workers: %v, and %v with one", atMost, 1+workers, res.Best, first)
			}
		}
	}
}
