package generate

import (
	"context"
	"fmt"
	"math"
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
	leader   bool // a set of presses counts if it is the first of the lightest answers of its state
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
	if f.weighs() {
		var err error
		if t.weight, t.ties, err = f.answers.lightest(ctx, t.answer, t.state); err != nil {
			return false, err
		}
		switch {
		case !f.presses.holds(t.weight), f.unique && t.ties != 1:
			return false, nil
		case f.leader && t.ties > 0 && !equal(t.answer, t.presses), f.leader && t.weight != weightOf(t.presses):
			return false, nil
		}
	}
	return f.alike == nil || f.alike.isFirst(t.state, f.alikeIn, t.image), nil
}

// sampler finds puzzles of one kind: those of a base that pass a filter.
//
//	listed        the base's numbers that pass are known (selection): one draw, one puzzle
//	drawn         candidates are drawn until one passes
//	distinct      a permutation of the base's numbers is cut into blocks, and puzzle n is the first
//	              of block n that passes. Blocks share no number, so puzzles share no state; and
//	              if of alike states only one passes, no two puzzles are alike.
type sampler struct {
	base     base
	filter   filter
	selected *selection // of the base's numbers, or nil
	distinct bool
	order    permutation
	block    uint64
	limit    *big.Int // how many puzzles there are for sure, if distinct
	uneven   bool     // not all puzzles are equally likely
	certain  bool     // every candidate passes
}

// maxAttempts is how many candidates are tried for one puzzle before giving up.
const maxAttempts = 1 << 20

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
	for attempt := range uint64(maxAttempts) {
		t.random = newStream(seed, drawing, index, attempt)
		s.base.draw(&t.candidate, &t.random)
		if s.certain {
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
	return &solve.GaveUpError{Engine: "generate", Cause: fmt.Errorf("none of %d candidates for puzzle %d is as asked for; there may be none", maxAttempts, index)}
}

func (s *sampler) findInBlock(ctx context.Context, t *trial, seed, index, number uint64) error {
	first := times(number, s.block)
	for j := range s.block {
		t.random = newStream(seed, drawing, index, j)
		s.base.at(&t.candidate, s.order.at(first.plus(j)), &t.random)
		if s.certain {
			return nil
		}
		ok, err := s.filter.passes(ctx, t)
		if ok || err != nil {
			return err
		}
		if j%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Engine: "generate", Cause: fmt.Errorf("none of the %d candidates set aside for puzzle %d is as asked for", s.block, index)}
}

// arrange makes the sampler a distinct one: salt tells its permutation from others'. rate is about
// how many candidates it takes to find a puzzle.
func (s *sampler) arrange(seed, salt uint64, rate float64) {
	s.distinct = true
	if s.selected != nil {
		s.limit = new(big.Int).SetUint64(s.selected.count)
		if s.selected.count > 0 {
			s.order = newPermutation(rank{0, s.selected.count}, seed, salt)
		}
		return
	}
	// A block of 48 times as many candidates as it takes is without a puzzle once in e^48 times.
	s.block = 1
	if !s.certain {
		s.block = uint64(math.Ceil(48 * rate))
	}
	size := sliceCount
	if !isSliced(s.base.size()) {
		size = rankOf(s.base.size())
	}
	s.order = newPermutation(size, seed, salt)
	s.limit = new(big.Int).Quo(size.big(), new(big.Int).SetUint64(s.block))
}

// maxCounted is how many candidates of a base other than a code are put to the filter one by one.
const maxCounted = 1 << 16

// maxPrepared bounds, about, how many words are added up while a sampler is made.
const maxPrepared = 1 << 29

// cost is about how many words the filter adds up for a candidate: those of all its answers.
func (f *filter) cost() uint64 {
	if !f.weighs() {
		return 1
	}
	return uint64(f.answers.words) << min(len(f.answers.quiet), maxEnumerated)
}

// countThrough puts every candidate to the filter, if they are few, so that it is known which pass.
func (s *sampler) countThrough(ctx context.Context, t *trial) error {
	size := s.base.size()
	if size.Cmp(new(big.Int).SetUint64(min(maxCounted, maxPrepared/s.filter.cost()))) > 0 {
		return nil
	}
	selected := newSelection(int(size.Int64()))
	for u := range size.Uint64() {
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
	selected.finish()
	s.selected = selected
	return nil
}

// A pilot goes on until pilotEnough candidates have passed, or maxPilot have been tried, or fewer if
// they are costly. With pilotNeeded the share of those that pass is known to a third.
const (
	pilotEnough = 32
	pilotNeeded = 8
	maxPilot    = 1 << 20
)

// pilot tries some candidates, to tell how many it takes to find a puzzle; states that are alike are
// not taken into account. It depends on the board and the options alone, not on the seed, so that
// what exists is the same for every batch.
func (s *sampler) pilot(ctx context.Context, t *trial) (tried, passed uint64, err error) {
	f := s.filter
	f.alike = nil
	most := min(maxPilot, max(pilotEnough*2, maxPrepared/f.cost()))
	for ; tried < most && passed < pilotEnough; tried++ {
		t.weight = -1
		t.random = newStream(0, piloting, tried, 0)
		s.base.draw(&t.candidate, &t.random)
		ok, err := f.passes(ctx, t)
		if err != nil {
			return tried, passed, err
		}
		if tried%64 == 0 && ctx.Err() != nil {
			return tried, passed, ctx.Err()
		}
		if ok {
			passed++
		}
	}
	return tried, passed, nil
}
