package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"lightsout/solve"
)

// way is a row of the plan: one way to make the puzzles of a level.
type way struct {
	name string
	when string // it is taken, if no row before it was
	how  string
	// try makes the level, or returns nil if the way cannot be taken. The error may be that there are no such puzzles.
	try func(*planner, context.Context) (*level, error)
}

// ways are tried in this order. All but the first and the fifth draw evenly: every puzzle is once among the candidates
// (see candidates), and no candidate is preferred.
var ways = []way{
	{"method", "--method is presses or sat", "candidates of that method are drawn until one meets the options", (*planner).byMethod},
	{"every", "every candidate is a puzzle", "one draw; or, if distinct, one step of a permutation of all", (*planner).takeEvery},
	{"list", "all candidates can be tried, and puzzles are distinct, rare or of many levels", "all candidates are tried once, then puzzles come from the list of those that passed", (*planner).takeListed},
	{"draw", "some of the first candidates are puzzles", "candidates are drawn until one meets the options; or, if distinct, taken from blocks of a permutation", (*planner).takeDrawn},
	{"vary", "so many presses are rare, and a state that needs the most is known", "variations of that state, not all puzzles that there are", (*planner).takeVariations},
	{"search", "nothing else helped", "a longer search for one puzzle, then as draw", (*planner).takeRare},
}

// level is one step of a ramp, or one number of presses of an even batch; else there is just one.
type level struct {
	presses *Range
	drawing
	way   string
	tried uint64  // candidates, before the first puzzle
	rate  float64 // candidates that are tried for a puzzle, on average
}

// drawing makes the puzzles of one level. Each kind has a file, which begins with why it is even and
// what is within its reach: drawn, listed and blocks.
type drawing interface {
	candidates
	// find makes t a puzzle. It is puzzle index of the batch, and number among those of its level.
	find(ctx context.Context, t *trial, index, number uint64) error
	// reach is how many puzzles can be made, all distinct, and whether no others exist. It is nil if puzzles may
	// repeat.
	reach() (limit *big.Int, all bool)
}

// effort bounds what is done before the first puzzle, in nanoseconds of one core, by estimates that are the same on
// every machine.
type effort uint64

const (
	listEffort  effort = 1 << 31 // to try all candidates
	rareEffort  effort = 1 << 35 // to try all candidates, if puzzles are distinct and rare
	pilotEffort effort = 1 << 30 // to tell how rare puzzles are
	blockEffort        = 1 << 28 // to try the candidates of a block
)

// maxListed is how many candidates are all tried, and maxRare how many if few are puzzles.
const (
	maxListed = 1 << 25
	maxRare   = 1 << 28
)

// covers reports whether all candidates of the pool may be tried.
func (e effort) covers(p pool) bool {
	size := p.size()
	return size != nil && size.Cmp(big.NewInt(maxRare)) <= 0 && size.Uint64()*p.cost() <= uint64(e)
}

// planner chooses the ways.
type planner struct {
	*Generator
	ranges []Range

	// The level at hand: which it is, its presses, the pool that takes the least effort, and what a pilot found there.
	at      int
	presses *Range
	best    pool
	found   survey

	// lists has the puzzles of every level, once all states were tried, and most the most presses of any.
	lists []numbers
	most  int
}

// plan chooses a drawing for each level.
func (g *Generator) plan(ctx context.Context) error {
	if f := g.algebra.facts(); f.states != nil && f.states.IsInt64() && f.states.Int64() == 1 && !g.options.AllowSolved {
		if g.options.Symmetric != "" {
			return refusef("no solvable state of %s but the goal has the symmetry %s", g.board.Spec(), g.options.Symmetric)
		}
		return refusef("no state of %s but the goal is solvable", g.board.Spec())
	}
	if err := g.checkPresses(ctx); err != nil {
		return err
	}
	p := &planner{Generator: g}
	var err error
	if p.ranges, err = g.ranges(ctx); err != nil {
		return err
	}
	var none error
	for i := range p.ranges {
		l, err := p.choose(ctx, i)
		if refused := (*refusedError)(nil); errors.As(err, &refused) && refused.none && g.skips() {
			none = err
			continue
		}
		if err != nil {
			return err
		}
		g.levels = append(g.levels, *l)
	}
	if len(g.levels) == 0 {
		return none
	}
	g.order = g.options.schedule(len(g.levels))
	return nil
}

