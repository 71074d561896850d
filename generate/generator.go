package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/census"
	"lightsout/gf2"
	"lightsout/solve"
)

// MaxEliminated is how many lights and switches a board may have for its invariants to be computed.
// Larger boards are sampled by pressing every switch or not, at random, and nothing is known of
// their answers but that one.
const MaxEliminated = 1 << 12

// Generator makes the puzzles of one board, one set of options and one seed. It does not change
// once made and is safe for concurrent use.
type Generator struct {
	board    *board.Board
	options  Options
	space    *code         // the states that are wanted, solvable ones; nil if not eliminated
	answers  *answers      // nil if not eliminated
	depth    *census.Depth // nil unless it was searched for
	columns  [][]uint64    // what each switch flips; nil if not eliminated
	alike    symmetries
	orbits   []portion // of switches, under the symmetry that is wanted; nil if there is none
	levels   []level
	count    string // how many answers each puzzle has; "" if not known
	trials   sync.Pool
	skipDark bool
}

// level is one step of the ramp; without a ramp there is just one.
type level struct {
	presses *Range
	*sampler
}

// Item is one puzzle of a batch.
type Item struct {
	Index uint64
	On    gf2.Vec // the lights that are on; the goal is all off
	// Presses is an answer: one of the fewest presses if MinPresses is not -1, and then, if the
	// nullity is at most 20, of several the one that presses the lowest switch in which they differ.
	Presses    gf2.Vec
	MinPresses int
}

// New prepares a generator. Puzzles that cannot exist are a *RefusedError.
func New(ctx context.Context, b *board.Board, o Options) (*Generator, error) {
	o, err := o.settle()
	if err != nil {
		return nil, err
	}
	if err := board.CheckSize(b); err != nil {
		return nil, err
	}
	g := &Generator{board: b, options: o, skipDark: !o.AllowSolved}
	g.trials.New = func() any { return g.newTrial() }
	if b.Lights() > MaxEliminated || b.Switches() > MaxEliminated {
		return g, g.prepareLarge()
	}
	if err := g.eliminate(ctx); err != nil {
		return nil, err
	}
	g.columns = columnsOf(b)
	switch o.Method {
	case "presses":
		g.levels = []level{{o.Presses, &sampler{base: randomPresses{b, o.RandomPresses}, filter: g.filter(o.Presses), uneven: true}}}
	case "sat":
		chosen, err := newSATBase(ctx, b, o.AllowSolved)
		if err != nil {
			return nil, err
		}
		g.levels = []level{{o.Presses, &sampler{base: chosen, filter: g.filter(o.Presses), uneven: true}}}
	default:
		return g, g.prepare(ctx)
	}
	return g, g.checkPresses(ctx, o.Presses)
}

// progress says what is done; it is not to be called too often.
func (g *Generator) progress(form string, numbers ...any) {
	if g.options.Progress != nil {
		g.options.Progress(fmt.Sprintf(form, numbers...))
	}
}

func (g *Generator) newTrial() *trial { return newTrial(g.board.Lights(), g.board.Switches()) }

// prepareLarge is for boards that are not eliminated.
func (g *Generator) prepareLarge() error {
	o := g.options
	for _, option := range []struct {
		name  string
		given bool
	}{
		{"presses", o.Presses != nil}, {"unique", o.Unique}, {"levels", o.Levels != 0}, {"distinct", o.Distinct != ""},
		{"symmetric", o.Symmetric != ""}, {"minimum", o.Minimum}, {"the method sat", o.Method == "sat"},
	} {
		if option.given {
			return &board.TooLargeError{
				What:  fmt.Sprintf("%s for %s", g.board.Spec(), option.name),
				Limit: fmt.Sprintf("beyond %d lights or switches puzzles are only drawn, and filtered by how many lights are on", MaxEliminated),
			}
		}
	}
	s := &sampler{base: boardBase{g.board}, filter: filter{skipDark: g.skipDark, lit: o.Lit}}
	if o.Method == "presses" {
		s.base, s.uneven = randomPresses{g.board, o.RandomPresses}, true
	}
	g.levels = []level{{nil, s}}
	return g.checkLit(s)
}

// checkLit refuses, on a board that is only drawn from, numbers of lights that a draw would never
// hit: as far from half of them as eight standard deviations, and not hit by a few draws either,
// since on some boards lights hang together.
func (g *Generator) checkLit(s *sampler) error {
	lit, lights := g.options.Lit, g.board.Lights()
	if lit == nil {
		return nil
	}
	half, far := lights/2, int(4*math.Sqrt(float64(lights)))
	if lit.High >= half-far && lit.Low <= half+far {
		return nil
	}
	t := g.newTrial()
	for i := range uint64(16) {
		t.random = newStream(0, piloting, i, 0)
		s.base.draw(&t.candidate, &t.random)
		if lit.holds(weightOf(t.state)) {
			return nil
		}
	}
	return refusef("%s is too large to look for puzzles with %v lights on: about half of its %d lights are", g.board.Spec(), lit, lights)
}

