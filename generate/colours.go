package generate

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/internal/zmod"
	"lightsout/solve"
)

// Where lights have K states, K > 2, candidates are presses, and a state is what they solve: the puzzle on
// which pressing switch s y[s] times turns all lights off is −A·y.
//
//   - Presses that change nothing, the kernel of A, make many y solve the same state. Its Howell form
//     (package zmod) singles out one y for each state. These are all y with a digit below K, or below a
//     divisor of K, for each switch; as mixed radix numbers, switch 0 being the lowest digit, they number
//     the states.
//   - A draw takes the digit of each switch from a word of its own (Lemire's method), and starts over at
//     the goal.
//   - For a wanted number of presses, the y of so many presses are numbered. One stands for its state if
//     it is the lightest answer that the search for it ends with, which depends on the state alone.
//
// Samplers, levels and permutations are those of two-state boards.
type colours struct {
	board  *board.Board
	k      int
	adds   [][]zmod.Entry
	system *zmod.System
	kernel *zmod.Kernel
	order  *big.Int // of the kernel
	radix  []uint8  // by switch: how many times it may be pressed in the y that are states
	size   *big.Int // states
	price  [][]int64
}

// colourTrial is the part of a trial that is for lights with more than two states.
type colourTrial struct{ state, image, times, answer []uint8 }

// Kernels of up to maxQuietOrder elements are gone through for the lightest answer.
const (
	maxQuietOrder = 1 << 20
	// maxColoursListed and maxColoursWork bound the states that are tried one by one, and the answers of all.
	maxColoursListed = 1 << 21
	maxColoursWork   = 1 << 24
	// quickQuietOrder: the presses of puzzles are counted for formats without answers.
	quickQuietOrder = 1 << 8
)

func newColours(ctx context.Context, b *board.Board) (*colours, error) {
	if _, err := solve.Analyse(ctx, b); err != nil {
		return nil, err // it is too large
	}
	c := &colours{board: b, k: b.States(), adds: make([][]zmod.Entry, b.Switches()), size: big.NewInt(1)}
	for s := range c.adds {
		for l, amount := range b.Adds(s) {
			c.adds[s] = append(c.adds[s], zmod.Entry{Row: l, Value: uint8(amount)})
		}
	}
	var err error
	if c.system, err = zmod.NewSystem(ctx, c.k, b.Lights(), c.adds); err != nil {
		return nil, err
	}
	if c.kernel, err = c.system.Kernel(ctx); err != nil {
		return nil, err
	}
	c.order = c.kernel.Order()
	c.radix = c.kernel.Residues()
	for _, r := range c.radix {
		c.size.Mul(c.size, big.NewInt(int64(r)))
	}
	prices := make([]int64, c.k)
	for n := range prices {
		prices[n] = int64(n)
	}
	c.price = slices.Repeat([][]int64{prices}, b.Switches())
	return c, nil
}

// enumerable reports whether all answers of a puzzle are weighed one by one.
func (c *colours) enumerable() bool { return c.order.Cmp(big.NewInt(maxQuietOrder)) <= 0 }

// cost is about how many bytes are added up for the lightest answer.
func (c *colours) cost() uint64 {
	elements := uint64(maxQuietOrder)
	if c.enumerable() {
		elements = c.order.Uint64()
	}
	return elements * uint64(c.board.Switches())
}

// mostPresses is an upper bound on the fewest presses of any state. The presses that stand for it are an answer, and
// the lightest answer has no more presses than the average one: over all answers, a switch takes each of the numbers
// r, r+d, r+2d, … below K equally often, where d is the greatest common divisor of K and what quiet presses do to it.
func (c *colours) mostPresses() int {
	standing, twiceAverage := 0, 0
	for s, r := range c.radix {
		d := c.k
		for _, w := range c.kernel.Words {
			for e := int(w[s]); e > 0; d, e = e, d%e {
			}
		}
		standing += int(r) - 1
		twiceAverage += d - 2 + c.k // r is at most d−1, and the average of 0, d, 2d, …, K−d is (K−d)/2
	}
	return min(standing, twiceAverage/2)
}

// solved makes state the one that the presses solve.
func (c *colours) solved(state, times []uint8) {
	clear(state)
	for s, n := range times {
		if n == 0 {
			continue
		}
		for _, e := range c.adds[s] {
			state[e.Row] = uint8((int(state[e.Row]) + (c.k-int(n))*int(e.Value)) % c.k)
		}
	}
}