// skips reports whether numbers of presses that no puzzle needs are left out: in a ramp, and in an even batch of all
// numbers.
func (g *Generator) skips() bool {
	return g.options.Levels != 0 || g.options.Even && g.options.Presses == nil
}

// choose takes the first way that can be taken.
func (p *planner) choose(ctx context.Context, i int) (*level, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.at, p.presses, p.found = i, nil, survey{}
	if p.options.Presses != nil || p.options.leveled() {
		p.presses = &p.ranges[i]
	}
	pools, err := p.pools(ctx, p.ranges[i])
	if err != nil {
		return nil, err
	}
	p.best = leastEffort(pools)
	for _, w := range ways {
		l, err := w.try(p, ctx)
		if err != nil {
			return nil, err
		}
		if l != nil {
			l.presses, l.way = p.presses, w.name
			return l, nil
		}
	}
	return nil, p.gaveUp()
}

// ranges are the presses of each level; a single range without levels.
func (g *Generator) ranges(ctx context.Context) ([]Range, error) {
	o, f := g.options, g.algebra.facts()
	whole := Range{0, f.most}
	if o.Presses != nil {
		whole = Range{o.Presses.Low, min(o.Presses.High, f.most)}
	}
	if o.Even && o.Presses != nil && o.Presses.High > f.most {
		return nil, g.refusePresses(ctx, &Range{f.most + 1, o.Presses.High})
	}
	if !o.leveled() {
		return []Range{whole}, nil
	}
	if o.Presses == nil && f.answers.Cmp(big.NewInt(1)) > 0 && !listEffort.covers(g.statesPool(&whole)) {
		depth, err := g.hardest(ctx)
		if err != nil {
			return nil, err
		}
		if depth == nil || !depth.Proved() {
			return nil, refusef("it is not known how hard puzzles on %s can be: levels need a range of presses there", g.board.Spec())
		}
		whole.High = depth.Upper
	}
	if !o.AllowSolved {
		whole.Low = max(1, whole.Low)
	}
	if whole.High-whole.Low >= maxLevels {
		return nil, fmt.Errorf("presses %v are %d levels; there may be %d", whole, whole.High-whole.Low+1, maxLevels)
	}
	var ranges []Range
	for n := whole.Low; n <= whole.High; n++ {
		ranges = append(ranges, Range{n, n})
	}
	return ranges, nil
}

const maxLevels = 1 << 12

// wanted is what puzzles with the given presses must meet; nil stands for any number.
func (g *Generator) wanted(presses *Range) wanted {
	o := g.options
	return wanted{
		notDark: !o.AllowSolved, lit: o.Lit, presses: presses, unique: o.Unique && g.algebra.facts().nullity != 0,
		alike: g.alike, within: o.Symmetric != "", algebra: g.algebra,
	}
}

// statesPool is all solvable states.
func (g *Generator) statesPool(presses *Range) pool {
	w := g.wanted(presses)
	w.notDark = false // the goal is not among them
	alike := g.alike
	if g.options.Symmetric != "" {
		alike = nil // the first of those that are symmetric may be another one
	}
	return pool{newStates(g.algebra, !g.options.AllowSolved, alike), w}
}

