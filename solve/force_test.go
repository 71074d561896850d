package solve

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/fewest"
)

// The minimum of every random puzzle is that of trying all presses: boards of every kind, two to nine states, with
// and without costs and forbidden switches, solvable or not.
func TestMinimaEqualBruteForce(t *testing.T) {
	for i := range tier.Size(400, 10000) {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		p, s := randomPuzzle(r)
		least := cheapestByForce(p, s)
		res, err := s.Minimum(t.Context(), p)
		_, unsolvable := errors.AsType[*UnsolvableError](err)
		switch what := fmt.Sprintf("puzzle %d, %s from %v without %v at %v", i, p.Board, p.On, s.Forbid, s.Costs); {
		case least < 0 && !unsolvable:
			t.Fatalf("%s: no answer, but %v, error %v", what, res, err)
		case least >= 0 && err != nil:
			t.Fatalf("%s: %v, want cost %d", what, err, least)
		case least >= 0 && (!res.Proved() || res.Cost != least || res.Why.Method == ""):
			t.Fatalf("%s: cost %d, minimum %v by %q (%s), want %d", what, res.Cost, res.Proved(), res.Words(), res.Why.Method, least)
		}
	}
}

// randomPuzzle is one with few presses to try, and a solver with some of the restrictions.
func randomPuzzle(r *rand.Rand) (*board.Puzzle, Solver) {
	const most = 1 << 12 // presses to try
	k := 2 + r.IntN(8)
	switches := 0
	for all := k; all <= most; all *= k {
		switches++
	}
	kinds := []string{"path:%d", "cycle:%d", "complete:%d", "star:%d", "grid:1x%d", "grid:2x%d", "torus:3x%d", "hexgrid:2x%d", "cylinder:2x%d"}
	var b *board.Board
	for b == nil || b.Switches() > switches {
		spec := fmt.Sprintf(kinds[r.IntN(len(kinds))], 1+r.IntN(switches))
		if r.IntN(3) == 0 {
			spec += ",self=off"
		}
		if k > 2 {
			spec += fmt.Sprintf(",mod=%d", k)
		}
		b, _ = board.Parse(spec) // some are too small for their kind
	}
	p, s := board.NewPuzzle(b), Solver{}
	p.On = b.Dark()
	if r.IntN(4) == 0 { // any state
		for l := range b.Lights() {
			p.On.Set(l, r.IntN(k))
		}
	} else {
		for x := range b.Switches() {
			b.Press(p.On, x, r.IntN(k))
		}
	}
	if r.IntN(2) == 0 {
		s.Forbid = []int{r.IntN(b.Switches())}
	}
	if r.IntN(2) == 0 {
		dearest := []int{3, 100, 1 << 20, maxCost}[r.IntN(4)]
		for range b.Switches() {
			s.Costs = append(s.Costs, 1+r.IntN(dearest))
		}
	}
	return p, s
}

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
