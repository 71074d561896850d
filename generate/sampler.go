package generate

import (
	"context"
	"fmt"
	"math/big"

	"lightsout/solve"
)

// trial is the memory of one attempt at a puzzle, to be used again for the next.
type trial struct {
	candidate
	answer []uint64
	weight int    // of answer, the fewest presses; -1 if not known
	ties   uint64 // answers of that weight; 0 if not known
	image  []uint64
	random stream
}

func newTrial(lights, switches int) *trial {
	l, s := (lights+63)/64, (switches+63)/64
	return &trial{candidate: candidate{state: make([]uint64, l), presses: make([]uint64, s)}, answer: make([]uint64, s), weight: -1, image: make([]uint64, l)}
}

// filter tells which candidates are puzzles, the cheapest questions first.
type filter struct {
	skipDark bool
	within   *code // nil: every candidate is in the code
	lit      *Range
	presses  *Range
	unique   bool
	leader   bool      // a set of presses counts if it is the lightest answer that is found for its state
	among    *hardBase // not nil: a set of presses counts if it is the first that the base has for its state
	answers  *answers
	alike    symmetries // nil: states that are alike may both pass
	alikeIn  *code      // only images in it count; nil: all images
}

func (f *filter) weighs() bool { return f.presses != nil || f.unique || f.leader }

// passes reports whether the candidate is a puzzle. If presses are asked about, the trial then
// holds its lightest answer.
func (f *filter) passes(ctx context.Context, t *trial) (bool, error) {
	if f.skipDark && isZero(t.state) {
		return false, nil
	}
	if f.lit != nil && !f.lit.holds(weightOf(t.state)) {
		return false, nil
	}
	if f.within != nil && !f.within.contains(t.state) {
		return false, nil
	}
	// Of states that are alike all but one are told apart soon, and weighing takes long.
	if f.alike != nil && !f.alike.isFirst(t.state, f.alikeIn, t.image) {
		return false, nil
	}
	if f.weighs() {
		var err error
		if t.weight, t.ties, err = f.answers.lightest(ctx, t.answer, t.state); err != nil {
			return false, err
		}
		switch {
		case !f.presses.holds(t.weight), f.leader && !equal(t.answer, t.presses), f.among != nil && !f.among.isFirst(&t.candidate, f.answers):
			return false, nil
		}
		return f.only(ctx, t)
	}
	return true, nil
}

// only reports whether the trial's lightest answer is the only one, if that is asked.
func (f *filter) only(ctx context.Context, t *trial) (bool, error) {
	switch {
	case !f.unique:
		return true, nil
	case t.ties > 0:
		return t.ties == 1, nil
	default:
		return f.answers.only(ctx, t.answer)
	}
}

// sampler finds puzzles of one kind: those of a base that pass a filter.
//
//	listed        the base's numbers that pass are known (selection): one draw, one puzzle
//	drawn         candidates are drawn until one passes
//	distinct      the base's numbers are permuted, and cut into blocks that give puzzles (blocks.go);
//	              if of alike states only one passes, no two puzzles are alike
type sampler struct {
	base     base
	filter   filter
	selected *selection // of the base's numbers, or nil
	distinct bool
	order    permutation
	blocks   *blocks  // nil: every number is a puzzle
	limit    *big.Int // how many puzzles there are for sure, if distinct
	uneven   bool     // not all puzzles are equally likely
	certain  bool     // every candidate passes
	piloted  bool     // some are known to pass
	answered bool     // the presses of a candidate are its only lightest answer
}

// How many candidates are tried for one puzzle before giving up: of those that passed a pilot, so
// many that it does not happen.
const (
	maxAttempts      = 1 << 20
	maxAttemptsAfter = 1 << 25
)

// find makes t the puzzle: index chooses what is random, number which of the distinct ones.
func (s *sampler) find(ctx context.Context, t *trial, seed, index, number uint64) error {
	t.weight = -1
	switch {
	case s.distinct && s.limit.IsUint64() && number >= s.limit.Uint64():
		return refusef("there is no puzzle %d: only %v distinct ones are within reach", index, s.limit)
	case s.selected != nil && s.distinct:
		s.base.at(&t.candidate, rank{0, s.selected.at(s.order.at(rank{0, number}).lo)}, &t.random)
		return nil
	case s.selected != nil:
		t.random = newStream(seed, drawing, index, 0)
		s.base.at(&t.candidate, rank{0, s.selected.at(t.random.below(s.selected.count))}, &t.random)
		return nil
	case s.distinct:
		return s.findInBlock(ctx, t, seed, index, number)
	}
	attempts := uint64(maxAttempts)
	if s.piloted {
		attempts = maxAttemptsAfter
	}
	for attempt := range attempts {
		t.random = newStream(seed, drawing, index, attempt)
		s.base.draw(&t.candidate, &t.random)
		if s.certain {
			s.answer(t)
			return nil
		}
		ok, err := s.filter.passes(ctx, t)
		if ok || err != nil {
			return err
		}
		if attempt%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Cause: fmt.Errorf("none of %d candidates for puzzle %d is as asked for; there may be none", attempts, index)}
}