// pools are the candidates that hold every puzzle with the given presses exactly once.
func (p *planner) pools(ctx context.Context, presses Range) ([]pool, error) {
	o, lights, switches := p.options, p.board.Lights(), p.board.Switches()
	list := []pool{p.statesPool(p.presses)}
	if isLarge(p.board) && p.drawsWithoutAlgebra() || o.Method != "nullspace" {
		return list, nil
	}
	if o.Lit != nil && p.board.States() == 2 && numberable(lights, *o.Lit) {
		l := pool{lightSets{newNumbered(newSubsets(lights, o.Lit.Low, o.Lit.High))}, p.wanted(p.presses)}
		l.wanted.lit = nil
		l.wanted.notDark = o.Lit.Low == 0 && !o.AllowSolved
		l.wanted.solvable = p.algebra.facts().states.BitLen() <= lights // else all states are solvable
		list = append(list, l)
	}
	var s sets
	portions := p.orbits
	for sw := 0; sw < switches && p.board.States() > 2; sw++ {
		portions = append(portions, portion{[][]int{{sw}}, p.board.States() - 1, true})
	}
	trivial := p.algebra.facts().nullity == 0
	switch {
	case p.presses == nil:
		return list, nil
	case p.board.States() > 2 && presses.High*switches <= maxCounts, portions != nil && trivial:
		s = newPortions(portions, presses.Low, min(presses.High, p.algebra.facts().most))
	case p.board.States() == 2 && numberable(switches, presses):
		s = newSubsets(switches, presses.Low, presses.High)
	default:
		return list, nil
	}
	sets := pressSets{numbered: newNumbered(s), algebra: p.algebra}
	of := pool{sets, p.wanted(p.presses)}
	of.wanted.stands = sets
	of.wanted.solvable = o.Symmetric != "" && (p.orbits == nil || !trivial)
	apart, err := p.algebra.apart(ctx, presses)
	if err != nil {
		return nil, err
	}
	onlyPresses := p.alike == nil && o.Lit == nil && !of.wanted.solvable
	if onlyPresses && sets.size().Sign() > 0 && apart >= presses.High {
		sets.only = true
		return append(list, pool{candidates: sets}), nil
	}
	of.wanted.apart = apart
	return append(list, of), nil
}

// maxCounts bounds the numbers that presses of lights with more than two states are counted by.
const maxCounts = 1 << 20

// numberable reports whether the sets of so many of n things can be numbered: a number has up to n bits,
// and there is one for each size.
func numberable(n int, sizes Range) bool {
	return sizes.Low <= n && float64(n)*float64(min(n, sizes.High)-sizes.Low+1) <= maxPatternBits
}

// leastEffort is the pool of which every candidate passes, or else the one whose candidates take the least effort.
func leastEffort(pools []pool) pool {
	if open := slices.IndexFunc(pools, func(p pool) bool { return p.wanted.open() }); open >= 0 {
		return pools[open]
	}
	return slices.MinFunc(pools, func(a, b pool) int {
		all := func(p pool) *big.Int { return new(big.Int).Mul(p.size(), new(big.Int).SetUint64(p.cost())) }
		if len(pools) == 1 {
			return 0
		}
		return all(a).Cmp(all(b))
	})
}

// drawsWithoutAlgebra reports whether states that random presses make are puzzles often enough, so that a large board
// need not be eliminated to draw them.
func (g *Generator) drawsWithoutAlgebra() bool {
	o := g.options
	if o.Presses != nil || o.Unique || o.leveled() || o.Distinct != "" {
		return false
	}
	t := g.newTrial()
	for i := uint64(0); i < 16 && o.Lit != nil; i++ {
		t.begin(0, toPilot, i, 0)
		if g.plain().draw(t); o.Lit.holds(t.state.size()) {
			return true
		}
	}
	return o.Lit == nil
}

// plain is candidates that need no algebra.
func (g *Generator) plain() candidates {
	if g.options.Method == "presses" {
		return randomPresses{g.board, g.options.RandomPresses}
	}
	return newStates(&unreduced{g.board}, !g.options.AllowSolved, nil)
}

func (p *planner) byMethod(ctx context.Context) (*level, error) {
	w := p.wanted(p.presses)
	of := pool{nil, w}
	switch p.options.Method {
	case "presses":
		of.candidates = p.plain()
	case "sat":
		choice, err := newSATChoice(ctx, p.board, p.options.AllowSolved)
		if err != nil {
			return nil, err
		}
		of.candidates = choice
	default:
		return nil, nil
	}
	return &level{drawing: &drawn{of, p.options.Seed, attemptsUntested}, rate: 1}, nil
}

func (p *planner) takeEvery(context.Context) (*level, error) {
	switch {
	case !p.best.wanted.open():
		return nil, nil
	case p.distinct():
		return &level{drawing: p.newBlocks(p.best, everyCandidate, p.salt()), rate: 1}, nil
	}
	return &level{drawing: &drawn{p.best, p.options.Seed, 1}, rate: 1}, nil
}

func (p *planner) distinct() bool { return p.options.Distinct != "" }

// salt tells the permutations of levels apart.
func (p *planner) salt() uint64 { return uint64(p.at) }

