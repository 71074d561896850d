package solve

import (
	"context"
	"fmt"
	"time"

	"lightsout/board"
	"lightsout/coset"
	"lightsout/gf2"
	"lightsout/syndrome"
)

// NearestOptions say which of the nearest solvable puzzles is wanted, and how far to look for it. The
// zero value asks for any, with any answer.
type NearestOptions struct {
	// Weights, or nil, settle the choice among equally few lights: those with the least sum are
	// changed. One for each light, not negative.
	Weights []int
	// Fewest asks for the fewest presses that answer the changed puzzle.
	Fewest bool
	// MaxSums bounds the search for the lights; see [syndrome.Options].
	MaxSums int64
	// Progress, if not nil, is told when the search for the lights improves its best set or its
	// proved lower bound.
	Progress func(best, lower int)
}

// NearestResult is the nearest solvable puzzle and its answer.
type NearestResult struct {
	// Lights are those to change at the start so that the puzzle can be solved; none if it can be
	// solved as it is. Count is how many they are.
	Lights gf2.Vec
	Count  int
	// Lower is a proved bound: changing fewer lights does not help. It equals Count if Proved. Proof
	// says how that is known, Stopped why it is not.
	Lower   int
	Proved  bool
	Proof   string
	Stopped error
	// Lightest: with weights, no equally few lights have a smaller sum.
	Lightest bool
	// Answer is the checked answer of the changed puzzle, which is Answer.Puzzle. It is the result of
	// [Solver.Minimum] if the fewest presses were asked for, else of [Solver.Any].
	Answer *Result
	// Elapsed is how long all of it took.
	Elapsed time.Duration
}

// Nearest finds the fewest lights to change so that a puzzle becomes solvable, and its answer then. It
// is [Solver.Nearest] of the zero Solver.
func Nearest(ctx context.Context, p *board.Puzzle) (*NearestResult, error) {
	return Solver{}.Nearest(ctx, p, NearestOptions{})
}

// Nearest finds the fewest lights to change so that the puzzle becomes solvable with the switches
// that may be pressed, proves it where the limits allow, and solves the changed puzzle. A change is
// reachable if it overlaps every invariant evenly; so the lights to change are the fewest that mend
// every invariant with odd overlap, which package syndrome looks for. Bounds on the number of presses
// do not go with it.
func (s Solver) Nearest(ctx context.Context, p *board.Puzzle, o NearestOptions) (*NearestResult, error) {
	begin := time.Now()
	if s.counted() {
		return nil, fmt.Errorf("the nearest solvable puzzle does not go with bounds on the number of presses")
	}
	_, pr, err := s.prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	res := &NearestResult{Lights: gf2.NewVec(p.Board.Lights()), Proved: true, Proof: "it is solvable as it is", Lightest: true}
	if invariants := pr.linear.Invariants(); len(invariants) > 0 {
		if err := res.mend(ctx, pr, invariants, s, o); err != nil {
			return nil, err
		}
	}
	near := *pr.puzzle
	near.On = near.On.Sum(res.Lights)
	ask := s.Any
	if o.Fewest && ctx.Err() == nil {
		ask = s.Minimum
	} else {
		ctx = context.WithoutCancel(ctx) // lights without presses would be half an answer
	}
	res.Answer, err = ask(ctx, &near)
	res.Elapsed = time.Since(begin)
	return res, err
}

// mend finds the lights.
func (r *NearestResult) mend(ctx context.Context, pr *problem, invariants []gf2.Vec, s Solver, o NearestOptions) error {
	broken := gf2.NewVec(len(invariants))
	for i, y := range invariants {
		broken.Set(i, y.Dot(pr.change))
	}
	if broken.IsZero() {
		return nil
	}
	// Where few changes can be reached, their own search comes soon.
	few := pr.change.Len()-len(invariants) <= maxReachable
	sums := o.MaxSums
	if few && sums == 0 {
		sums = 1 << 24
	}
	found, err := syndrome.Minimum(ctx, syndrome.Problem{
		Checks: invariants, Syndrome: broken, Weights: o.Weights, Classes: parityClasses(pr.puzzle.Board),
	}, syndrome.Options{Workers: s.Workers, MaxMemory: s.MaxMemory, MaxSums: sums, Progress: o.Progress})
	if err != nil {
		return err
	}
	*r = NearestResult{
		Lights: found.Columns, Count: found.Count, Lower: found.Lower, Proved: found.Proved,
		Stopped: found.Stopped, Lightest: found.Lightest,
	}
	if r.Proved {
		r.Proof = fmt.Sprintf("fewest of 2^%d syndromes (%s)", len(invariants), found.Method)
		return nil
	}
	if few && ctx.Err() == nil {
		return r.approach(ctx, invariants, s, o)
	}
	return nil
}

// maxReachable is the dimension of the reachable changes up to which they are searched themselves.
const maxReachable = 64

// approach goes on from the other side where there are many invariants, as on odd hypercubes, and so
// few changes that can be reached: the lights to change are the lightest of a coset of those.
func (r *NearestResult) approach(ctx context.Context, invariants []gf2.Vec, s Solver, o NearestOptions) error {
	checks := gf2.NewMatrix(len(invariants), r.Lights.Len())
	for i, y := range invariants {
		checks.Row(i).Add(y)
	}
	found, err := coset.Minimum(ctx, coset.Problem{Word: r.Lights, Basis: checks.RightNull()},
		coset.Options{Workers: s.Workers, MaxMemory: s.MaxMemory, Progress: o.Progress})
	if err != nil {
		return err
	}
	r.Lights, r.Count, r.Lower = found.Word, found.Weight, max(found.Lower, r.Lower)
	r.Proved, r.Stopped = r.Lower == r.Count, found.Stopped
	if r.Proved {
		r.Proof, r.Stopped = fmt.Sprintf("nearest of 2^%d reachable changes (%s)", checks.Cols()-len(invariants), found.Method), nil
	}
	return nil
}