func (g *Generator) eliminate(ctx context.Context) error {
	linear, err := solve.Analyse(ctx, g.board)
	if err != nil {
		return err
	}
	solvable := newCode(g.board.Lights(), linear.Invariants())
	g.answers = newAnswers(linear, solvable, g.board.Switches())
	g.count = new(big.Int).Lsh(big.NewInt(1), uint(len(g.answers.quiet))).String()
	g.space = solvable
	if g.options.Symmetric != "" {
		motions, err := symmetric(ctx, g.board, g.options.Symmetric)
		if err != nil {
			return err
		}
		g.space = newCode(g.board.Lights(), append(linear.Invariants(), pairs(g.board, motions)...))
		g.orbits = orbits(g.board.Switches(), motions)
	}
	if g.options.Distinct == "symmetry" {
		if g.alike, err = newSymmetries(ctx, g.board); err != nil {
			return err
		}
	}
	if len(g.answers.quiet) == 0 {
		g.options.Unique = false // the only answer is
	}
	if g.space.dim() == 0 && g.skipDark {
		if g.options.Symmetric != "" {
			return refusef("no solvable state of %s but the goal is symmetric in that way (%s)", g.board.Spec(), g.options.Symmetric)
		}
		return refusef("no state of %s but the goal is solvable", g.board.Spec())
	}
	return nil
}

// filter is what all samplers ask, with the given range of presses.
func (g *Generator) filter(presses *Range) filter {
	f := filter{skipDark: g.skipDark, lit: g.options.Lit, presses: presses, unique: g.options.Unique, answers: g.answers, alike: g.alike}
	if g.options.Symmetric != "" {
		f.alikeIn = g.space
	}
	return f
}

