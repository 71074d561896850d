package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/fewest"
)

// pairsBoard is a random board whose switches flip two lights, or fewer.
func pairsBoard(t boardtest.TB, r *rand.Rand, lights, switches int) *board.Board {
	toggles := make([][]int, switches)
	for x := range toggles {
		list := r.Perm(lights)
		toggles[x] = list[:min(len(list), 2-max(0, r.IntN(6)-3))]
	}
	return boardtest.FromToggles(t, lights, toggles)
}

// Every question under all conditions together, by matching and without saying how, against trying all presses.
func TestMatchingUnderAllConditions(t *testing.T) {
	took := 0
	conform := func(t *rapid.T) {
		r := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "board")))
		p := boardtest.DrawPuzzle(t, pairsBoard(t, r, 1+r.IntN(7), 1+r.IntN(9)))
		o := newOracle(p, drawConditions(t, p))
		o.conforms(t)
		o.engine = fewest.Matching
		took += o.conforms(t)
	}
	for range tier.Size(10, 30) {
		rapid.Check(t, conform)
	}
	if took < 100 {
		t.Errorf("only %d questions were answered by matching", took)
	}
}

// A third light that does not matter is no light, and two switches that are pressed together are one.
func TestMatchingTakesWhatIsLeftOfASwitch(t *testing.T) {
	p := board.NewPuzzle(boardtest.FromToggles(t, 4, [][]int{{0, 1, 2}, {1, 2, 3}, {0, 2, 3}, {0}}))
	p.DontCare = gf2.VecOf(4, 2)
	square := board.NewPuzzle(boardtest.Parse(t, "2x2"))
	for _, c := range []struct {
		puzzle *board.Puzzle
		Conditions
		method string
	}{
		{p, Conditions{}, fewest.Matching},
		{board.NewPuzzle(p.Board), Conditions{}, fewest.Only},
		{board.NewPuzzle(boardtest.Parse(t, "2x3")), Conditions{Forbid: []int{1, 4}}, ""},
		{square, Conditions{Symmetric: "all"}, fewest.Only},
	} {
		want := newOracle(c.puzzle, c.Conditions).least
		res, err := Solver{Conditions: c.Conditions}.Minimum(t.Context(), c.puzzle)
		if err != nil || res.Cost != want || c.method != "" && res.Why.Method != c.method {
			t.Errorf("%s: %+v, %v, want %d by %s", c.puzzle.Board, res, err, want, c.method)
		}
	}
}

// Matching gives the same number as every other way that ends.
func TestMatchingAgreesWithOtherWays(t *testing.T) {
	compared := map[string]int{}
	for i := range tier.Size(150, 700) {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		b := pairsBoard(t, r, 4+r.IntN(20), 6+r.IntN(24))
		p := board.NewPuzzle(b)
		p.On = board.Bits(b.Apply(boardtest.Vec(b.Switches(), r.Uint64()&(1<<b.Switches()-1))))
		s := Solver{Engine: fewest.Matching}
		if r.IntN(2) == 0 {
			for range b.Switches() {
				s.Costs = append(s.Costs, 1+r.IntN(5))
			}
		}
		want, err := s.Minimum(t.Context(), p)
		if err != nil || !want.Proved() {
			t.Fatalf("board %d: %+v, %v", i, want, err)
		}
		for _, method := range []string{"tree", "walsh", "mitm"} {
			s.Engine = method
			got, err := s.Minimum(t.Context(), p)
			if errors.Is(err, fewest.ErrMethod) {
				continue
			}
			if err != nil || got.Proved() && got.Cost != want.Cost {
				t.Fatalf("board %d, %v from %v at %v: %d by matching, %d by %s: %v",
					i, b, p.On, s.Costs, want.Cost, got.Cost, method, err)
			}
			compared[method]++
		}
	}
	for _, method := range []string{"tree", "walsh"} {
		if compared[method] < 20 {
			t.Errorf("%s: compared %d times", method, compared[method])
		}
	}
}

