package solve

import (
	"context"
	"slices"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/reserve"
)

// NearestOptions say which of the nearest solvable puzzles is wanted, and how much work to spend. The
// zero value asks for any, with any answer.
type NearestOptions struct {
	// Fewest asks for the fewest presses: of all equally small sets of lights the one that leaves the fewest.
	// MaxSteps, if not 0, bounds the search among these sets, in steps of about a nanosecond.
	Fewest   bool
	MaxSteps int64
}

// NearestResult is the nearest solvable puzzle and its answer.
type NearestResult struct {
	// Lights are those to change at the start so that the puzzle can be solved; none if it can be
	// solved as it is. Count is how many they are.
	Lights gf2.Vec
	Count  int
	// Lower is a proved bound: changing fewer lights does not help. It equals Count if Proved. Proof
	// says how it was proved, Stopped why it was not.
	Lower   int
	Proved  bool
	Proof   string
	Stopped error
	// Answer is the checked answer of the changed puzzle, which is Answer.Puzzle. If the fewest presses were asked
	// for, its bounds hold for every equally small set of lights. Least is a proved bound for these lights alone.
	Answer *Result
	Least  int
	// Elapsed is how long all of it took.
	Elapsed time.Duration
}

// Nearest finds the fewest lights to change so that the puzzle becomes solvable with the switches
// that may be pressed, proves it where the limits allow, and solves the changed puzzle. A change can
// be reached if it overlaps every invariant evenly, so the lights to find are the fewest that overlap
// oddly exactly the invariants that the puzzle's own change does. Bounds on the number of presses are
// not allowed.
func (s Solver) Nearest(ctx context.Context, p *board.Puzzle, o NearestOptions) (*NearestResult, error) {
	begin := time.Now()
	ctx, end := reserve.Question(ctx)
	defer end()
	pr, err := s.classify(ctx, p, nearestPuzzle)
	if err != nil {
		return nil, err
	}
	res := &NearestResult{Lights: gf2.NewVec(p.Board.Lights()), Proved: true, Proof: "it is solvable as it is"}
	invariants, err := pr.invariants(ctx)
	if err == nil && len(invariants) > 0 {
		err = res.findLights(ctx, pr, invariants, s)
	}
	if err != nil {
		return nil, err
	}
	if o.Fewest && ctx.Err() == nil {
		err = res.fewestPresses(ctx, pr, s, o)
	} else {
		err = res.anyPresses(ctx, pr, s, o)
	}
	if err != nil {
		return nil, err
	}
	res.Elapsed = time.Since(begin)
	return res, nil
}

// findLights finds the lights to change.
func (r *NearestResult) findLights(ctx context.Context, pr *problem, invariants []gf2.Vec, s Solver) error {
	broken := pr.broken(invariants)
	if broken.IsZero() {
		return nil
	}
	problem := fewest.Problem{Checks: invariants, Syndrome: broken}
	found, err := fewest.Minimum(ctx, problem, fewest.Options{Workers: s.Workers, MaxMemory: s.MaxMemory})
	if err != nil {
		return err
	}
	*r = NearestResult{
		Lights: found.Best.Bits(), Count: found.Cost, Lower: found.Lower, Proved: found.Proved(),
		Stopped: ended(ctx, found.Stopped),
	}
	if r.Proved {
		r.Proof = found.Words()
	}
	return nil
}

// invariants are those of the problem among the lights that matter. Of a light that does not, which no
// switch of the system flips, elimination makes an invariant of its own, and no other has it.
func (pr *problem) invariants(ctx context.Context) ([]gf2.Vec, error) {
	all, err := pr.algebra.linear.Invariants(ctx)
	if err != nil || pr.caresForAll() {
		return Sets(all), err
	}
	return slices.DeleteFunc(Sets(all), func(y gf2.Vec) bool { return y.Overlap(pr.puzzle.DontCare) > 0 }), nil
}

// broken has a bit for each invariant: the puzzle's change overlaps it oddly.
func (pr *problem) broken(invariants []gf2.Vec) gf2.Vec {
	broken := gf2.NewVec(len(invariants))
	for i, y := range invariants {
		broken.Set(i, y.Dot(pr.change.Bits()))
	}
	return broken
}