// presses are presses that solve the state.
func (c *colours) presses(state []uint8) ([]uint8, error) {
	needed := make([]uint8, len(state))
	for l, d := range state {
		needed[l] = uint8((c.k - int(d)) % c.k)
	}
	times, _, ok := c.system.Solve(needed)
	if !ok {
		return nil, fmt.Errorf("generate: a state of %s that can be reached has no answer; this is a bug, please report it", c.board.Spec())
	}
	c.kernel.Reduce(times)
	return times, nil
}

// lightest makes answer one of the fewest presses that do what times do. It returns their number, and how many
// such answers there are, 0 if that is not known. All depend on the state alone.
func (c *colours) lightest(ctx context.Context, answer, times []uint8) (weight int, ties uint64, err error) {
	copy(answer, times)
	c.kernel.Reduce(answer)
	if len(c.kernel.Words) == 0 {
		return countTimes(answer), 1, nil
	}
	if c.enumerable() {
		least, err := zmod.NewCoset(slices.Clone(answer), c.kernel, c.price).Cheapest(ctx)
		if err != nil {
			return 0, 0, err
		}
		copy(answer, least.Word)
		return int(least.Cost), uint64(least.Count), nil
	}
	p := board.NewPuzzle(c.board)
	c.solved(p.On.Digits(), answer)
	res, err := solve.Minimum(ctx, p)
	switch {
	case err != nil:
		return 0, 0, err
	case !res.Minimum:
		return 0, 0, &solve.GaveUpError{Engine: res.Engine, Cause: res.Stopped}
	}
	copy(answer, res.Presses.Digits())
	return res.PressCount(), 0, nil
}

func countTimes(times []uint8) int {
	sum := 0
	for _, n := range times {
		sum += int(n)
	}
	return sum
}

// eliminateColours is eliminate.
func (g *Generator) eliminateColours(ctx context.Context) (err error) {
	o := &g.options
	switch {
	case o.Method != "nullspace":
		return fmt.Errorf("the method %s: %w", o.Method, g.board.TwoStates())
	case o.Symmetric != "":
		return fmt.Errorf("symmetric states: %w", g.board.TwoStates())
	}
	if g.colours, err = newColours(ctx, g.board); err != nil {
		return err
	}
	g.count = g.colours.order.String()
	if o.Distinct == "symmetry" {
		if g.alike, err = newSymmetries(ctx, g.board); err != nil {
			return err
		}
	}
	switch o.Unique = o.Unique && len(g.colours.kernel.Words) > 0; {
	case o.Unique && !g.colours.enumerable():
		return fmt.Errorf("a puzzle on %s has %v answers, too many to tell whether one alone has the fewest presses", g.board.Spec(), g.colours.order)
	case g.colours.size.Cmp(big.NewInt(1)) == 0 && g.notDark():
		return refusef("no state of %s but the goal is solvable", g.board.Spec())
	}
	return nil
}

// planColours is plan.
func (g *Generator) planColours(ctx context.Context) error {
	o, c := g.options, g.colours
	most := c.mostPresses()
	if o.Presses != nil && o.Presses.Low > most {
		return refusef("no puzzle on %s needs %v presses; the most is at most %d", g.board.Spec(), o.Presses, most)
	}
	f := g.colourFilter(o.Presses)
	if o.Levels != 0 && o.Presses == nil {
		f.presses = &Range{0, most}
	}
	if f.lit == nil && f.alike == nil && !f.weighs() {
		g.levels = []level{{nil, g.takeAll(pool{source: newResidues(c, g.notDark())}, 0)}}
		return nil
	}
	work := new(big.Int).Set(c.size)
	if f.weighs() {
		work.Mul(work, c.order)
	}
	if c.size.Cmp(big.NewInt(maxColoursListed)) <= 0 && work.Cmp(big.NewInt(maxColoursWork)) <= 0 {
		return g.listColours(ctx, f, g.ranges(most))
	}
	if o.Levels != 0 && o.Presses == nil {
		return refusef("it is not known how hard puzzles on %s can be: levels need a range of presses there", g.board.Spec())
	}
	return g.planRanges(ctx, g.ranges(most))
}

func (g *Generator) colourFilter(presses *Range) filter {
	return filter{lit: g.options.Lit, presses: presses, unique: g.options.Unique, alike: g.alike, colours: g.colours}
}

