package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// A solver that remembers gives the same answers as one that does not, before and after it has a table,
// whatever the engine, the board and the question.
func TestRememberingChangesNothing(t *testing.T) {
	names := []string{""}
	for _, e := range engines {
		names = append(names, e.name)
	}
	rapid.Check(t, func(rt *rapid.T) {
		spec := rapid.SampledFrom(boardtest.Specs).Draw(rt, "board")
		b := boardtest.Parse(t, spec)
		s := by(rapid.SampledFrom(names).Draw(rt, "engine"))
		if rapid.Bool().Draw(rt, "forbid") {
			s.Forbid = []int{rapid.IntRange(0, b.Switches()-1).Draw(rt, "switch")}
		}
		minimum := rapid.Bool().Draw(rt, "min")
		again := s.Remembering()
		for range b.Lights() + 5 {
			p := board.NewPuzzle(b)
			p.On = board.Bits(gf2.NewVec(b.Lights()))
			for x := range b.Switches() {
				if rapid.Bool().Draw(rt, "press") {
					b.Press(p.On, x, 1)
				}
			}
			if rapid.IntRange(0, 3).Draw(rt, "flip") == 0 {
				p.On.Bits().Flip(rapid.IntRange(0, b.Lights()-1).Draw(rt, "light"))
			}
			want, err := ask(t.Context(), s, p, minimum)
			got, err2 := ask(t.Context(), again, p, minimum)
			if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
				rt.Fatalf("%s, %s: %s\n%v\n%v", spec, p.On, diff, err, err2)
			}
			if errors.As(err, new(*RefusedError)) {
				return
			}
		}
	})
}

func ask(ctx context.Context, s Solver, p *board.Puzzle, minimum bool) (Answer, error) {
	question := s.Any
	if minimum {
		question = s.Minimum
	}
	res, err := question(ctx, p)
	if no, ok := errors.AsType[*UnsolvableError](err); ok {
		return timeless(no.Answer(p, -1)), err
	}
	if err != nil {
		return Answer{}, err
	}
	return timeless(res.Answer(-1)), nil
}

func timeless(a Answer) Answer {
	a.Seconds = 0
	if a.Formula != nil {
		f := *a.Formula
		f.EncodeSeconds, f.SolveSeconds = 0, 0
		a.Formula = &f
	}
	return a
}

// A board without switches has one answer at most.
func TestRememberingABoardWithoutSwitches(t *testing.T) {
	p := board.NewPuzzle(boardtest.FromToggles(t, 2, nil))
	_, err := (Solver{}).Remembering().Minimum(t.Context(), p)
	if _, ok := errors.AsType[*UnsolvableError](err); !ok {
		t.Errorf("two lights that no switch flips: %v", err)
	}
	p.On = board.Bits(gf2.NewVec(2))
	if res, err := (Solver{}).Remembering().Minimum(t.Context(), p); err != nil || res.PressCount() != 0 {
		t.Errorf("nothing to do: %v", err)
	}
}

// Copies share a memory. What one of them asks, or another puzzle or board, does not change what the next
// plain question gets.
func TestCopiesShareAMemory(t *testing.T) {
	memory := Solver{}.Remembering().kept.cache
	five := 5
	for range 2 {
		for _, spec := range []string{"5x5", "torus:4x4"} {
			b := boardtest.Parse(t, spec)
			for _, s := range []Solver{{}, {Conditions: Conditions{Forbid: []int{3}}}, {Engine: "gf2"}, {}, {Conditions: Conditions{Require: []int{2}}}, {Conditions: Conditions{AtMost: &five}}, {Engine: "sat"}, {Conditions: Conditions{Symmetric: "turn"}}, {}} {
				for _, change := range []func(*board.Puzzle){func(*board.Puzzle) {}, func(p *board.Puzzle) { p.Forbidden = gf2.VecOf(p.Board.Switches(), 1) }, func(p *board.Puzzle) { p.DontCare = gf2.VecOf(b.Lights(), 0) }, func(p *board.Puzzle) { p.On.Bits().Clear() }} {
					p := board.NewPuzzle(b)
					change(p)
					want, err := ask(t.Context(), s, p, true)
					s.kept.cache = memory
					got, err2 := ask(t.Context(), s, p, true)
					s.kept.cache = nil
					if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (err2 == nil) {
						t.Errorf("%s, %+v: %s\n%v\n%v", spec, s, diff, err, err2)
					}
				}
			}
		}
	}
}

// BenchmarkManyPuzzles is what one puzzle of a large file takes on boards that are soon searched: nearly all of it
// would be preparation, if that were not done once for the board.
func BenchmarkManyPuzzles(b *testing.B) {
	for _, spec := range []string{"4x4", "5x5", "9x9", "torus:5x5", "hexcolor:5", "14x14"} {
		b.Run(spec, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			of := boardtest.Parse(b, spec)
			puzzles := make([]*board.Puzzle, 1000)
			for i := range puzzles {
				presses := gf2.NewVec(of.Switches())
				for x := range presses.Len() {
					presses.Set(x, r.IntN(2) == 1)
				}
				puzzles[i] = board.NewPuzzle(of)
				puzzles[i].On = board.Bits(of.Apply(presses))
			}
			s := Solver{Workers: 1}.Remembering()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := s.Minimum(b.Context(), puzzles[i%len(puzzles)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
