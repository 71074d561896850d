package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"lightsout/solve"
)

// plan chooses a sampler for each level of the method nullspace, the cheapest that is even:
//
//  1. If every state is a puzzle, states are drawn.
//  2. If the states are few, all of them are tried, once for all levels.
//  3. Else each level gets the sampler that choose finds for it.
func (g *Generator) plan(ctx context.Context) error {
	o := g.options
	if err := g.checkPresses(ctx, o.Presses); err != nil {
		return err
	}
	f := g.filter(o.Presses)
	if o.Levels != 0 && o.Presses == nil {
		f.presses = &Range{0, g.board.Switches()}
	}
	if f.lit == nil && f.alike == nil && !f.weighs() {
		g.levels = []level{{nil, g.takeAll(pool{source: newStates(g.space, g.notDark())}, 0)}}
		return nil
	}
	if listable(g.space, &f) {
		return g.planListed(ctx, f, g.ranges(g.mostPresses()))
	}
	most := g.mostPresses()
	if o.Levels != 0 && o.Presses == nil && len(g.answers.quiet) > 0 {
		depth, err := g.hardest(ctx)
		if err != nil {
			return err
		}
		if depth == nil || !depth.Proved() {
			return refusef("it is not known how hard puzzles on %s can be: levels need a range of presses there", g.board.Spec())
		}
		most = depth.Upper
	}
	return g.planRanges(ctx, g.ranges(most))
}

// planRanges chooses a sampler for each range of presses.
func (g *Generator) planRanges(ctx context.Context, ranges []Range) error {
	var none error
	for i, r := range ranges {
		s, err := g.choose(ctx, r, uint64(i))
		var refused *refusedError
		if errors.As(err, &refused) && refused.none {
			none = cmp.Or(none, err)
			continue // a ramp skips numbers of presses that no puzzle needs
		}
		if err != nil {
			return err
		}
		g.levels = append(g.levels, level{&r, s})
	}
	if len(g.levels) == 0 {
		return none
	}
	return nil
}

// planListed tries every state.
func (g *Generator) planListed(ctx context.Context, f filter, ranges []Range) error {
	selections, most, err := g.listStates(ctx, f, ranges)
	if err != nil {
		return err
	}
	for i, r := range ranges {
		if selections[i].count > 0 { // a ramp skips numbers of presses that no state needs
			g.levels = append(g.levels, level{&r, g.takeListed(newStates(g.space, false), selections[i], uint64(i))})
		}
	}
	if len(g.levels) > 0 {
		return nil
	}
	p := g.options.Presses
	switch {
	case p != nil && p.Low > most && g.options.Symmetric != "":
		return refusef("no puzzle on %s with the symmetry %s needs %v presses; the most is %d", g.board.Spec(), g.options.Symmetric, p, most)
	case p != nil && p.Low > most:
		return refusef("no puzzle on %s needs %v presses; the most is %d", g.board.Spec(), p, most)
	}
	kind := "solvable"
	if g.options.Symmetric != "" {
		kind = "symmetric"
	}
	return refusef("no puzzle on %s meets the options: all %d %s states were tried", g.board.Spec(), uint64(1)<<g.space.dim(), kind)
}