// The nearest puzzle with the fewest presses, in boards of several parts.
func TestMatchingFindsTheNearest(t *testing.T) {
	for i := range tier.Size(300, 3000) {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		lights, switches := 1+r.IntN(9), 1+r.IntN(9)
		p := board.NewPuzzle(pairsBoard(t, r, lights, switches))
		p.On = board.Bits(boardtest.Vec(lights, r.Uint64()&(1<<lights-1)))
		if r.IntN(3) == 0 {
			p.DontCare = boardtest.Vec(lights, r.Uint64()&r.Uint64()&(1<<lights-1))
		}
		var s Solver
		if r.IntN(2) == 0 {
			for range switches {
				s.Costs = append(s.Costs, 1+r.IntN(5))
			}
		}
		if r.IntN(3) == 0 {
			s.Forbid = []int{r.IntN(switches)}
		}
		if x := r.IntN(switches); r.IntN(3) == 0 && !slices.Contains(s.Forbid, x) {
			s.Require = []int{x}
		}
		agreesWithForce(t, p, s)
	}
}

// Of all lights that may be changed on a larger board, without asking for each.
func TestMatchingComparesAllNearest(t *testing.T) {
	b := boardtest.Parse(t, "grid:4x4,switches=edges")
	for l := range b.Lights() {
		p := board.NewPuzzle(b)
		p.On = board.Bits(gf2.VecOf(b.Lights(), 0, 3, l))
		res, err := Solver{}.Nearest(t.Context(), p, NearestOptions{Fewest: true})
		compared := err == nil && res.Answer.Proved() && res.Answer.Words() == whicheverChanged
		if err != nil || res.Count != p.On.Weight()%2 || compared != (res.Count == 1) {
			t.Errorf("light %d: %+v, %+v, %v", l, res, res.Answer, err)
		}
	}
}

// Where no way of before came to an end: thousands of switches, proved.
func TestMatchingProvesLargeBoards(t *testing.T) {
	for _, spec := range []string{"toric:31", "grid:30x30", "grid:60x60", "hex:20"} {
		if !strings.HasPrefix(spec, "toric") {
			spec += ",switches=edges"
		}
		b := boardtest.Parse(t, spec)
		p := board.NewPuzzle(b)
		p.On = boardtest.Random(b, 1)
		res, err := Minimum(t.Context(), p)
		if err != nil || !res.Proved() || res.Why.Method != fewest.Matching {
			t.Errorf("%s: %+v, %v", spec, res, err)
		}
	}
}

// A search that is stopped has an answer, and a bound that holds.
func TestMatchingStops(t *testing.T) {
	b := boardtest.Parse(t, "grid:9x9,switches=edges")
	p := board.NewPuzzle(b)
	p.On = boardtest.Random(b, 1)
	for _, s := range []Solver{{}, {Conditions: Conditions{Require: []int{3, 5, 77}}}} {
		best, err := s.Minimum(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		pr, err := s.classify(t.Context(), p, fewestPresses)
		if err != nil {
			t.Fatal(err)
		}
		word, err := pr.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		over, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("that is enough"))
		d, err := pr.decide(t.Context(), word)
		if err != nil {
			t.Fatal(err)
		}
		f, err := d.Run(over)
		res := pr.found(over, f)
		if err != nil || res.Proved() || res.Stopped.Error() != "that is enough" {
			t.Fatalf("%+v, %v", res, err)
		}
		if err := pr.check(t.Context(), &res); err != nil {
			t.Fatal(err)
		}
		if res.Lower < len(s.Require) || res.Lower > best.Cost || res.Cost < best.Cost ||
			res.Cost > pr.whole(word).Weight() {
			t.Errorf("%d to %d presses, and the fewest are %d", res.Lower, res.Cost, best.Cost)
		}
	}
}

// Where it does not apply it says why.
func TestMatchingRefuses(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "4x4"))
	edges := board.NewPuzzle(boardtest.Parse(t, "grid:3x3,switches=edges"))
	edges.On = edges.Board.Dark()
	for _, c := range []struct {
		ask  func(Solver) (*Result, error)
		want string
	}{
		{func(s Solver) (*Result, error) { return s.Minimum(t.Context(), p) }, "a switch flips more than two lights"},
		{func(s Solver) (*Result, error) { return s.AllMinimum(t.Context(), edges) }, "matching finds one answer"},
		{func(s Solver) (*Result, error) {
			s.MaxMemory = 1 << 10
			return s.Minimum(t.Context(), edges)
		}, "would not fit"},
	} {
		_, err := c.ask(Solver{Engine: fewest.Matching})
		if !errors.Is(err, fewest.ErrMethod) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	var not string
	steps, err := Solver{MaxSteps: 10}.Plan(t.Context(), edges)
	for _, step := range steps {
		if step.Method == fewest.Matching {
			not = step.Not
		}
	}
	if err != nil || not != "it takes more steps than are allowed" {
		t.Errorf("%q, %v", not, err)
	}
}