// takeListed lists the puzzles: of all levels at once, if the states are few.
func (p *planner) takeListed(ctx context.Context) (*level, error) {
	if whole := p.statesPool(&Range{}); len(p.ranges) > 1 && p.coversList(whole) {
		done := p.lists != nil
		if !done {
			var err error
			if p.lists, p.most, err = p.list(ctx, whole, p.ranges); err != nil {
				return nil, err
			}
		}
		l, err := p.fromList(ctx, whole, &p.lists[p.at])
		if done && l != nil {
			l.tried = 0 // for an earlier level
		}
		return l, err
	}
	if p.best.size() == nil {
		return nil, nil
	}
	if p.best.size().Sign() == 0 {
		return nil, p.none(ctx, p.best)
	}
	listable := p.coversList(p.best)
	if !listable || !p.distinct() && !(effort(1)<<22).covers(p.best) {
		enough := pilotEffort
		if listable {
			enough = min(enough, effort(p.best.size().Uint64()*p.best.cost()/16))
		}
		var err error
		if p.found, err = p.pilot(ctx, p.best, pilotEnough, enough); err != nil {
			return nil, err
		}
		rare := p.found.passed < pilotEnough
		switch {
		case listable && (rare || p.found.rate() > commonRate):
		case p.distinct() && rare && rareEffort.covers(p.best):
			p.progress("trying all %v candidates for rare puzzles", p.best.size())
		default:
			return nil, nil
		}
	}
	lists, most, err := p.list(ctx, p.best, p.ranges[p.at:p.at+1])
	if err != nil {
		return nil, err
	}
	p.most = most
	return p.fromList(ctx, p.best, &lists[0])
}

// coversList reports whether all candidates may be tried: if puzzles may repeat, for less than if they are distinct, as
// drawing is another way then.
func (p *planner) coversList(of pool) bool {
	effort := listEffort
	if !p.distinct() && len(p.ranges) == 1 {
		effort /= 4
	}
	return effort.covers(of) && of.size().Cmp(big.NewInt(maxListed)) <= 0
}

func (p *planner) fromList(ctx context.Context, of pool, puzzles *numbers) (*level, error) {
	if puzzles.count() == 0 {
		return nil, p.none(ctx, of)
	}
	return &level{drawing: p.newListed(of, puzzles, p.salt()), tried: of.size().Uint64(), rate: 1}, nil
}

// none is the error for a pool of which all candidates were tried and none is a puzzle.
func (p *planner) none(ctx context.Context, of pool) error {
	r, o, spec := p.presses, p.options, p.board.Spec()
	if _, all := of.candidates.(*states); all && r != nil && r.Low > p.most && o.Lit == nil && !o.Unique {
		if o.Symmetric != "" {
			return nonef("no puzzle on %s with the symmetry %s needs %v presses; the most is %d", spec, o.Symmetric, r, p.most)
		}
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, p.most)
	}
	if r != nil {
		depth, err := p.hardest(ctx)
		if err != nil {
			return err
		}
		if depth != nil && r.Low > depth.Lower {
			return p.refusePresses(ctx, r)
		}
	}
	return nonef("no puzzle on %s meets the options: all candidates were tried, %v %v", spec, of.size(), of)
}

// takeDrawn is for puzzles that are common enough to be found again and again.
func (p *planner) takeDrawn(ctx context.Context) (*level, error) {
	if p.best.size() == nil {
		return &level{drawing: &drawn{p.best, p.options.Seed, attemptsUntested}, rate: 1}, nil
	}
	if p.found.rare() {
		return nil, nil
	}
	return p.again(ctx, p.found)
}

// again draws from a pool in which a pilot found puzzles.
func (p *planner) again(ctx context.Context, found survey) (*level, error) {
	l := &level{tried: found.tried, rate: found.rate()}
	if !p.distinct() {
		l.drawing = &drawn{found.pool, p.options.Seed, attemptsPiloted}
		return l, nil
	}
	if found.rare() {
		return nil, refusef("puzzles that meet the options are too rare on %s to be kept distinct: %d of %d candidates did", p.board.Spec(), found.passed, found.tried)
	}
	alike := p.alikeRate(found.pool)
	l.rate *= alike
	size, err := sizeOfBlocks(l.rate, &found.pool, func() (float64, error) {
		better, err := p.pilot(ctx, found.pool, ratePassing, listEffort)
		l.tried += better.tried
		l.rate = better.rate() * alike
		return l.rate, err
	})
	if err != nil {
		return nil, err
	}
	l.drawing = p.newBlocks(found.pool, size, p.salt())
	return l, nil
}

