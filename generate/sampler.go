package generate

import (
	"context"
	"math/big"

	"lightsout/gf2"
)

// sampler makes the puzzles of one level. Each kind has a file, which begins with why it is even and
// what is within its reach:
//
//	listed, shuffled   the verdict on every candidate is known: one draw, one puzzle (listed.go)
//	drawn              candidates are drawn until one passes (drawn.go)
//	blocks             distinct puzzles, from blocks of permuted candidates (blocks.go)
//
// Candidates come from a source (source.go, variations.go, methods.go). Which sampler and which
// source are used is decided in plan.go.
type sampler interface {
	// find makes t a puzzle. It is puzzle index of the batch, and number among those of its level.
	find(ctx context.Context, t *trial, index, number uint64) error
	// reach is how many puzzles the sampler can make, all distinct, and whether no others exist. It is
	// nil if puzzles may repeat.
	reach() (limit *big.Int, all bool)
	// even reports whether all puzzles are equally likely.
	even() bool
}

// trial is the memory of one attempt at a puzzle, reused for the next.
type trial struct {
	state   gf2.Vec // the candidate: lights that are on
	presses gf2.Vec // if the source chooses presses: those that lead to the state
	motion  int     // if the source is variations: how the presses were moved
	answer  gf2.Vec
	weight  int    // of answer, which then has the fewest presses; -1 if not known
	ties    uint64 // answers of that weight; 0 if not known
	image   gf2.Vec
	random  stream
	colour  *colourTrial // nil if lights have two states; else the vectors are empty

	searched uint64 // how many answers searches for the lightest have weighed, since the trial was made
}

func newTrial(lights, switches int) *trial {
	return &trial{
		state: gf2.NewVec(lights), image: gf2.NewVec(lights),
		presses: gf2.NewVec(switches), answer: gf2.NewVec(switches), weight: -1,
	}
}

// filter tells which candidates are puzzles, the cheapest questions first. Questions that are nil or
// false are not asked, so the zero filter lets everything pass.
type filter struct {
	notDark bool
	lit     *Range
	within  *code // the state must be in this code
	presses *Range
	unique  bool
	stands  representatives
	alike   *symmetries // of states that are alike only the first passes
	alikeIn *code       // only images in this code count; nil: all images
	answers *answers
	colours *colours // nil if lights have two states
	// apart: candidates are sets of presses, and those of up to so many are the only lightest answers of
	// their states.
	apart int
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
func (f *filter) open() bool {
	return !f.notDark && f.lit == nil && f.within == nil && f.stands == nil && f.alike == nil && !f.weighs()
}

// weighs reports whether the lightest answer is needed.
func (f *filter) weighs() bool { return f.presses != nil || f.unique }

// passes reports whether the candidate is a puzzle. If the filter weighs, the trial then holds the
// lightest answer.
func (f *filter) passes(ctx context.Context, t *trial) (bool, error) {
	if t.colour != nil {
		return f.passesColours(ctx, t)
	}
	if f.notDark && t.state.IsZero() {
		return false, nil
	}
	if f.lit != nil && !f.lit.holds(t.state.Weight()) {
		return false, nil
	}
	if f.within != nil && !f.within.contains(t.state) {
		return false, nil
	}
	// This soon rejects all but one of the states that are alike, and weighing takes long.
	if f.alike != nil && !f.alike.isFirst(t.state, f.alikeIn, t.image) {
		return false, nil
	}
	if !f.weighs() {
		return true, nil
	}
	if w := t.presses.Weight(); f.apart > 0 && w <= f.apart {
		t.answer.Copy(t.presses)
		t.weight, t.ties = w, 1
		return f.presses.holds(w), nil
	}
	if err := f.answers.weigh(ctx, t, stepsPerCandidate); err != nil {
		return false, err
	}
	if !f.presses.holds(t.weight) || f.stands != nil && !f.stands.stands(t) {
		return false, nil
	}
	return f.only(ctx, t)
}

// only reports whether the trial's lightest answer is the only one, if that is asked.
func (f *filter) only(ctx context.Context, t *trial) (bool, error) {
	switch {
	case !f.unique:
		return true, nil
	case t.ties > 0:
		return t.ties == 1, nil
	default:
		return f.answers.only(ctx, t.answer, stepsPerCandidate)
	}
}

// cost is about how many words the filter adds up for a candidate: those of all its answers.
func (f *filter) cost() uint64 {
	cost := uint64(1)
	if f.weighs() && f.colours != nil {
		cost = f.colours.cost()
	} else if f.weighs() {
		cost = uint64(len(f.answers.empty.Words())) << min(len(f.answers.quiet), maxEnumerated)
	}
	if f.stands != nil {
		cost *= f.stands.standsCost()
	}
	if f.alike != nil {
		cost = 4 + cost/uint64(f.alike.count())
	}
	return cost
}