// prepare makes the samplers of the method nullspace.
func (g *Generator) prepare(ctx context.Context) error {
	o := g.options
	if err := g.checkPresses(ctx, o.Presses); err != nil {
		return err
	}
	f := g.filter(o.Presses)
	if o.Levels != 0 && o.Presses == nil {
		f.presses = &Range{0, g.board.Switches()}
	}
	if f.lit == nil && f.alike == nil && !f.weighs() {
		s := &sampler{base: newCodeBase(g.space, g.skipDark), certain: true}
		if o.Distinct != "" {
			s.arrange(o.Seed, 0, nil)
		}
		g.levels = []level{{nil, s}}
		return nil
	}
	if listable(g.space, &f) {
		return g.prepareListed(ctx, f, g.ranges(g.mostPresses()))
	}
	most := g.mostPresses()
	if o.Levels != 0 && o.Presses == nil && len(g.answers.quiet) > 0 {
		depth, err := g.hardest(ctx)
		if err != nil {
			return err
		}
		if depth == nil || !depth.Proved() {
			return refusef("how hard puzzles on %s can be is not known: give the presses that the levels go through", g.board.Spec())
		}
		most = depth.Upper
	}
	var none error
	for i, r := range g.ranges(most) {
		s, err := g.chooseBase(ctx, r, uint64(i))
		var refused *RefusedError
		if errors.As(err, &refused) && refused.none {
			none = cmp.Or(none, err)
			continue // a ramp passes over presses that no puzzle needs
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

// ranges are the presses of each level; a single range without a ramp. No puzzle needs more than
// most.
func (g *Generator) ranges(most int) []Range {
	o := g.options
	whole := Range{0, most}
	if o.Presses != nil {
		whole = Range{o.Presses.Low, min(o.Presses.High, most)}
	}
	if o.Levels == 0 {
		return []Range{whole}
	}
	if !o.AllowSolved {
		whole.Low = max(1, whole.Low)
	}
	var ranges []Range
	for n := whole.Low; n <= whole.High; n++ {
		ranges = append(ranges, Range{n, n})
	}
	return ranges
}

// mostPresses is a bound on the fewest presses of any state: as many switches as the rank reach
// every solvable state, and of the answers to a state those switches that quiet patterns use are
// pressed half of the time on average. Without quiet patterns it is what there is.
func (g *Generator) mostPresses() int {
	used := gf2.NewVec(g.board.Switches())
	for _, q := range g.answers.quiet {
		for s := range q.Ones() {
			used.Set(s, true)
		}
	}
	bound := g.board.Switches() - used.Weight() + used.Weight()/2
	return min(bound, g.board.Switches()-len(g.answers.quiet))
}

// checkPresses refuses more presses than any state needs.
func (g *Generator) checkPresses(ctx context.Context, r *Range) error {
	if r == nil {
		return nil
	}
	if r.Low > g.mostPresses() {
		return g.refusePresses(ctx, r)
	}
	suspicious := g.options.Method != "nullspace" || r.Low > g.mostPresses()*7/8 && !listable(g.space, &filter{presses: r, answers: g.answers})
	if !suspicious || len(g.answers.quiet) > maxQuickDepth {
		return nil // going through the candidates will tell
	}
	depth, err := g.hardest(ctx)
	if err == nil && depth != nil && r.Low > depth.Lower {
		err = g.refusePresses(ctx, r)
	}
	return err
}

// prepareListed puts every state to the filter.
func (g *Generator) prepareListed(ctx context.Context, f filter, ranges []Range) error {
	selections, most, err := list(ctx, g.space, f, ranges, g.options.Workers, g.newTrial)
	if err != nil {
		return err
	}
	for i, r := range ranges {
		if selections[i].count == 0 {
			continue // a ramp passes over presses that no state needs
		}
		s := &sampler{base: newCodeBase(g.space, false), selected: selections[i]}
		if g.options.Distinct != "" {
			s.arrange(g.options.Seed, uint64(i), nil)
		}
		g.levels = append(g.levels, level{&r, s})
	}
	if len(g.levels) > 0 {
		return nil
	}
	p := g.options.Presses
	switch {
	case p != nil && p.Low > most && g.options.Symmetric != "":
		return refusef("no puzzle on %s that is symmetric in that way (%s) needs %v presses; the most is %d", g.board.Spec(), g.options.Symmetric, p, most)
	case p != nil && p.Low > most:
		return refusef("no puzzle on %s needs %v presses; the most is %d", g.board.Spec(), p, most)
	}
	kind := "solvable"
	if g.options.Symmetric != "" {
		kind = "symmetric"
	}
	return refusef("no puzzle on %s is as asked for: all %d %s states were looked at", g.board.Spec(), uint64(1)<<g.space.dim(), kind)
}

// Board is the board that puzzles are on.
func (g *Generator) Board() *board.Board { return g.board }

// Uniform reports whether all puzzles that meet the options are equally likely (with a ramp: those
// of a level; up to symmetry: all classes).
func (g *Generator) Uniform() bool {
	return !slices.ContainsFunc(g.levels, func(l level) bool { return l.uneven })
}

// Puzzle is puzzle i. It depends on the board, the options, the seed and i, and on nothing else.
func (g *Generator) Puzzle(ctx context.Context, i uint64) (Item, error) {
	t := g.trials.Get().(*trial)
	defer g.trials.Put(t)
	if err := g.make(ctx, t, i, true); err != nil {
		return Item{}, err
	}
	item := Item{Index: i, On: gf2.NewVec(g.board.Lights()), Presses: gf2.NewVec(g.board.Switches()), MinPresses: t.weight}
	copy(item.On.Words(), t.state)
	copy(item.Presses.Words(), t.answer)
	return item, nil
}

// make makes t puzzle i, with an answer if one is wanted.
func (g *Generator) make(ctx context.Context, t *trial, i uint64, answer bool) error {
	if err := g.find(ctx, t, i, answer); err != nil || !answer {
		return err
	}
	return g.replay(t, i)
}

// replay presses the answer, switch by switch as the board says. Nothing that found the answer has
// a part in this, so that a mistake there ends the batch instead of being written. Boards that are
// not eliminated need no replay: there the state is what the presses lead to.
func (g *Generator) replay(t *trial, i uint64) error {
	if g.columns == nil {
		return nil
	}
	if len(t.image) == 1 { // as below, without loops over one word
		sum := uint64(0)
		for i, v := range t.answer {
			for ; v != 0; v &= v - 1 {
				sum ^= g.columns[64*i+bits.TrailingZeros64(v)][0]
			}
		}
		t.image[0] = sum
	} else {
		clear(t.image)
		eachOne(t.answer, func(s int) { addTo(t.image, g.columns[s]) })
	}
	if !equal(t.image, t.state) || t.weight >= 0 && t.weight != weightOf(t.answer) {
		return fmt.Errorf("generate: the answer found for puzzle %d on %s does not solve it; this is a fault of the program, please report it", i, g.board.Spec())
	}
	return nil
}

// find makes t puzzle i, with an answer that is not checked yet.
func (g *Generator) find(ctx context.Context, t *trial, i uint64, answer bool) error {
	l, number := g.place(i)
	if err := l.find(ctx, t, g.options.Seed, i, number); err != nil {
		return err
	}
	if g.alike != nil && g.options.Symmetric == "" {
		t.random = newStream(g.options.Seed, orienting, i, 0)
		move(g.alike[t.random.below(uint64(len(g.alike)))], t.image, t.state)
		t.state, t.image = t.image, t.state
		t.weight = -1
	}
	if !answer || t.weight >= 0 {
		return nil
	}
	switch {
	case g.answers == nil:
		copy(t.answer, t.presses)
	case len(g.answers.quiet) <= maxEnumerated || g.options.Minimum || g.options.Presses != nil || g.options.Levels != 0:
		var err error
		t.weight, t.ties, err = g.answers.lightest(ctx, t.answer, t.state)
		return err
	default:
		g.answers.any(t.answer, t.state)
	}
	return nil
}
