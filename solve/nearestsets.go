package solve

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// Of all sets of lights that are as small as the nearest one, which needs the fewest presses? The sets are listed,
// each is answered, and the best is kept. So the answer is proved once the list has ended, and only then.

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
	if s.kept.memory == nil {
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
		return r.whichever(pr, s, lights, ask)
	}
	l, err := newLightSets(ctx, pr, r.Count, o)
	if err != nil {
		return err
	}
	each := int64(8*pr.equations.Lights()) + 1<<min(pr.algebra.linear.Nullity(), 30)
	first, tried, all := r.Lights, 1, r.Answer.Proved()
	for lights := range l.sets(ctx) {
		if lights.Equal(first) {
			continue
		}
		tried++
		l.steps += each
		answer, err := ask(lights)
		if ctx.Err() != nil {
			l.stopped = context.Cause(ctx)
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
	case l.stopped != nil:
		r.unproved(pr, l.stopped)
	case !all:
		r.unproved(pr, errOtherLights)
	case tried > 1:
		r.Answer.Why.Proof = fmt.Sprintf("all %d sets of as few lights compared", tried)
	}
	return nil
}

// whichever answers the puzzle with some lights changed of which it is known that no others leave fewer presses.
func (r *NearestResult) whichever(pr *problem, s Solver, lights gf2.Vec, ask func(gf2.Vec) (*Result, error)) (err error) {
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

// lightSets lists the sets of a number of lights that mend what is broken.
type lightSets struct {
	count  int
	size   int              // of the board
	broken gf2.Vec          // the invariants to be mended
	list   []light          // by number
	last   map[string][]int // the places in the list of the lights with the same invariants
	limit  int64            // of steps, if not 0
	steps  int64
	// stopped is why the list is not complete.
	stopped error
}

type light struct {
	number int
	odd    gf2.Vec // the invariants that have it
}

// newLightSets prepares the list. A light in no invariant is in no set.
func newLightSets(ctx context.Context, pr *problem, count int, o NearestOptions) (*lightSets, error) {
	invariants, err := pr.invariants(ctx)
	if err != nil {
		return nil, err
	}
	s := &lightSets{count: count, size: pr.change.Len(), broken: pr.broken(invariants), limit: o.MaxSteps, last: map[string][]int{}}
	for l := range s.size {
		one := light{number: l, odd: gf2.NewVec(len(invariants))}
		for i, y := range invariants {
			one.odd.Set(i, y.Bit(l))
		}
		if !one.odd.IsZero() {
			s.list = append(s.list, one)
		}
	}
	for at, l := range s.list {
		key := wordsKey(l.odd)
		s.last[key] = append(s.last[key], at)
	}
	return s, nil
}

// appendKey writes a vector in bytes.
func appendKey(key []byte, v gf2.Vec) []byte {
	for _, w := range v.Words() {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return key
}

// sets yields them, always in the same order. All lights but the last are tried in turn, and the last is looked up.
//
// Cost: the number of sets of one light less.
func (s *lightSets) sets(ctx context.Context) func(yield func(gf2.Vec) bool) {
	return func(yield func(gf2.Vec) bool) {
		chosen, left, key := gf2.NewVec(s.size), s.broken.Clone(), []byte{}
		var choose func(from, missing int) bool
		choose = func(from, missing int) bool {
			if missing == 1 {
				key = appendKey(key[:0], left)
				for _, at := range s.last[string(key)] {
					last := s.list[at]
					if at < from {
						continue
					}
					set := chosen.Clone()
					set.Set(last.number, true)
					if !yield(set) {
						return false
					}
				}
				return s.on(ctx)
			}
			for at := from; at < len(s.list); at++ {
				l := s.list[at]
				chosen.Flip(l.number)
				left.Add(l.odd)
				if !choose(at+1, missing-1) {
					return false
				}
				chosen.Flip(l.number)
				left.Add(l.odd)
			}
			return true
		}
		choose(0, s.count)
	}
}

// leafSteps is about how many nanoseconds it takes to look the last light up.
const leafSteps = 64

// on counts the steps, and reports whether there may be more.
func (s *lightSets) on(ctx context.Context) bool {
	before := s.steps
	s.steps += leafSteps
	switch {
	case s.limit > 0 && s.steps > s.limit:
		s.stopped = errOtherLights
	case before>>16 != s.steps>>16 && ctx.Err() != nil:
		s.stopped = context.Cause(ctx)
	}
	return s.stopped == nil
}
