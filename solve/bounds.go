package solve

import (
	"context"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/cosetleader"
)

// The rows of the plan that are bounds beside the search.

// runPacking counts lights without a switch in common. If that bound is good, or the search will hardly end, a light
// answer is looked for at once: it may need no search.
func runPacking(ctx context.Context, p *planning) (Result, bool, error) {
	p.known = bound{p.packed(ctx), packingMethod, packedLights}
	if len(p.quiet) > lightFrom || p.known.lower > p.fewestFlips() {
		c, o := p.searchOf()
		o.MaxSteps = 1
		light, err := cosetleader.Minimum(ctx, c, o)
		if err != nil || light.Proved && p.known.lower < light.Weight || o.Enough > 0 && light.Weight <= o.Enough {
			return p.lightest(ctx, light), true, err
		}
		p.presses = board.Bits(light.Word) // the search, and what stops it, begin there
	}
	return p.proved()
}

// proved is the result that the best answer is as light as the bound, if it is.
func (p *planning) proved() (Result, bool, error) {
	if p.known.lower >= p.presses.Weight() {
		return p.known.proves(p.presses.Bits()), true, nil
	}
	p.bounds.raise(p.known.lower)
	return Result{}, false, nil
}

// bound is a number of presses that no answer is below, and what that rests on.
type bound struct {
	lower      int
	method, by string
}

// proves is the result that an answer is as light as the bound. It does not tell what a search did meanwhile, which
// depends on the clock.
func (b bound) proves(presses gf2.Vec) Result {
	return Result{Presses: board.Bits(presses), LowerBound: b.lower, Bound: b.by, Method: b.method}
}

// boundsTracker passes on what a search and the bounds beside it find, from one goroutine at a time: the best answer
// and the best bound of them all.
type boundsTracker struct {
	progress func(best, lower int)            // or nil
	stages   func(what string, done, all int) // or nil
	stop     context.CancelFunc               // ends the search

	mu          sync.Mutex
	best, lower int
	beside      int // the best bound that is not the search's own
}

// update is told of an answer and a bound of the search.
func (t *boundsTracker) update(best, lower int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	better := best < t.best || lower > t.lower
	t.best, t.lower = min(t.best, best), max(t.lower, lower)
	if better && t.progress != nil {
		t.progress(t.best, t.lower)
	}
	if t.beside >= t.best {
		t.stop()
	}
}

// raise is told of a bound beside the search.
func (t *boundsTracker) raise(lower int) {
	t.mu.Lock()
	t.beside = max(t.beside, lower)
	best := t.best
	t.mu.Unlock()
	t.update(best, lower)
}

// stage is told what is being done.
func (t *boundsTracker) stage(what string, done, all int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stages(what, done, all)
}

// packed is a number of lights that must change and have no switch in common, so that each needs a press of its own: as
// many as there are if each is taken, in order, that has no switch in common with those before. It is 0 if some switches
// are not free, or if the context ends.
func (pr *problem) packed(ctx context.Context) (count int) {
	b := pr.system
	if !pr.fixed.IsZero() || pr.groups != nil || pr.change.Len() != b.Lights() {
		return 0
	}
	around := make([][]int, b.Lights()) // the switches that flip each light
	var lights []int
	for x := range b.Switches() {
		if x%(1<<12) == 0 && ctx.Err() != nil {
			return 0
		}
		lights = b.AppendToggles(lights[:0], x)
		for _, l := range lights {
			around[l] = append(around[l], x)
		}
	}
	taken := make([]bool, b.Switches())
	for l := range pr.change.All() {
		if slices.ContainsFunc(around[l], func(x int) bool { return taken[x] }) {
			continue
		}
		count++
		for _, x := range around[l] {
			taken[x] = true
		}
	}
	return count
}
