package solve

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// Every engine in the table passes the conformance suite. A new engine is covered as soon as it has
// its row.
func TestEveryEngineConforms(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) { boardtest.Conform(t, conformance(t.Context(), e.name)) })
	}
}

// by is the solver with an engine, or with linear algebra that cannot be asked for.
func by(name string) Solver {
	if engineNamed(name).pays != nil {
		return Solver{kept: kept{algebra: name}}
	}
	return Solver{Engine: name}
}

// conformance is an engine as the suite sees it.
func conformance(ctx context.Context, name string) boardtest.Engine {
	solver := func(r boardtest.Restrictions) Solver {
		s := by(name)
		s.Conditions = Conditions{Forbid: r.Forbid, Require: r.Require, Symmetric: r.Symmetric, AtMost: r.AtMost, AtLeast: r.AtLeast}
		return s
	}
	answer := func(res *Result, err error) (boardtest.Answer, error) {
		if err != nil {
			return boardtest.Answer{}, err
		}
		return boardtest.Answer{Presses: res.Best.Bits(), Minimum: res.Proved(), LowerBound: res.Lower, Proof: res.Words()}, nil
	}
	return boardtest.Engine{
		Takes: func(p *board.Puzzle, r boardtest.Restrictions) bool {
			_, err := solver(r).classify(ctx, p, anyAnswer)
			return err == nil
		},
		Any: func(p *board.Puzzle, r boardtest.Restrictions) (boardtest.Answer, error) {
			return answer(solver(r).Any(ctx, p))
		},
		Minimum: func(p *board.Puzzle, r boardtest.Restrictions) (boardtest.Answer, error) {
			return answer(solver(r).Minimum(ctx, p))
		},
		Count: func(p *board.Puzzle, r boardtest.Restrictions) (*big.Int, error) { return solver(r).Count(ctx, p) },
		All: func(p *board.Puzzle, r boardtest.Restrictions) iter.Seq2[board.State, error] {
			return solver(r).All(ctx, p)
		},
		Refutation: func(err error) (gf2.Vec, bool) {
			unsolvable, ok := errors.AsType[*UnsolvableError](err)
			if ok && unsolvable.Condition == "" {
				return unsolvable.Witness.Bits(), true
			}
			return gf2.Vec{}, ok
		},
	}
}

// A witness is worth something only if wrong ones are noticed.
func TestCheckWitnessRefusesWrongOnes(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "5x5"))
	change := gf2.VecOf(25, 0)
	right := gf2.VecOf(25, 0, 2, 4, 5, 7, 9, 15, 17, 19, 20, 22, 24)
	if !checkWitness(p, gf2.Vec{}, board.Bits(change), board.Bits(right)) {
		t.Fatal("the second quiet pattern of 5x5 is a witness against its corner")
	}
	for i := range 25 {
		wrong := right.Clone()
		wrong.Flip(i)
		if checkWitness(p, gf2.Vec{}, board.Bits(change), board.Bits(wrong)) {
			t.Errorf("light %d more or less, and it still passes", i)
		}
	}
	if checkWitness(p, gf2.Vec{}, board.Bits(gf2.VecOf(25, 0, 2)), board.Bits(right)) {
		t.Error("an even overlap proves nothing")
	}
	p.DontCare = gf2.VecOf(25, 2)
	if checkWitness(p, gf2.Vec{}, board.Bits(change), board.Bits(right)) {
		t.Error("a witness with a light that does not matter proves nothing")
	}
}

func TestEnginesRefuseWhatTheyCannotDo(t *testing.T) {
	for _, tc := range []struct{ engine, spec string }{
		{"chase", "projective:4x4"}, {"chase", "hypercube:3"}, {"chase", "4x4,pattern=king"}, {"chase", "grid:2x2x2,pattern=king"}, {"polynomial", "4x4,pattern=knight"}, {"polynomial", "4x4,pattern=.#./##./.#."}, {"hypercube", "4x4"}, {"bfs", "6x6"},
	} {
		b, err := board.Parse(tc.spec)
		if err != nil {
			t.Fatal(err)
		}
		var refused *RefusedError
		if _, err := by(tc.engine).Any(context.Background(), board.NewPuzzle(b)); !errors.As(err, &refused) {
			t.Errorf("engine %s on %s: %v, want a refusal", tc.engine, tc.spec, err)
		}
	}
	b, _ := board.Parse("3x3")
	open := board.NewPuzzle(b)
	open.DontCare = gf2.VecOf(9, 4)
	for engine, takes := range map[string]bool{"auto": true, "gf2": true, "sat": true, "bfs": true, "polynomial": false, "chase": false} {
		_, err := by(engine).Any(context.Background(), open)
		if refused, ok := errors.AsType[*RefusedError](err); takes && err != nil || !takes && (!ok || refused.Needs != "gf2") {
			t.Errorf("engine %s on a goal with a light that does not matter: %v", engine, err)
		}
	}
	if _, err := (Solver{Engine: "gauss"}).Any(context.Background(), board.NewPuzzle(b)); err == nil {
		t.Error("an engine that does not exist was taken")
	}
	if _, err := (Solver{Conditions: Conditions{Forbid: []int{1}, Require: []int{1}}}).Any(context.Background(), board.NewPuzzle(b)); err == nil {
		t.Error("a switch was both forbidden and required")
	}
	if _, err := (Solver{Conditions: Conditions{Forbid: []int{9}}}).Any(context.Background(), board.NewPuzzle(b)); err == nil {
		t.Error("switch 10 of nine was taken")
	}
}