// choose makes the sampler of puzzles with the given presses on a board whose states are too many to
// list. Every pool holds each puzzle once, so the smallest takes the fewest attempts. What comes of
// it depends on how many of its candidates are puzzles:
//
//  1. If all are, nothing needs to be tried.
//  2. If the pool is small, all its candidates are tried, and the puzzles are listed. Distinct puzzles
//     are worth more work, since only then all of them are within reach.
//  3. Else a pilot tells the rate. If puzzles turn out to be rare, and must be distinct, all candidates
//     are tried after all, for up to a minute.
//  4. If they are rare because they need many presses, variations of a hardest state are tried.
//  5. If nothing was found yet, a longer pilot looks for any puzzle at all.
//
// What was listed is drawn from the list. Else puzzles are drawn until one passes, or, if they must be
// distinct, taken from blocks. The salt tells the permutations of levels apart.
func (g *Generator) choose(ctx context.Context, presses Range, salt uint64) (sampler, error) {
	distinct := g.options.Distinct != ""
	enough, count := uint64(pilotNeeded), effortToDraw
	if distinct {
		enough, count = pilotEnough, effortToTellAll
	}
	pools, err := g.pools(ctx, presses)
	if err != nil {
		return nil, err
	}
	p := smallest(pools)
	if p.filter.open() {
		return g.takeAll(p, salt), nil
	}

	found, err := g.survey(ctx, p, count, enough, effortToTellRate)
	if err == nil && distinct && !found.complete() && found.passed < enough && effortForRare.covers(p) {
		g.progress("trying all %v candidates for rare puzzles", p.size())
		found, err = g.surveyAll(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	if found.complete() && found.passed == 0 {
		return nil, g.refuseNone(ctx, p)
	}

	if !found.complete() && found.passed < enough && p.filter.presses != nil && g.colours == nil {
		hard, ok, err := g.variations(ctx, presses)
		if err != nil {
			return nil, err
		}
		if ok {
			// These are not all puzzles that there are, so there is less to tell.
			of, err := g.survey(ctx, hard, effortToDraw, enough, effortToDraw)
			if err != nil {
				return nil, err
			}
			if !of.rare() || found.passed == 0 && of.passed > 0 {
				found = of
			}
		}
	}
	if found.passed == 0 && !found.gaveUp && effortToFindAny.most(&found.pool.filter) > found.tried {
		if found, err = g.pilot(ctx, found.pool, 1, effortToFindAny); err != nil {
			return nil, err
		}
	}

	switch {
	case found.gaveUp:
		return nil, &solve.GaveUpError{Cause: fmt.Errorf("none of the first %d candidates on %s meets the options, and each takes a long search: it has 2^%d answers; ask for fewer presses, or for a board with fewer quiet patterns", found.tried, g.board.Spec(), len(g.answers.quiet))}
	case found.passed == 0:
		return nil, &solve.GaveUpError{Cause: fmt.Errorf("none of %d candidates on %s meets the options; there may be none", found.tried, g.board.Spec())}
	case found.complete():
		return g.takeListed(found.pool.source, found.passing, salt), nil
	case !distinct:
		return &drawn{from: found.pool.source, filter: found.pool.filter, seed: g.options.Seed, attempts: attemptsPiloted}, nil
	case found.rare():
		return nil, refusef("puzzles that meet the options are too rare on %s to be kept distinct: %d of %d candidates did", g.board.Spec(), found.passed, found.tried)
	}
	alike := float64(max(1, g.alike.count())) // of these, just one passes, which pilots do not take into account
	size, err := sizeOfBlocks(found.rate()*alike, &found.pool.filter, func() (float64, error) {
		better, err := g.pilot(ctx, found.pool, ratePassing, effortToFindAny)
		return better.rate() * alike, err
	})
	if err != nil {
		return nil, err
	}
	return g.newBlocks(found.pool, size, salt), nil
}

// takeAll is the sampler of a pool all of whose candidates are puzzles.
func (g *Generator) takeAll(p pool, salt uint64) sampler {
	if g.options.Distinct != "" {
		return g.newBlocks(p, everyCandidate, salt)
	}
	return &drawn{from: p.source, seed: g.options.Seed, attempts: 1}
}

// takeListed is the sampler of candidates all of which have been tried.
func (g *Generator) takeListed(from source, passing *selection, salt uint64) sampler {
	l := listed{from, passing, g.options.Seed}
	if g.options.Distinct != "" {
		return newShuffled(l, salt)
	}
	return &l
}

// pool is a source and what its candidates must meet to be puzzles.
type pool struct {
	source
	filter filter
}

// smallest is the pool that takes the fewest attempts: one whose candidates all pass, or else the one
// with the fewest candidates.
func smallest(pools []pool) pool {
	if open := slices.IndexFunc(pools, func(p pool) bool { return p.filter.open() }); open >= 0 {
		return pools[open]
	}
	return slices.MinFunc(pools, func(a, b pool) int { return a.size().Cmp(b.size()) })
}

// pools are the ways to find puzzles with the given presses, the one that goes by presses first.
func (g *Generator) pools(ctx context.Context, presses Range) ([]pool, error) {
	if g.colours != nil {
		return g.colourPools(presses), nil
	}
	o := g.options
	f := g.filter(g.wanted(presses))
	list := []pool{{newStates(g.space, g.notDark()), f}}
	if o.Lit != nil && numbered(g.board.Lights(), *o.Lit) {
		if o.Lit.Low > g.board.Lights() {
			return nil, refusef("%s has only %d lights", g.board.Spec(), g.board.Lights())
		}
		p := pool{lightSets{newSubsets(g.board.Lights(), o.Lit.Low, o.Lit.High)}, f}
		p.filter.within = g.space
		if len(g.space.checks) == 0 && o.Symmetric == "" && g.alike == nil && !f.weighs() {
			p.filter = filter{} // all states are solvable, and nothing else is asked
		}
		list = append(list, p)
	}
	if f.presses != nil && numbered(g.board.Switches(), presses) {
		p, err := g.poolOfPresses(ctx, presses, f)
		if err != nil {
			return nil, err
		}
		list = append([]pool{p}, list...)
	}
	return list, nil
}

func (g *Generator) poolOfPresses(ctx context.Context, presses Range, f filter) (pool, error) {
	sets := pressSets{newSubsets(g.board.Switches(), presses.Low, presses.High), g.columns}
	p := pool{sets, f}
	p.filter.stands = sets
	orbits := g.orbits != nil && len(g.answers.quiet) == 0
	switch {
	case orbits:
		p.source = orbitSets{newPortions(g.orbits, presses.Low, min(presses.High, g.board.Switches())), g.columns}
	case g.options.Symmetric != "":
		p.filter.within = g.space
	}
	onlyPresses := g.alike == nil && g.options.Lit == nil && (g.options.Symmetric == "" || orbits)
	if onlyPresses && p.size().Sign() > 0 && g.answers.apart(presses.High, g.columns) {
		return pool{source: onlyAnswers{p.source}}, nil // every set is the only lightest answer of its state
	}
	if len(g.answers.quiet) > 0 && !g.answers.enumerable() {
		var err error
		p.filter.apart, err = g.answers.knownApart(ctx, Range{presses.Low, min(presses.High, g.mostPresses())})
		return p, err
	}
	return p, nil
}

// wanted is the range that puzzles with the given presses are filtered by, nil if any number will do.
func (g *Generator) wanted(presses Range) *Range {
	if g.options.Levels != 0 {
		return &presses
	}
	return g.options.Presses
}

// effort bounds what is done while a sampler is chosen: candidates that are put to the filter, and
// about how many words are added up for that.
type effort struct{ candidates, words uint64 }

var (
	effortToDraw     = effort{1 << 16, 1 << 29}
	effortToTellAll  = effort{1 << 23, 1 << 31} // some seconds
	effortForRare    = effort{1 << 28, 1 << 36} // a minute or so
	effortPerBlock   = effort{1 << 22, 1 << 29}
	effortToTellRate = effort{1 << 21, 1 << 30}
	effortToFindAny  = effort{1 << 21, 1 << 32}
)

// most is how many candidates may be tried.
func (e effort) most(f *filter) uint64 { return min(e.candidates, e.words/f.cost()) }

// covers reports whether all candidates of the pool may be tried.
func (e effort) covers(p pool) bool {
	return p.size().Cmp(new(big.Int).SetUint64(e.most(&p.filter))) <= 0
}

// With pilotNeeded candidates that pass, their share is known to a third; a pilot that tells the rate
// goes on until pilotEnough have. Distinct puzzles need those: the rarer they are, the fewer are
// within reach.
const (
	pilotEnough = 32
	pilotNeeded = 8
)

// survey is what is known of a pool.
type survey struct {
	pool          pool
	tried, passed uint64
	passing       *selection // nil unless all candidates were tried
	gaveUp        bool       // after a long search without a result
}

func (s *survey) complete() bool { return s.passing != nil }

// rate is in how many candidates a puzzle is found.
func (s *survey) rate() float64 { return float64(s.tried) / float64(s.passed) }

// rare: too few passed to tell the rate.
func (s *survey) rare() bool { return s.passed < pilotNeeded }

// survey tries all candidates of a pool, if that is within the effort count, or else some of them.
func (g *Generator) survey(ctx context.Context, p pool, count effort, enough uint64, rate effort) (survey, error) {
	if count.covers(p) {
		return g.surveyAll(ctx, p)
	}
	return g.pilot(ctx, p, enough, rate)
}

func (g *Generator) surveyAll(ctx context.Context, p pool) (survey, error) {
	passing, err := g.tryAll(ctx, p)
	if err != nil {
		return survey{}, err
	}
	return survey{pool: p, tried: p.size().Uint64(), passed: passing.count, passing: passing}, nil
}

const progressInterval = 200 * time.Millisecond

// maxSearched bounds the answers that a pilot without a result weighs where that takes a search for each
// candidate: some ten seconds.
const maxSearched = 1 << 35

// pilot tries candidates until enough have passed or the effort is spent, to tell how many it takes to
// find a puzzle; states that are alike are not taken into account. It depends on the board and the
// options alone, not on the seed, so that what exists is the same for every batch.
func (g *Generator) pilot(ctx context.Context, p pool, enough uint64, e effort) (survey, error) {
	found := survey{pool: p}
	f := p.filter
	f.alike = nil
	most := max(2*pilotEnough, e.most(&f))
	t, shown := g.newTrial(), time.Now()
	for ; found.tried < most && found.passed < enough; found.tried++ {
		if found.passed == 0 && t.searched > maxSearched {
			found.gaveUp = true
			break
		}
		if time.Since(shown) >= progressInterval {
			shown = time.Now()
			g.progress("looking for such puzzles: %d of %d candidates tried", found.tried, most)
		}
		t.weight = -1
		t.random = newStream(0, piloting, found.tried, 0)
		p.draw(t)
		ok, err := f.passes(ctx, t)
		if err != nil {
			return found, err
		}
		if found.tried%64 == 0 && ctx.Err() != nil {
			return found, ctx.Err()
		}
		if ok {
			found.passed++
		}
	}
	return found, nil
}