// alikeRate is how many candidates of a pool there are for one that is the first of its class, which pilots do not take
// into account.
func (p *planner) alikeRate(of pool) float64 {
	rate := float64(max(1, p.alike.count()))
	if s, ok := of.candidates.(*states); ok && s.ends != nil {
		rate *= float64(len(s.ends)) / math.Exp2(float64(p.alike.last))
	}
	return rate
}

// takeVariations is for numbers of presses that hardly any state needs.
func (p *planner) takeVariations(ctx context.Context) (*level, error) {
	if p.presses == nil {
		return nil, nil
	}
	hard, ok, err := p.variations(ctx, p.ranges[p.at])
	if err != nil || !ok {
		return nil, err
	}
	if (effort(1) << 26).covers(hard) {
		lists, _, err := p.list(ctx, hard, p.ranges[p.at:p.at+1])
		if err != nil || lists[0].count() == 0 {
			return nil, err
		}
		return p.fromList(ctx, hard, &lists[0])
	}
	found, err := p.pilot(ctx, hard, pilotEnough, pilotEffort)
	if err != nil || found.passed == 0 || found.rare() && p.found.passed > 0 {
		return nil, err
	}
	return p.again(ctx, found)
}

// takeRare looks longer for a puzzle at all.
func (p *planner) takeRare(ctx context.Context) (*level, error) {
	if p.found.passed == 0 && !p.found.gaveUp {
		var err error
		if p.found, err = p.pilot(ctx, p.best, 1, 4*pilotEffort); err != nil {
			return nil, err
		}
	}
	if p.found.passed == 0 {
		return nil, nil
	}
	return p.again(ctx, p.found)
}

func (p *planner) gaveUp() error {
	cause := fmt.Errorf("none of %d candidates on %s meets the options; there may be none", p.found.tried, p.board.Spec())
	if p.found.gaveUp {
		cause = fmt.Errorf("none of the first %d candidates on %s meets the options, and each takes a long search: it has %v answers; ask for fewer presses, or for a board with fewer quiet patterns", p.found.tried, p.board.Spec(), p.algebra.facts().answers)
	}
	return &solve.GaveUpError{Cause: cause}
}

// A pilot goes on until pilotEnough candidates have passed. With pilotNeeded their share is known to a third. If more
// than commonRate candidates are needed for a puzzle, it is rare enough to be listed.
const (
	pilotEnough = 32
	pilotNeeded = 8
	commonRate  = 8
)

// survey is what a pilot found.
type survey struct {
	pool          pool
	tried, passed uint64
	gaveUp        bool // after a long search without a result
}

// rate is in how many candidates a puzzle is found.
func (s *survey) rate() float64 { return float64(s.tried) / float64(s.passed) }

// rare: too few passed to tell the rate.
func (s *survey) rare() bool { return s.passed < pilotNeeded }

const progressInterval = 200 * time.Millisecond

// maxSearched bounds the answers that a pilot without a result weighs where that takes a search for each
// candidate: some ten seconds.
const maxSearched = 1 << 35

// pilot tries candidates until enough have passed or the effort is spent, to tell how many it takes to
// find a puzzle; states that are alike are not taken into account. It depends on the board and the
// options alone, not on the seed, so that what exists is the same for every batch.
func (g *Generator) pilot(ctx context.Context, p pool, enough uint64, e effort) (survey, error) {
	found := survey{pool: p}
	w := p.wanted
	w.alike = nil
	most := max(2*pilotEnough, uint64(e)/(p.candidates.cost()+w.cost()))
	t, shown := g.newTrial(), time.Now()
	for ; found.tried < most && found.passed < enough; found.tried++ {
		if found.passed == 0 && t.searched > maxSearched {
			found.gaveUp = true
			break
		}
		if found.tried%64 == 0 && ctx.Err() != nil {
			return found, ctx.Err()
		}
		if time.Since(shown) >= progressInterval {
			shown = time.Now()
			g.progress("looking for such puzzles: %d of %d candidates tried", found.tried, most)
		}
		t.begin(0, toPilot, found.tried, 0)
		p.draw(t)
		ok, err := w.passes(ctx, t)
		if err != nil {
			return found, err
		}
		if ok {
			found.passed++
		}
	}
	return found, nil
}
