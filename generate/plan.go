package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"lightsout/board"
	"lightsout/census"
	"lightsout/gf2"
	"lightsout/internal/batch"
	"lightsout/internal/fewest"
	"lightsout/internal/sample"
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

// ways are tried in this order. All but the first draw evenly: every puzzle is once among the candidates (see
// candidates), and no candidate is preferred.
var ways = []way{
	{"engine", "--engine is presses:K or sat", "candidates of that engine are drawn until one meets the options",
		(*planner).byEngine},
	{"every", "every candidate is a puzzle", "one draw; or, if distinct, one step of a permutation of all",
		(*planner).takeEvery},
	{"list", "all candidates can be tried, and puzzles are distinct, rare or of many levels",
		"all candidates are tried once, then puzzles come from the list of those that passed", (*planner).takeListed},
	{"draw", "some candidates are puzzles", "candidates are drawn until one meets the options; or, if distinct, " +
		"taken from blocks of a permutation", (*planner).takeDrawn},
}

// level is one step of a ramp, or one number of presses of an even batch; else there is just one.
type level struct {
	presses *Range
	from    pool // where candidates come from
	passed  int  // how many are puzzles, if all were tried before the first puzzle
	drawing
	way   string
	tried uint64  // candidates, before the first puzzle
	rate  float64 // candidates that are tried for a puzzle, on average
}

// drawing makes the puzzles of one level. Each kind has a file, which begins with why it is even and
// what is within its reach: drawn and blocks.
type drawing interface {
	// find makes t a puzzle. It is puzzle index of the batch, and number among those of its level.
	find(ctx context.Context, t *trial, index, number uint64) error
	// reach is how many puzzles can be made, all distinct, and whether no others exist. It is anyNumber if puzzles may
	// repeat.
	reach() (limit uint64, all bool)
}

const anyNumber = math.MaxUint64

// effort bounds what is done before the first puzzle, in nanoseconds of one core, by estimates that are the same on
// every machine.
type effort uint64

const (
	listEffort  effort = 1 << 31 // to try all candidates
	pilotEffort effort = 1 << 30 // to tell how rare puzzles are
	blockEffort        = 1 << 28 // to try the candidates of a block
)

// maxListed is how many candidates are all tried.
const maxListed = 1 << 25

// covers reports whether all candidates of the pool may be tried.
func (e effort) covers(p pool) bool {
	return p.size != nil && p.size.Cmp(big.NewInt(maxListed)) <= 0 && p.size.Uint64()*p.cost() <= uint64(e)
}

// planner chooses the ways.
type planner struct {
	*generator
	ranges []Range

	// The level at hand: which it is, its presses, the pool that takes the least effort, and what a pilot found there.
	at      int
	presses *Range
	best    pool
	found   survey

	lists [][]uint32 // the puzzles of every level, once all states were tried
	most  int        // presses of any puzzle among the candidates that were all tried
}

// plan chooses a drawing for each level.
func (g *generator) plan(ctx context.Context) error {
	if n := g.facts.states; n != nil && n.BitLen() == 1 && !g.options.AllowSolved {
		return refusef("no state of %s but the goal is solvable", g.where())
	}
	p := &planner{generator: g}
	var err error
	if p.ranges, err = g.ranges(ctx); err != nil {
		return err
	}
	var none error
	for i, r := range p.ranges {
		l, err := p.choose(ctx, i)
		if refused := (*NoSuchError)(nil); errors.As(err, &refused) && refused.None && g.options.leveled() {
			none = err
			g.leaveOut(r)
			continue
		}
		if gaveUp := (*solve.GaveUpError)(nil); errors.As(err, &gaveUp) &&
			ctx.Err() == nil && p.toTheHardest() && len(g.levels) > 0 {
			g.missing = append(g.missing, Range{r.Low, p.ranges[len(p.ranges)-1].High})
			break
		}
		if err != nil {
			return err
		}
		g.levels = append(g.levels, *l)
	}
	if asked := g.options.Presses; asked != nil && asked.High > g.most {
		g.leaveOut(Range{g.most + 1, asked.High})
	}
	if len(g.levels) == 0 {
		return none
	}
	g.orderOfLevels()
	return nil
}

