package generate

import (
	"context"
	"fmt"

	"lightsout/gf2"
	"lightsout/internal/alike"
	"lightsout/internal/sample"
)

// wanted tells which candidates are puzzles, the cheapest questions first. Questions that are nil or
// false are not asked, so the zero value lets everything pass.
type wanted struct {
	notDark  bool
	lit      *Range
	solvable *sample.Code       // the state must be one of these
	alike    *alike.States      // of states that are alike only the first passes
	within   func(gf2.Vec) bool // only such images count; nil: all
	presses  *Range
	unique   bool
	refuted  bool // the state must have no answer
	stands   bool // candidates are sets of presses, and one stands for its state only if it is the lightest answer
	of       *generator
}

// open reports whether every candidate passes.
func (w *wanted) open() bool {
	return !w.notDark && w.lit == nil && w.solvable == nil && !w.refuted && !w.stands && w.alike == nil && !w.weighs()
}

// weighs reports whether the lightest answer is needed.
func (w *wanted) weighs() bool { return w.presses != nil || w.unique }

// passes reports whether the candidate is a puzzle. If it had to be weighed, the trial then holds the
// lightest answer.
func (w *wanted) passes(ctx context.Context, t *trial) (bool, error) {
	switch {
	case w.notDark && t.state.IsZero(),
		w.lit != nil && !w.lit.holds(t.state.Size()),
		w.solvable != nil && !w.solvable.Contains(t.state.Bits()),
		w.refuted && !w.of.algebra.refute(t),
		// This soon rejects all but one of the states that are alike, and weighing takes long.
		w.alike != nil && !w.alike.IsFirst(t.state, t.image, w.within):
		return false, nil
	case !w.weighs():
		return true, nil
	}
	if t.weight < 0 {
		if err := w.of.lightest(ctx, t, stepsPerCandidate); err != nil {
			return false, err
		}
	}
	if !w.presses.holds(t.weight) || w.stands && !t.answer.Equal(t.presses) {
		return false, nil
	}
	if w.unique && t.ties == 0 {
		return false, fmt.Errorf("a puzzle on %s has %s answers, too many to tell whether one alone has the "+
			"fewest presses", w.of.board.Spec(), w.of.answers())
	}
	return !w.unique || t.ties == 1, nil
}

// cost is about how many nanoseconds it takes to tell.
func (w *wanted) cost() uint64 {
	cost, before := uint64(0), uint64(0)
	if w.weighs() {
		cost = w.of.cost
	}
	if w.solvable != nil || w.refuted {
		before = w.of.containsCost
	}
	if w.alike != nil {
		cost = w.alike.Cost() + cost/uint64(w.alike.Count())
	}
	return cost + before
}

// pool is candidates and what they must meet to be puzzles.
type pool struct {
	candidates
	wanted wanted
}

// cost is about how many nanoseconds it takes to try a candidate.
func (p *pool) cost() uint64 { return p.candidates.cost + p.wanted.cost() }

// begin makes t an attempt at a puzzle. One without an answer is not the solvable one of that index with a few lights
// changed.
func (p *pool) begin(t *trial, index, attempt uint64) {
	why := uint64(toDraw)
	if p.wanted.of.unsolvable() {
		why = toRefute
	}
	t.begin(p.wanted.of.options.Seed, why, index, attempt)
}
