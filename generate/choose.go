package generate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lightsout/solve"
)

// chooseBase makes the sampler that finds puzzles with the given presses in the fewest attempts.
func (g *Generator) chooseBase(ctx context.Context, presses Range, salt uint64) (*sampler, error) {
	samplers, err := g.samplers(presses)
	if err != nil {
		return nil, err
	}
	best, odds, err := g.try(ctx, g.best(samplers))
	if err == nil && g.options.Distinct != "" && best.selected == nil && odds.passed < g.enough() {
		odds, err = g.tryAll(ctx, best, odds)
	}
	switch {
	case err != nil:
		return nil, err
	case best.selected != nil && odds.passed == 0:
		return nil, g.refuseNone(ctx, best)
	case odds.passed < g.enough() && best.selected == nil && best.filter.presses != nil:
		hard, hardOdds, err := g.tryHard(ctx, presses, best.filter)
		if err != nil {
			return nil, err
		}
		if hard != nil && (!hardOdds.rare() || odds.passed == 0 && hardOdds.passed > 0) {
			best, odds = hard, hardOdds
		}
	}
	if odds.passed == 0 && effortToFindAny.most(&best.filter) > odds.tried {
		if odds, err = g.pilot(ctx, best, 1, effortToFindAny); err != nil {
			return nil, err
		}
	}
	switch {
	case odds.passed == 0:
		return nil, &solve.GaveUpError{Cause: fmt.Errorf("none of %d candidates on %s is as asked for; there may be none", odds.tried, g.board.Spec())}
	case g.options.Distinct == "":
		return best, nil
	case odds.rare() && best.selected == nil:
		return nil, refusef("puzzles like that on %s are too rare to be kept distinct: %d of %d candidates were as asked for", g.board.Spec(), odds.passed, odds.tried)
	}
	return best, g.arrange(ctx, best, salt, odds)
}

// arrange makes the sampler a distinct one.
func (g *Generator) arrange(ctx context.Context, s *sampler, salt uint64, known odds) error {
	if s.certain || s.selected != nil {
		s.arrange(g.options.Seed, salt, nil)
		return nil
	}
	alike := float64(max(1, len(g.alike)))
	b, err := newBlocks(known.rate()*alike, &s.filter, func() (float64, error) {
		sure, err := g.pilot(ctx, s, pilotSure, effortToFindAny)
		return sure.rate() * alike, err
	})
	if err != nil {
		return err
	}
	b.workers, b.newTrial = g.options.Workers, g.newTrial
	s.arrange(g.options.Seed, salt, b)
	return nil
}

const progressInterval = 200 * time.Millisecond

// pilot lets the sampler try candidates, and tells how that goes.
func (g *Generator) pilot(ctx context.Context, s *sampler, enough uint64, e effort) (odds, error) {
	begun := time.Now()
	return s.pilot(ctx, g.newTrial(), enough, e, func(tried, most uint64) {
		if time.Since(begun) < progressInterval {
			return
		}
		begun = time.Now()
		g.progress("looking for puzzles like that: %d of %d candidates tried", tried, most)
	})
}

// enough is how many candidates must pass a pilot. Distinct puzzles need more: the rarer they are,
// the fewer are within reach.
func (g *Generator) enough() uint64 {
	if g.options.Distinct != "" {
		return pilotEnough
	}
	return pilotNeeded
}

// odds are how many candidates were tried, and how many of them were puzzles.
type odds struct{ tried, passed uint64 }

// rate is in how many candidates a puzzle is found.
func (o odds) rate() float64 { return float64(o.tried) / float64(o.passed) }

// rare: too few passed to tell the rate.
func (o odds) rare() bool { return o.passed < pilotNeeded }

// try tells how many candidates it takes a sampler to find a puzzle, or, where it is no more work,
// which ones are puzzles. It returns the sampler.
func (g *Generator) try(ctx context.Context, s *sampler) (*sampler, odds, error) {
	if s.certain {
		return s, odds{pilotEnough, pilotEnough}, nil
	}
	count, rate := effortToDraw, effortToTellRate
	if g.options.Distinct != "" {
		count = effortToTellAll
	}
	if s.uneven { // its candidates are not all there are, so that there is less to tell
		count, rate = effortToDraw, effortToDraw
	}
	if err := s.countThrough(ctx, count, g.options.Workers, g.newTrial); err != nil {
		return s, odds{}, err
	}
	if s.selected != nil {
		return s, odds{s.base.size().Uint64(), s.selected.count}, nil
	}
	found, err := g.pilot(ctx, s, g.enough(), rate)
	return s, found, err
}

// tryAll puts every candidate to the filter, if that takes no more than a minute or so: of puzzles so
// rare that a pilot hardly finds any, next to none would be within reach otherwise.
func (g *Generator) tryAll(ctx context.Context, s *sampler, known odds) (odds, error) {
	g.progress("going through all %v candidates for rare puzzles", s.base.size())
	err := s.countThrough(ctx, effortForRare, g.options.Workers, g.newTrial)
	if err != nil || s.selected == nil {
		return known, err
	}
	return odds{s.base.size().Uint64(), s.selected.count}, nil
}

// best is the sampler that takes the fewest attempts. Every base holds each puzzle exactly once, so
// that is the one with the fewest candidates.
func (g *Generator) best(samplers []*sampler) *sampler {
	if certain := slices.IndexFunc(samplers, func(s *sampler) bool { return s.certain }); certain >= 0 {
		return samplers[certain]
	}
	return slices.MinFunc(samplers, func(a, b *sampler) int { return a.base.size().Cmp(b.base.size()) })
}

// samplers are the ways to find puzzles with the given presses, the one that goes by presses first.
func (g *Generator) samplers(presses Range) ([]*sampler, error) {
	o := g.options
	wanted := o.Presses
	if o.Levels != 0 {
		wanted = &presses
	}
	f := g.filter(wanted)
	list := []*sampler{{base: newCodeBase(g.space, g.skipDark), filter: f}}
	if o.Lit != nil {
		if o.Lit.Low > g.board.Lights() {
			return nil, refusef("%s has only %d lights", g.board.Spec(), g.board.Lights())
		}
		s := &sampler{base: lightBase{newSubsets(g.board.Lights(), o.Lit.Low, o.Lit.High)}, filter: f}
		s.filter.within = g.space
		s.certain = o.Symmetric == "" && g.alike == nil && len(g.space.checks) == 0 && !f.weighs()
		list = append(list, s)
	}
	if wanted != nil {
		s := &sampler{base: &pressBase{newSubsets(g.board.Switches(), presses.Low, presses.High), g.columns}, filter: f}
		s.filter.leader = true
		orbits := g.orbits != nil && len(g.answers.quiet) == 0
		switch {
		case orbits:
			s.base = orbitBase{newPortions(g.orbits, presses.Low, min(presses.High, g.board.Switches())), g.columns}
		case o.Symmetric != "":
			s.filter.within = g.space
		}
		s.certain = g.alike == nil && (o.Symmetric == "" || orbits) && o.Lit == nil && s.base.size().Sign() > 0 && g.answers.apart(presses.High, g.columns)
		s.answered = s.certain
		list = append([]*sampler{s}, list...)
	}
	return list, nil
}