// orderOfLevels says which level each puzzle is of. A ramp of distinct puzzles has no more of a level than there are.
func (g *generator) orderOfLevels() {
	length, levels := g.options.ramp(), len(g.levels)
	if length == 0 {
		if g.order = batch.Single(); g.options.leveled() {
			g.order = evenly(levels, g.options.Seed)
		}
		return
	}
	most := make([]uint64, levels)
	for l := range most {
		most[l], _ = g.levels[l].reach()
	}
	whole := batch.Ramp(levels, length)
	filled, short := whole.Within(most)
	g.order = filled
	for _, l := range short {
		if most[l] < whole.Share(l) { // and not only less than its share of what others are short of
			g.scarce = append(g.scarce, Short{*g.levels[l].presses, most[l], whole.Share(l)})
		}
	}
}

// evenly has one puzzle of each level in a round, in an order that the seed shuffles for each round.
func evenly(levels int, seed uint64) batch.Turns {
	return shuffled(seed, toEven, slices.Repeat([]uint64{1}, levels))
}

// shuffled has so many puzzles of each level in a round, and shuffles each round.
func shuffled(seed, why uint64, shares []uint64) (t batch.Turns) {
	t = batch.Shares(shares, func(round uint64) []uint32 {
		random := sample.NewStream(seed, why, round, 0)
		return t.InOrder(sample.Shuffled(int(t.Length()), &random))
	})
	return t
}

// toTheHardest: levels go up to the most presses that can be drawn, as nobody said how many.
func (g *generator) toTheHardest() bool { return g.options.leveled() && g.options.Presses == nil }

// soonMeasured is how many switches a board may have for its depth to be known at once.
const soonMeasured = 36

// hardest is how many presses the hardest puzzle needs; a bound where the board is not small.
func (g *generator) hardest(ctx context.Context) int {
	if g.board.Switches() <= soonMeasured {
		if depth, err := census.FindDepth(ctx, g.board, nil); err == nil {
			return min(g.facts.most, depth.Upper)
		}
	}
	return g.facts.most
}

// leaveOut notes presses that were asked for and no puzzle needs, in ascending order.
func (g *generator) leaveOut(r Range) {
	last := len(g.missing) - 1
	switch {
	case g.options.Presses == nil: // nobody asked
	case last >= 0 && g.missing[last].High+1 == r.Low:
		g.missing[last].High = r.High
	default:
		g.missing = append(g.missing, r)
	}
}