// answer takes the presses of the candidate for its answer, if they are the lightest.
func (s *sampler) answer(t *trial) {
	if s.answered {
		copy(t.answer, t.presses)
		t.weight, t.ties = weightOf(t.answer), 1
	}
}

// arrange makes the sampler a distinct one: salt tells its permutation from others'.
func (s *sampler) arrange(seed, salt uint64, b *blocks) {
	s.distinct = true
	if s.selected != nil {
		s.limit = new(big.Int).SetUint64(s.selected.count)
		if s.selected.count > 0 {
			s.order = newPermutation(rank{0, s.selected.count}, seed, salt)
		}
		return
	}
	size := sliceCount
	if !isSliced(s.base.size()) {
		size = rankOf(s.base.size())
	}
	s.order = newPermutation(size, seed, salt)
	s.limit = size.big()
	if s.blocks = b; b != nil {
		s.limit.Quo(s.limit, new(big.Int).SetUint64(b.candidates))
		s.limit.Mul(s.limit, new(big.Int).SetUint64(b.puzzles))
	}
}

// effort bounds what is done while a sampler is made: candidates that are put to the filter, and
// about how many words are added up for that.
type effort struct{ candidates, words uint64 }

// To draw, it is enough to know which candidates pass if they are few. Distinct puzzles are worth
// some seconds more, since only then all of them are within reach.
var (
	effortToDraw     = effort{1 << 16, 1 << 29}
	effortToTellAll  = effort{1 << 23, 1 << 31}
	effortForRare    = effort{1 << 28, 1 << 36}
	effortPerBlock   = effort{1 << 22, 1 << 29}
	effortToTellRate = effort{1 << 21, 1 << 30}
	effortToFindAny  = effort{1 << 21, 1 << 32}
)

func (e effort) most(f *filter) uint64 { return min(e.candidates, e.words/f.cost()) }

// cost is about how many words the filter adds up for a candidate: those of all its answers.
func (f *filter) cost() uint64 {
	cost := uint64(1)
	if f.weighs() {
		cost = uint64(f.answers.words) << min(len(f.answers.quiet), maxEnumerated)
	}
	if f.among != nil {
		cost *= 1 + uint64(len(f.among.motions))
	}
	if f.alike != nil {
		cost = 4 + cost/uint64(len(f.alike))
	}
	return cost
}

// countThrough puts every candidate to the filter, if that is within the effort, so that it is known
// which pass.
func (s *sampler) countThrough(ctx context.Context, e effort, workers int, newTrial func() *trial) error {
	size := s.base.size()
	if size.Cmp(new(big.Int).SetUint64(e.most(&s.filter))) > 0 {
		return nil
	}
	selected := newSelection(int(size.Int64()))
	err := eachRun(ctx, size.Uint64(), workers, func(ctx context.Context, from, to uint64) error {
		t := newTrial()
		for u := from; u < to; u++ {
			t.weight = -1
			s.base.at(&t.candidate, rank{0, u}, &t.random)
			ok, err := s.filter.passes(ctx, t)
			if err != nil {
				return err
			}
			if ok {
				selected.words[u/64] |= 1 << (u % 64)
			}
			if u%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	selected.finish()
	s.selected = selected
	return nil
}

// With pilotNeeded candidates that pass, their share is known to a third; a pilot that tells the
// rate goes on until pilotEnough have.
const (
	pilotEnough = 32
	pilotNeeded = 8
)

// pilot tries candidates until enough have passed or the effort is spent, to tell how many it takes
// to find a puzzle; states that are alike are not taken into account. It depends on the board and
// the options alone, not on the seed, so that what exists is the same for every batch.
func (s *sampler) pilot(ctx context.Context, t *trial, enough uint64, e effort, progress func(tried, most uint64)) (o odds, err error) {
	f := s.filter
	f.alike = nil
	most := max(2*pilotEnough, e.most(&f))
	for ; o.tried < most && o.passed < enough; o.tried++ {
		progress(o.tried, most)
		t.weight = -1
		t.random = newStream(0, piloting, o.tried, 0)
		s.base.draw(&t.candidate, &t.random)
		ok, err := f.passes(ctx, t)
		if err != nil {
			return o, err
		}
		if o.tried%64 == 0 && ctx.Err() != nil {
			return o, ctx.Err()
		}
		if ok {
			o.passed++
		}
	}
	s.piloted = o.passed > 0
	return o, nil
}
