package solve

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// Rank and nullity are the board's, whatever does not matter; the answers are those of the lights that
// do.
func TestRankIsTheBoardsAndAnswersAreThePuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Draw(t)
		p := boardtest.DrawPuzzle(t, b)
		p.DontCare = boardtest.DrawVec(t, b.Lights(), "don't care")
		answers := boardtest.Answers(p, boardtest.Restrictions{})
		if len(answers) == 0 {
			return
		}
		quiet := len(boardtest.Answers(&board.Puzzle{Board: b, On: board.Bits(gf2.NewVec(b.Lights())), Goal: board.Bits(gf2.NewVec(b.Lights()))}, boardtest.Restrictions{}))
		res, err := Any(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if 1<<res.Algebra.Nullity != quiet || res.Algebra.Rank+res.Algebra.Nullity != b.Switches() || res.Algebra.Answers.Cmp(big.NewInt(int64(len(answers)))) != 0 {
			t.Fatalf("%s: rank %d, nullity %d, %v answers; there are %d quiet patterns and %d answers", b, res.Algebra.Rank, res.Algebra.Nullity, res.Algebra.Answers, quiet, len(answers))
		}
	})
}

// An engine of whole rows takes no goal with lights that do not matter, and elimination takes its place.
func TestWholeRowsWithLightsThatDoNotMatter(t *testing.T) {
	b := boardtest.Parse(t, "grid:5x5")
	p := &board.Puzzle{
		Board: b, On: board.Bits(gf2.VecOf(25, 0)), Goal: board.Bits(gf2.NewVec(25)),
		DontCare: gf2.VecOf(25, 0), // without which the puzzle is unsolvable
	}
	res, err := Any(t.Context(), p)
	if err != nil || res.Best.Len() != 25 || !Check(res.Puzzle, res.Best.Indices()).Solved {
		t.Errorf("%+v, %v", res, err)
	}
	if res, err := by("polynomial").Any(t.Context(), p); err == nil {
		t.Errorf("polynomial: %+v", res)
	} else if _, refused := errors.AsType[*RefusedError](err); !refused {
		t.Errorf("polynomial: %v", err)
	}
}
