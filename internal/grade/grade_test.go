package grade_test

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/grade"
	"lightsout/puzzlefile"
)

// A grade compares the presses with the fewest of all answers, which brute force finds.
func TestGrades(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
		all := boardtest.Answers(p, boardtest.Restrictions{})
		fewest := -1
		for _, x := range all {
			if w := bits.OnesCount64(x); fewest < 0 || w < fewest {
				fewest = w
			}
		}
		var presses []int
		if n := p.Board.Switches(); n > 0 {
			presses = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 8).Draw(t, "presses")
		}
		if len(all) > 0 && rapid.Bool().Draw(t, "an answer") {
			presses = boardtest.Vec(p.Board.Switches(), rapid.SampledFrom(all).Draw(t, "answer")).Indices()
		}
		odd := gf2.NewVec(p.Board.Switches())
		for _, s := range presses {
			odd.Flip(s)
		}
		solved := slices.Contains(all, boardtest.Number(odd)) && !slices.ContainsFunc(presses, p.Forbidden.Has)
		wanted := rapid.IntRange(-1, 9).Draw(t, "min_presses")
		if fewest >= 0 && rapid.Bool().Draw(t, "true min_presses") {
			wanted = fewest
		}
		g, _ := grade.Answer(p, &wanted, presses, nil)
		switch {
		case g.Solved != solved || g.PressCount != len(presses) || g.Malformed || g.Fault == grade.Illegal:
			t.Fatalf("%v pressed: %+v, but solved is %v", presses, g, solved)
		case g.Fault == grade.Refuted && fewest >= 0 && wanted == fewest:
			t.Fatalf("min_presses %d is said to be wrong, but it is right", wanted)
		case (g.Fault == grade.Refuted) == (g.Error == ""):
			t.Fatalf("refuted %v, error %q", g.Fault == grade.Refuted, g.Error)
		case g.Minimum != nil && *g.Minimum != (solved && len(presses) <= wanted):
			t.Fatalf("minimum %v with %d presses of %d", *g.Minimum, len(presses), wanted)
		case g.Minimum == nil && solved && wanted == fewest:
			t.Fatal("no comparison with the true minimum")
		}
	})
	p := board.NewPuzzle(boardtest.Parse(t, "1x1"))
	for err, illegal := range map[error]bool{errors.New("no list"): false, fmt.Errorf("far away: %w", puzzlefile.ErrNoSwitch): true} {
		if g, _ := grade.Answer(p, nil, nil, err); g.Solved || (g.Fault == grade.Illegal) != illegal || g.Malformed == illegal || g.Error != err.Error() || g.Wrong == nil {
			t.Errorf("%v: %+v", err, g)
		}
	}
}