// listColours tries every state.
func (g *Generator) listColours(ctx context.Context, f filter, ranges []Range) error {
	from := newResidues(g.colours, g.notDark())
	numbers := from.size().Uint64()
	weighs := f.weighs()
	presses := make([]uint16, numbers) // of each state that passes; 0xffff for the others
	f.presses = nil
	err := eachRun(ctx, numbers, g.options.Workers, func(ctx context.Context, first, end uint64) error {
		t := g.newTrial()
		for u := first; u < end; u++ {
			t.weight = 0
			from.at(t, rank{0, u})
			ok, err := f.passes(ctx, t)
			if err == nil && ok && weighs && !f.weighs() {
				t.weight, _, err = g.colours.lightest(ctx, t.colour.answer, t.colour.times)
			}
			if err != nil {
				return err
			}
			if presses[u] = uint16(t.weight); !ok {
				presses[u] = 0xffff
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
	most := 0
	for i, r := range ranges {
		passing := newSelection(int(numbers))
		for u, n := range presses {
			if n == 0xffff {
				continue
			}
			if most = max(most, int(n)); !weighs || r.holds(int(n)) {
				passing.bits.Set(u, true)
			}
		}
		if passing.finish(); passing.count > 0 { // a ramp skips numbers of presses that no state needs
			g.levels = append(g.levels, level{&r, g.takeListed(from, passing, uint64(i))})
		}
	}
	switch p := g.options.Presses; {
	case len(g.levels) > 0:
		return nil
	case p != nil && p.Low > most && g.options.Lit == nil && !g.options.Unique:
		return refusef("no puzzle on %s needs %v presses; the most is %d", g.board.Spec(), p, most)
	}
	return refusef("no puzzle on %s meets the options: all %d solvable states were tried", g.board.Spec(), numbers)
}

// colourPools is pools.
func (g *Generator) colourPools(presses Range) []pool {
	f := g.colourFilter(g.wanted(presses))
	list := []pool{{newResidues(g.colours, g.notDark()), f}}
	if f.presses != nil && presses.High*g.board.Switches() <= maxCounts {
		sets := newTimesSets(g.colours, presses)
		p := pool{sets, f}
		p.filter.stands, p.filter.notDark = sets, g.notDark()
		list = append([]pool{p}, list...)
	}
	return list
}

// passesColours is passes.
func (f *filter) passesColours(ctx context.Context, t *trial) (bool, error) {
	c := t.colour
	lit := len(c.state) - bytes.Count(c.state, []byte{0})
	if f.notDark && lit == 0 || f.lit != nil && !f.lit.holds(lit) || f.alike != nil && !f.alike.isFirstState(c.state) {
		return false, nil
	}
	if !f.weighs() {
		return true, nil
	}
	var err error
	if t.weight, t.ties, err = f.colours.lightest(ctx, c.answer, c.times); err != nil {
		return false, err
	}
	return f.presses.holds(t.weight) && (f.stands == nil || f.stands.stands(t)) && (!f.unique || t.ties == 1), nil
}

// isFirstState is isFirst for states of more than two kinds.
func (s *symmetries) isFirstState(state []uint8) bool {
	for _, g := range s.all[1:] {
		for l, from := range g {
			if state[from] != state[l] {
				if state[from] < state[l] {
					return false
				}
				break
			}
		}
	}
	return true
}

// findColours is find.
func (g *Generator) findColours(ctx context.Context, t *trial, i uint64, answer bool) error {
	l, number := g.place(i)
	if err := l.find(ctx, t, i, number); err != nil {
		return err
	}
	c := t.colour
	if g.alike != nil {
		t.random = newStream(g.options.Seed, orienting, i, 0)
		for l, from := range g.alike.all[t.random.below(uint64(g.alike.count()))] {
			c.image[l] = c.state[from]
		}
		c.state, c.image = c.image, c.state
		times, err := g.colours.presses(c.state)
		if err != nil {
			return err
		}
		copy(c.times, times)
		t.weight = -1
	}
	switch {
	case !answer:
		return nil
	case t.weight >= 0:
	case g.Weighs():
		var err error
		if t.weight, t.ties, err = g.colours.lightest(ctx, c.answer, c.times); err != nil {
			return err
		}
	default:
		copy(c.answer, c.times)
		g.colours.kernel.Reduce(c.answer)
	}
	return g.replayColours(t, i)
}

// replayColours is replay.
func (g *Generator) replayColours(t *trial, i uint64) error {
	c := t.colour
	copy(c.image, c.state)
	image := board.Digits(c.image, g.board.States())
	for s, n := range c.answer {
		g.board.Press(image, s, int(n))
	}
	if bytes.Count(c.image, []byte{0}) != len(c.image) || t.weight >= 0 && t.weight != countTimes(c.answer) {
		return fmt.Errorf("generate: the answer found for puzzle %d on %s does not solve it; this is a bug, please report it", i, g.board.Spec())
	}
	return nil
}

// colourRecord completes the record of a scribe.
func (s *scribe) colourRecord() {
	c, r := s.g.colours, &s.record
	if big.NewInt(int64(c.k)).ProbablyPrime(0) {
		nullity := len(c.kernel.Words)
		r.Nullity = &nullity
	} else {
		r.QuietOrder = c.order.String()
	}
}

// residues is all states, each by the presses that stand for it, without the goal if that does not count as a
// puzzle.
type residues struct {
	*colours
	notDark bool
	count   *big.Int
}

func newResidues(c *colours, notDark bool) *residues {
	n := new(big.Int).Set(c.size)
	if notDark {
		n.Sub(n, big.NewInt(1))
	}
	return &residues{c, notDark, n}
}

func (r *residues) size() *big.Int { return r.count }
func (r *residues) even() bool     { return true }

func (r *residues) draw(t *trial) {
	for {
		any := uint8(0)
		for s, radix := range r.radix {
			t.colour.times[s] = uint8(t.random.below(uint64(radix)))
			any |= t.colour.times[s]
		}
		if any != 0 || !r.notDark {
			r.solved(t.colour.state, t.colour.times)
			return
		}
	}
}

func (r *residues) at(t *trial, which rank) {
	n := number(r.count, which, &t.random)
	if r.notDark {
		n.Add(n, big.NewInt(1)) // the first is the goal
	}
	base, digit := new(big.Int), new(big.Int)
	for s, radix := range r.radix {
		n.QuoRem(n, base.SetUint64(uint64(radix)), digit)
		t.colour.times[s] = uint8(digit.Uint64())
	}
	r.solved(t.colour.state, t.colour.times)
}

// timesSets is presses of the right number, each switch up to K-1 times.
type timesSets struct {
	*colours
	presses Range
	// ways[s][n] is how many ways there are to press the switches from s on n times.
	ways  [][]*big.Int
	count *big.Int
}

// maxCounts bounds the numbers of a timesSets.
const maxCounts = 1 << 20

func newTimesSets(c *colours, presses Range) *timesSets {
	switches := c.board.Switches()
	t := &timesSets{colours: c, presses: presses, ways: make([][]*big.Int, switches+1), count: new(big.Int)}
	for s := switches; s >= 0; s-- {
		t.ways[s] = make([]*big.Int, presses.High+1)
		for n := range t.ways[s] {
			ways := new(big.Int)
			for now := 0; s < switches && now <= min(n, c.k-1); now++ {
				ways.Add(ways, t.ways[s+1][n-now])
			}
			if s == switches && n == 0 {
				ways.SetInt64(1)
			}
			t.ways[s][n] = ways
		}
	}
	for n := presses.Low; n <= presses.High; n++ {
		t.count.Add(t.count, t.ways[0][n])
	}
	return t
}

func (p *timesSets) size() *big.Int      { return p.count }
func (p *timesSets) even() bool          { return true }
func (p *timesSets) draw(t *trial)       { p.set(t, randomBelow(p.count, &t.random)) }
func (p *timesSets) at(t *trial, r rank) { p.set(t, number(p.count, r, &t.random)) }

func (p *timesSets) set(t *trial, which *big.Int) {
	which = new(big.Int).Set(which)
	left := p.presses.Low
	for ; which.Cmp(p.ways[0][left]) >= 0; left++ {
		which.Sub(which, p.ways[0][left])
	}
	for s := range t.colour.times {
		now := 0
		for ; which.Cmp(p.ways[s+1][left-now]) >= 0; now++ {
			which.Sub(which, p.ways[s+1][left-now])
		}
		t.colour.times[s] = uint8(now)
		left -= now
	}
	p.solved(t.colour.state, t.colour.times)
}

func (p *timesSets) stands(t *trial) bool { return bytes.Equal(t.colour.answer, t.colour.times) }
func (p *timesSets) standsCost() uint64   { return 1 }
