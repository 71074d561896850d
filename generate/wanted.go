package generate

import "context"

// wanted tells which candidates are puzzles, the cheapest questions first. Questions that are nil or
// false are not asked, so the zero value lets everything pass.
type wanted struct {
	notDark  bool
	lit      *Range
	solvable bool        // the state must be one that the algebra draws
	alike    *symmetries // of states that are alike only the first passes
	within   bool        // only images that the algebra draws count
	presses  *Range
	unique   bool
	stands   representatives
	// apart: candidates are sets of presses, and those of up to so many are the only lightest answers of
	// their states.
	apart   int
	algebra algebra
}

// representatives are sets of presses, several of which may lead to one state.
type representatives interface {
	// stands reports whether the candidate is the one set that stands for its state. t has the
	// lightest answer.
	stands(t *trial) bool
	// standsCost is how many times that goes through all answers of the state.
	standsCost() uint64
}

// open reports whether every candidate passes.
func (w *wanted) open() bool {
	return !w.notDark && w.lit == nil && !w.solvable && w.stands == nil && w.alike == nil && !w.weighs()
}

// weighs reports whether the lightest answer is needed.
func (w *wanted) weighs() bool { return w.presses != nil || w.unique }

// passes reports whether the candidate is a puzzle. If it had to be weighed, the trial then holds the
// lightest answer.
func (w *wanted) passes(ctx context.Context, t *trial) (bool, error) {
	if w.notDark && t.state.isZero() {
		return false, nil
	}
	if w.lit != nil && !w.lit.holds(t.state.size()) {
		return false, nil
	}
	if w.solvable && !w.algebra.contains(t.state) {
		return false, nil
	}
	// This soon rejects all but one of the states that are alike, and weighing takes long.
	if w.alike != nil && !w.isFirst(t) {
		return false, nil
	}
	if !w.weighs() {
		return true, nil
	}
	if w.apart > 0 && t.presses.weight() <= w.apart {
		t.answer.copy(t.presses)
		t.weight, t.ties = t.answer.weight(), 1
		return w.presses.holds(t.weight), nil
	}
	if err := w.algebra.lightest(ctx, t, stepsPerCandidate); err != nil {
		return false, err
	}
	if !w.presses.holds(t.weight) || w.stands != nil && !w.stands.stands(t) {
		return false, nil
	}
	switch {
	case !w.unique:
		return true, nil
	case t.ties > 0:
		return t.ties == 1, nil
	}
	return w.algebra.only(ctx, t, stepsPerCandidate)
}

func (w *wanted) isFirst(t *trial) bool {
	if w.within {
		return w.alike.isFirstWithin(t.state, t.image, w.algebra.contains)
	}
	return w.alike.isFirst(t.state)
}

// cost is about how many nanoseconds it takes to tell.
func (w *wanted) cost() uint64 {
	cost, before := uint64(0), uint64(0)
	if w.weighs() {
		cost = w.algebra.facts().cost
	}
	if w.solvable {
		before = w.algebra.facts().containsCost
	}
	if w.stands != nil {
		cost *= w.stands.standsCost()
	}
	if w.alike != nil {
		cost = w.alike.cost() + cost/uint64(w.alike.count())
	}
	return cost + before
}

// pool is candidates and what they must meet to be puzzles.
type pool struct {
	candidates
	wanted wanted
}

// cost is about how many nanoseconds it takes to try a candidate.
func (p *pool) cost() uint64 { return p.candidates.cost() + p.wanted.cost() }
