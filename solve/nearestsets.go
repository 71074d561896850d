package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// Of all sets of lights that are as small as the nearest one, which needs the fewest presses? The sets are listed,
// each is answered, and the best is kept. So the answer is proved once all of them are answered, and only then.

// errOtherLights is why the fewest presses are not proved although those for the lights that were changed are.
var errOtherLights = errors.New("other lights, as few, may need fewer presses")

// changed is the puzzle with some lights changed at the start.
func changed(p *board.Puzzle, lights gf2.Vec) *board.Puzzle {
	near := *p
	near.On = near.On.Plus(board.Bits(lights))
	return &near
}

// anyPresses answers the changed puzzle, even if the context has ended: lights without presses would be only half an
// answer.
func (r *NearestResult) anyPresses(ctx context.Context, pr *problem, s Solver, o NearestOptions) (err error) {
	s.Engine = "" // algebra ends by itself
	r.Answer, err = s.Any(context.WithoutCancel(ctx), changed(pr.puzzle, r.Lights))
	if err != nil {
		return err
	}
	r.Least = r.Answer.Lower
	switch {
	case r.Count > 0 && o.Fewest:
		r.unproved(pr, context.Cause(ctx))
	case r.Count > 0:
		r.unproved(pr, nil)
	}
	return nil
}

// fewestPresses finds, among all sets of lights as small as the one that is known, that with the fewest presses.
func (r *NearestResult) fewestPresses(ctx context.Context, pr *problem, s Solver, o NearestOptions) error {
	if s.kept.cache == nil {
		s = s.Remembering()
	}
	ask := func(lights gf2.Vec) (*Result, error) { return s.Minimum(ctx, changed(pr.puzzle, lights)) }
	var err error
	if r.Answer, err = ask(r.Lights); err != nil {
		return err
	}
	r.Least = r.Answer.Lower
	if r.Count == 0 {
		return nil
	}
	if !r.Proved {
		r.unproved(pr, r.Stopped)
		return nil
	}
	s.Progress, s.Stage = nil, nil // they spoke of the first set
	pairs := fewest.Problem{Graph: pr.algebra.graph(pr.system), Change: pr.change.Bits(), Costs: pr.costs}
	lights, ok := fewest.NearestInPairs(ctx, pairs, fewest.Options{MaxMemory: pr.asked.MaxMemory})
	if ok && lights.Weight() == r.Count {
		return r.whichever(pr, lights, ask)
	}
	sets, stopped, err := pr.lightSets(ctx, r.Count, o.MaxSteps)
	if err != nil {
		return err
	}
	steps, each := int64(0), int64(8*pr.equations.Lights())+1<<min(pr.algebra.linear.Nullity(), 30)
	first, tried, all := r.Lights, 1, r.Answer.Proved()
	for _, lights := range sets {
		if lights.Equal(first) {
			continue
		}
		if steps += each; o.MaxSteps > 0 && steps > o.MaxSteps {
			stopped = errOtherLights
			break
		}
		tried++
		answer, err := ask(lights)
		if ctx.Err() != nil {
			stopped = context.Cause(ctx)
			break
		}
		if err != nil {
			return err
		}
		all = all && answer.Proved()
		if answer.Cost < r.Answer.Cost {
			r.Lights, r.Answer, r.Least = lights, answer, answer.Lower
		}
	}
	switch {
	case stopped != nil:
		r.unproved(pr, stopped)
	case !all:
		r.unproved(pr, errOtherLights)
	case tried > 1:
		r.Answer.Why.Proof = fmt.Sprintf("all %d sets of as few lights compared", tried)
	}
	return nil
}

// lightSets is the sets of a number of lights that mend what is broken, where none is smaller, or why they are not
// known.
func (pr *problem) lightSets(ctx context.Context, count int, maxSteps int64) (sets []gf2.Vec, stopped, err error) {
	invariants, err := pr.invariants(ctx)
	if err != nil {
		return nil, nil, err
	}
	checks := fewest.Problem{Checks: invariants, Syndrome: pr.broken(invariants)}
	o := fewest.Options{Workers: pr.asked.Workers, MaxMemory: pr.asked.MaxMemory, MaxSteps: maxSteps}
	if sets, stopped = fewest.Sets(ctx, checks, count, o); errors.Is(stopped, fewest.ErrSums) {
		stopped = errOtherLights
	}
	return sets, ended(ctx, stopped), nil
}

// whichever answers the puzzle with some lights changed of which it is known that no others leave fewer presses.
func (r *NearestResult) whichever(pr *problem, lights gf2.Vec, ask func(gf2.Vec) (*Result, error)) (err error) {
	r.Lights = lights
	if r.Answer, err = ask(lights); err != nil {
		return err
	}
	if r.Least = r.Answer.Lower; r.Answer.Proved() {
		r.Answer.Why.Proof = whicheverChanged
	} else {
		r.unproved(pr, r.Answer.Stopped)
	}
	return nil
}

// unproved takes back what the answer claims beyond its own lights.
func (r *NearestResult) unproved(pr *problem, why error) {
	a := r.Answer
	flips, cost := pr.byFlips(r.Count)
	a.Lower, a.Why, a.flips = 0, fewest.Reason{}, flips
	a.Raise(cost, byFlips)
	a.Stop(cmp.Or(a.Stopped, why))
}