// ranges are the presses of each level; a single range without levels.
func (g *generator) ranges(ctx context.Context) ([]Range, error) {
	o, f := g.options, &g.facts
	whole := Range{0, f.most}
	if o.Presses != nil {
		if o.Presses.Low > f.most {
			return nil, nonef("no puzzle on %s needs %v presses; none needs more than %d", g.board.Spec(), o.Presses,
				g.hardest(ctx))
		}
		whole = Range{o.Presses.Low, min(o.Presses.High, f.most)}
	}
	switch {
	case !o.leveled():
		return []Range{whole}, nil
	case o.Presses == nil && !f.compared && !listEffort.covers(g.statesPool(&whole)):
		return nil, refusef("it is not known how hard puzzles on %s can be: levels need a range of presses there",
			g.board.Spec())
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
	return nil, &solve.GaveUpError{Cause: fmt.Errorf("none of %d candidates on %s meets the options; if there are "+
		"such puzzles, they are too rare to be drawn", p.found.tried, p.board.Spec())}
}

// wanted is what puzzles with the given presses must meet; nil stands for any number.
func (g *generator) wanted(presses *Range) wanted {
	o := g.options
	w := wanted{
		notDark: !o.AllowSolved, lit: o.Lit, presses: presses, unique: o.Unique && g.nullity != 0,
		alike: g.alike, refuted: g.unsolvable(), of: g,
	}
	if o.Symmetric != "" {
		w.within = g.algebra.(*binary).space.Contains
	}
	return w
}

// statesPool is all solvable states.
func (g *generator) statesPool(presses *Range) pool {
	w := g.wanted(presses)
	w.notDark = false // the goal is not among them
	sym := g.alike
	if g.options.Symmetric != "" {
		sym = nil // the first of those that are symmetric may be another one
	}
	return pool{g.states(sym), w}
}

// pools are the candidates that hold every puzzle with the given presses exactly once.
func (p *planner) pools(ctx context.Context, presses Range) ([]pool, error) {
	o, f, lights, switches := p.options, &p.facts, p.board.Lights(), p.board.Switches()
	list := []pool{p.statesPool(p.presses)}
	if p.plain || !o.uniform() {
		return list, nil
	}
	b, twoStates := p.algebra.(*binary)
	if o.Lit != nil && twoStates && numberable(lights, *o.Lit) {
		list = append(list, p.litPool(b))
	}
	if p.presses == nil {
		return list, nil
	}
	of := p.wanted(p.presses)
	of.stands = true
	var s sample.Sets
	switch {
	case !twoStates && presses.High*switches <= maxCounts:
		var each [][]int
		for sw := range switches {
			each = append(each, []int{sw})
		}
		s = sample.Portions(each, p.board.States()-1, presses.Low, presses.High)
	case p.orbits != nil && f.nullity == 0:
		s = sample.Portions(p.orbits, 1, presses.Low, presses.High)
	case twoStates && numberable(switches, presses):
		s = sample.Subsets(switches, presses.Low, presses.High)
		if o.Symmetric != "" {
			of.solvable = b.space
		}
	default:
		return list, nil
	}
	only, err := p.apart(ctx, presses.High)
	if only && p.alike == nil && o.Lit == nil && of.solvable == nil && s.Size().Sign() > 0 {
		of = wanted{of: p.generator} // every set is a puzzle
	}
	return append(list, pool{pressSets(p.algebra, s, only), of}), err
}

// litPool are the sets of as many lights as may be lit.
func (p *planner) litPool(b *binary) pool {
	lit, lights := p.options.Lit, p.board.Lights()
	l := pool{lightSets(sample.Subsets(lights, lit.Low, lit.High)), p.wanted(p.presses)}
	l.wanted.lit = nil
	l.wanted.notDark = lit.Low == 0 && !p.options.AllowSolved
	if p.facts.states.BitLen() <= lights { // else all states are solvable
		l.wanted.solvable = b.space
	}
	return l
}

// maxApartSteps bounds the search for light quiet patterns, in steps of about a nanosecond.
const maxApartSteps = 1 << 33

// apart reports whether every set of up to so many presses is known to be the only lightest answer to its state:
// exactly if every quiet pattern presses more than twice as many switches.
func (g *generator) apart(ctx context.Context, presses int) (bool, error) {
	b, twoStates := g.algebra.(*binary)
	if g.unique() || !twoStates || presses >= g.far {
		return g.unique(), nil
	}
	none := gf2.NewVec(g.board.Switches())
	heavier, err := fewest.Heavier(ctx, fewest.Problem{Word: none, Basis: b.quiet}, 2*presses,
		fewest.Options{MaxSteps: maxApartSteps})
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && !heavier {
		g.far = presses
	}
	return heavier, err
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
	if open := slices.IndexFunc(pools, func(p pool) bool { return p.wanted.open() }); open >= 0 || len(pools) == 1 {
		return pools[max(0, open)]
	}
	return slices.MinFunc(pools, func(a, b pool) int {
		all := func(p pool) *big.Int { return new(big.Int).Mul(p.size, new(big.Int).SetUint64(p.cost())) }
		return all(a).Cmp(all(b))
	})
}

// drawsPlainly reports whether the board is large, and states that random presses make are puzzles often enough, so that
// it need not be eliminated to draw them.
func drawsPlainly(b *board.Board, o Options) bool {
	if !isLarge(b) || o.Unsolvable > 0 || o.Presses != nil || o.Unique || o.leveled() || o.Distinct != "" {
		return false
	}
	g := &generator{board: b, options: o}
	g.beUnreduced()
	draw, t := g.states(nil).draw, g.newTrial()
	if k := o.random(); k > 0 {
		draw = randomPresses(b, k).draw
	}
	for i := uint64(0); i < 16 && o.Lit != nil; i++ {
		t.begin(0, toPilot, i, 0)
		if draw(t); o.Lit.holds(t.state.Size()) {
			return true
		}
	}
	return o.Lit == nil
}

func (p *planner) byEngine(context.Context) (*level, error) {
	of := pool{wanted: p.wanted(p.presses)}
	switch k := p.options.random(); {
	case k > 0:
		of.candidates = randomPresses(p.board, k)
	case !p.options.uniform():
		var err error
		if of.candidates, err = satChoice(p.board, p.options.AllowSolved); err != nil {
			return nil, err
		}
	default:
		return nil, nil
	}
	return &level{from: of, drawing: &drawn{of, attemptsUntested}, rate: 1}, nil
}

func (p *planner) takeEvery(context.Context) (*level, error) {
	if !p.best.wanted.open() {
		return nil, nil
	}
	return &level{from: p.best, drawing: p.every(p.best), rate: 1}, nil
}

// every draws from a pool of which every candidate is a puzzle.
func (p *planner) every(of pool) drawing {
	if p.distinct() {
		return p.newBlocks(of, everyCandidate, uint64(p.at))
	}
	return &drawn{of, 1}
}

func (g *generator) distinct() bool { return g.options.Distinct != "" }

// takeListed lists the puzzles: of all levels at once, if the states are few. If puzzles may repeat, less is spent on
// that than if they are distinct, as drawing is another way then, and only if a pilot finds that they are rare.
func (p *planner) takeListed(ctx context.Context) (*level, error) {
	enough := listEffort
	if !p.distinct() && len(p.ranges) == 1 {
		enough /= 4
	}
	if p.unsolvable() && p.options.Lit == nil && p.options.Symmetric == "" {
		enough /= 64 // half of all states at least are puzzles, so that blocks have most of them
	}
	if whole := p.statesPool(&Range{}); len(p.ranges) > 1 && enough.covers(whole) {
		return p.fromList(ctx, whole, p.ranges, p.at)
	}
	switch {
	case p.best.size == nil:
		return nil, nil
	case p.best.size.Sign() == 0:
		return nil, p.none(p.best)
	}
	listable, pilot := enough.covers(p.best), pilotEffort
	if !listable || !p.distinct() && !(effort(1)<<22).covers(p.best) {
		if listable {
			pilot = min(pilot, effort(p.best.size.Uint64()*p.best.cost()/16))
		}
		var err error
		if p.found, err = p.pilot(ctx, p.best, pilotEnough, pilot); err != nil {
			return nil, err
		}
		if !listable || p.found.passed >= pilotEnough && p.found.rate() <= commonRate {
			return nil, nil
		}
	}
	p.lists = nil // of another pool
	return p.fromList(ctx, p.best, p.ranges[p.at:p.at+1], 0)
}

// fromList draws from the candidates that pass with presses of the given range, of several that are listed at once.
func (p *planner) fromList(ctx context.Context, of pool, ranges []Range, which int) (*level, error) {
	l := &level{from: of, rate: 1}
	if p.lists == nil {
		l.tried = of.size.Uint64()
		var err error
		if p.lists, p.most, err = p.list(ctx, of, ranges); err != nil {
			return nil, err
		}
	}
	if len(p.lists[which]) == 0 {
		return nil, p.none(of)
	}
	l.passed, l.drawing = len(p.lists[which]), p.every(of.listed(p.lists[which]))
	return l, nil
}

// none is the error for a pool of which all candidates were tried and none is a puzzle.
func (p *planner) none(of pool) error {
	if r := p.presses; r != nil && of.whole && r.Low > p.most && p.options.Lit == nil && !p.options.Unique {
		return nonef("no puzzle on %s needs %v presses; the most is %d", p.where(), r, p.most)
	}
	const words = "no puzzle on %s meets the options: all candidates were tried, %v in all (%s)"
	return nonef(words, p.where(), of.size, of.name)
}

// takeDrawn draws, if a pilot has found a puzzle.
func (p *planner) takeDrawn(ctx context.Context) (*level, error) {
	found := p.found
	switch {
	case p.best.size == nil:
		return &level{from: p.best, drawing: &drawn{p.best, attemptsUntested}, rate: 1}, nil
	case found.passed == 0 || found.passed < pilotNeeded && p.toTheHardest():
		return nil, nil
	case !p.distinct():
		return &level{from: p.best, drawing: &drawn{p.best, attemptsPiloted}, tried: found.tried, rate: found.rate()},
			nil
	case found.passed < pilotNeeded:
		return nil, refusef("puzzles that meet the options are too rare on %s to be kept distinct: %d of %d "+
			"candidates did", p.board.Spec(), found.passed, found.tried)
	}
	// Pilots do not take into account that only the first of a class is a puzzle.
	classes := float64(max(1, p.alike.Count()))
	if p.best.whole && p.options.Symmetric == "" && narrows(p.alike, p.algebra) {
		classes *= float64(len(p.alike.Ends)) / math.Exp2(float64(p.alike.Last))
	}
	l := &level{from: p.best, tried: found.tried, rate: found.rate() * classes}
	size := blockSize{length: uint64(math.Ceil(48 * l.rate)), puzzles: 1}
	if most := float64(blockEffort / p.best.cost()); most >= fewPassing*l.rate {
		better, err := p.pilot(ctx, p.best, ratePassing, listEffort)
		if err != nil {
			return nil, err
		}
		l.tried += better.tried
		l.rate = better.rate() * classes
		size = manyFromBlocks(most, l.rate)
	}
	l.drawing = p.newBlocks(p.best, size, uint64(p.at))
	return l, nil
}

// A pilot goes on until pilotEnough candidates have passed. With pilotNeeded their share is known to a third. If more
// than commonRate candidates are needed for a puzzle, it is rare enough to be listed.
const (
	pilotEnough = 32
	pilotNeeded = 8
	commonRate  = 8
)

// survey is what a pilot found.
type survey struct{ tried, passed uint64 }

// rate is in how many candidates a puzzle is found.
func (s *survey) rate() float64 { return float64(s.tried) / float64(s.passed) }

const progressInterval = 200 * time.Millisecond

// pilot tries candidates until enough have passed or the effort is spent, and longer for the first one, to tell how
// many it takes to find a puzzle; states that are alike are not taken into account. It depends on the board and the
// options alone, not on the seed, so that what exists is the same for every batch.
func (g *generator) pilot(ctx context.Context, p pool, enough uint64, e effort) (found survey, err error) {
	w := p.wanted
	w.alike = nil
	most := max(2*pilotEnough, uint64(e)/(p.candidates.cost+w.cost()))
	patience := 4 * most
	if w.weighs() && !p.only && !g.compared {
		patience = 2 * pilotEnough // each takes a search
	}
	t, shown := g.newTrial(), time.Now()
	for ; found.passed < enough; found.tried++ {
		if found.tried >= most && found.passed > 0 || found.tried >= patience && found.passed == 0 {
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
