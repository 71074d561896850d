package generate

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/cosetleader"
	"lightsout/solve"
)

// binary is the algebra of boards whose lights are on or off. States are numbered by their free lights (code.go). An
// answer is a linear function of the state, tabled byte by byte where that is small, and quiet patterns are added to
// find a lightest one.
//
// A large board that was not eliminated has no more than its switches: every one is pressed or not, at random. Linear
// maps carry the uniform distribution over, so every solvable state is equally likely. The only answer known is those
// presses.
type binary struct {
	board      *board.Board
	known      facts
	linear     solve.Linear // nil: not eliminated
	invariants []gf2.Vec    // sets of lights that every switch touches an even number of times
	space      *code        // the states that are wanted, solvable ones
	slices     uint         // of the space
	columns    []gf2.Vec    // what each switch flips; nil on a large board
	quiet      []gf2.Vec    // reduced, so that sums are unique
	pivots     []int        // of quiet
	table      *byteMap     // from states to answers; nil if too large
	sums       []uint64     // all sums of quiet patterns, if a word holds one and they are few

	progress func(format string, args ...any)

	// far is the fewest presses of which apart is known to be false. Only planning asks.
	far int
}

// unreduced is the algebra of a large board that need not be eliminated.
func unreduced(b *board.Board) *binary {
	return &binary{board: b, known: facts{nullity: -1, most: b.Switches(), drawCost: 20 * uint64(b.Switches())}}
}

// maxCompared is the largest nullity at which all answers of a puzzle are compared, and maxComparedWords how many words
// they may have: only large boards have more. Beyond that, the lightest is searched for by package cosetleader.
const (
	maxCompared      = 20
	maxComparedWords = 1 << 26
)

// newBinary eliminates the board, and finds which states have the symmetry that is wanted.
func (g *Generator) newBinary(ctx context.Context) (*binary, error) {
	linear, err := solve.Analyse(ctx, g.board)
	if err != nil {
		return nil, err
	}
	if err := checkPatterns(g.board, linear); err != nil {
		return nil, err
	}
	lights, switches := g.board.Lights(), g.board.Switches()
	b := &binary{board: g.board, linear: linear, progress: g.progress, far: switches + 1}
	invariants, err := linear.Invariants(ctx)
	if err != nil {
		return nil, err
	}
	b.invariants = solve.Sets(invariants)
	solvable := newCode(lights, b.invariants)
	b.space = solvable
	if g.options.Symmetric != "" {
		motions, err := automorphism.OfMotion(ctx, g.board, g.options.Symmetric)
		if err != nil {
			return nil, err
		}
		b.space = newCode(lights, append(slices.Clip(b.invariants), pairs(lights, motions)...))
		g.orbits = orbits(switches, motions)
	}
	for s := 0; s < switches && !isLarge(g.board); s++ {
		b.columns = append(b.columns, gf2.VecOf(lights, g.board.Toggles(s)...))
	}
	quiet, err := linear.Quiet(ctx)
	if err != nil {
		return nil, err
	}
	b.reduceQuiet(solve.Sets(quiet))
	words := (switches + 63) / 64
	if (lights+63)/64*8*256*words <= maxByteMap {
		b.tabulate(solvable)
	}
	nullity := len(b.quiet)
	if words == 1 && nullity <= 10 {
		b.sums = []uint64{0}
		for _, q := range b.quiet {
			for _, s := range b.sums {
				b.sums = append(b.sums, s^q.Words()[0])
			}
		}
	}
	b.known = facts{
		states: new(big.Int).Lsh(big.NewInt(1), uint(b.space.dim())), answers: new(big.Int).Lsh(big.NewInt(1), uint(nullity)),
		nullity: nullity, most: b.mostPresses(), searchable: true,
		compared: nullity <= maxCompared && words<<nullity <= maxComparedWords,
		cost:     8 + uint64(words)<<min(nullity, maxCompared),
		drawCost: 20 + uint64(lights/16), containsCost: uint64(len(b.space.checks) * (lights + 63) / 64),
	}
	b.slices = sliceBits(b.known.states)
	return b, nil
}

func (b *binary) reduceQuiet(basis []gf2.Vec) {
	m := gf2.NewMatrix(len(basis), b.board.Switches())
	for i, q := range basis {
		m.Row(i).Add(q)
	}
	b.pivots = m.Reduce()
	for i := range b.pivots {
		b.quiet = append(b.quiet, m.Row(i))
	}
}

// tabulate solves the state of each free light. The others follow from these, so they add nothing.
func (b *binary) tabulate(solvable *code) {
	images := make([]gf2.Vec, b.board.Lights())
	for light := range images {
		images[light] = gf2.NewVec(b.board.Switches())
	}
	for j, state := range solvable.basis() {
		b.eliminated(images[solvable.order[j]], state)
	}
	b.table = newByteMap(images, b.board.Switches())
}

// mostPresses: as many switches as the rank are enough to reach every solvable state; and on average over the answers
// to a state, half of the switches that quiet patterns use are pressed. Without quiet patterns the bound is exact.
func (b *binary) mostPresses() int {
	used := gf2.NewVec(b.board.Switches())
	for _, q := range b.quiet {
		for s := range q.Ones() {
			used.Set(s, true)
		}
	}
	bound := b.board.Switches() - used.Weight() + used.Weight()/2
	return min(bound, b.board.Switches()-len(b.quiet))
}

func (b *binary) facts() *facts { return &b.known }

// draw presses switches on a large board, also if that was eliminated: puzzles do not depend on it.
func (b *binary) draw(t *trial) {
	if b.columns != nil {
		b.space.draw(t.state.Bits(), &t.random)
		return
	}
	words := t.presses.Bits().Words()
	t.random.fill(words)
	if past := b.board.Switches() % 64; past != 0 {
		words[len(words)-1] &= 1<<past - 1
	}
	b.press(t.state, t.presses)
	t.solved = true
}

func (b *binary) at(t *trial, n uint64) { b.space.at(t.state.Bits(), n, b.slices, &t.random) }

func (b *binary) contains(state board.State) bool { return b.space.contains(state.Bits()) }

func (b *binary) press(state, presses board.State) {
	to := state.Bits()
	if b.columns == nil {
		pressSparse(b.board, to, presses.Bits())
		return
	}
	to.Clear()
	if words := to.Words(); len(words) == 1 { // as below, without loops over one word
		for s := range presses.Bits().Ones() {
			words[0] ^= b.columns[s].Words()[0]
		}
		return
	}
	for s := range presses.Bits().Ones() {
		to.Add(b.columns[s])
	}
}

// pressSparse makes state what the presses lead to from the dark.
func pressSparse(b *board.Board, state, presses gf2.Vec) {
	state.Clear()
	var flips []int
	for s := range presses.Ones() {
		flips = b.AppendToggles(flips[:0], s)
		for _, l := range flips {
			state.Flip(l)
		}
	}
}

// solve gives the answer that presses no pivot of the quiet patterns. There is just one such answer, so it does not
// depend on how the linear algebra is done.
func (b *binary) solve(t *trial) {
	b.some(t)
	b.reduce(t.answer.Bits())
}

// some makes t.answer any answer.
func (b *binary) some(t *trial) {
	switch {
	case t.solved:
		t.take(t.presses)
	case b.table != nil:
		b.table.apply(t.answer.Bits(), t.state.Bits().Words()...)
	default:
		b.eliminated(t.answer.Bits(), t.state.Bits())
	}
}

// eliminated makes x the answer to the state that presses no pivot.
func (b *binary) eliminated(x, state gf2.Vec) {
	found, _, ok := b.linear.Solve(board.Bits(state))
	if !ok {
		panic("generate: a state that keeps every invariant has no answer")
	}
	x.Copy(found.Bits())
	b.reduce(x)
}

func (b *binary) reduce(x gf2.Vec) {
	for i, p := range b.pivots {
		if x.Bit(p) {
			x.Add(b.quiet[i])
		}
	}
}

// lightest gives, of several lightest answers that are compared, the one that presses the lowest switch in which they
// differ, and else the one that the search from the reduced answer ends with.
func (b *binary) lightest(ctx context.Context, t *trial, steps int64) error {
	if b.linear == nil {
		return fmt.Errorf("generate: the lightest answer on %s, which was not eliminated; this is a bug, please report it", b.board.Spec())
	}
	b.some(t)
	x := t.answer.Bits()
	switch {
	case len(b.quiet) == 0:
		t.weight, t.ties = x.Weight(), 1
	case b.sums != nil:
		if t.onlyWeight {
			t.weight = b.leastWord(x.Words()[0])
		} else {
			t.weight, t.ties = b.compareWords(&x.Words()[0])
		}
	case b.known.compared:
		t.weight, t.ties = b.compare(x)
	default:
		b.reduce(x)
		r, err := cosetleader.Minimum(ctx, cosetleader.Problem{Word: x.Clone(), Basis: b.quiet}, b.search(steps))
		if err != nil {
			return err
		}
		if !r.Proved {
			return b.unproved(r.Stopped)
		}
		x.Copy(r.Word)
		t.weight, t.ties = r.Weight, 0
		for _, part := range append(r.Proof.Parts, r.Proof) {
			words := part.Words
			if part.Method == "trellis" {
				words *= 8 // a state takes as long as so many words of other methods
			}
			t.searched += words
		}
	}
	return nil
}

// leastWord is the weight of a lightest answer where a word holds an answer, and all sums of quiet patterns are at hand.
func (b *binary) leastWord(x uint64) int {
	weight := 64
	for _, s := range b.sums {
		weight = min(weight, bits.OnesCount64(x^s)) // takes no jumps
	}
	return weight
}

// compareWords is compare for such answers.
func (b *binary) compareWords(x *uint64) (weight int, ties uint64) {
	first := *x
	best, weight, ties := first, bits.OnesCount64(first), uint64(1)
	for _, s := range b.sums[1:] {
		y := first ^ s
		switch n := bits.OnesCount64(y); {
		case n < weight:
			best, weight, ties = y, n, 1
		case n == weight:
			ties++
			if d := best ^ y; d&-d&y != 0 {
				best = y
			}
		}
	}
	*x = best
	return weight, ties
}

// compare walks through all answers in Gray code, from x, and makes x the lightest.
func (b *binary) compare(x gf2.Vec) (weight int, ties uint64) {
	walk := x.Clone()
	weight, ties = x.Weight(), 1
	for n := uint64(1); n < 1<<len(b.quiet); n++ {
		switch w := walk.AddWeight(b.quiet[bits.TrailingZeros64(n)]); {
		case w > weight:
		case w < weight:
			weight, ties = w, 1
			x.Copy(walk)
		default:
			ties++
			if walk.Compare(x) > 0 {
				x.Copy(walk)
			}
		}
	}
	return weight, ties
}

func (b *binary) search(steps int64) cosetleader.Options {
	return cosetleader.Options{Workers: 1, MaxSteps: steps, Progress: func(best, lower int) {
		b.progress("weighing the 2^%d answers of a puzzle: the lightest has %d to %d presses", len(b.quiet), lower, best)
	}}
}

// unproved is the error if a search was stopped.
func (b *binary) unproved(stopped error) error {
	if errors.Is(stopped, cosetleader.ErrSize) {
		return refusef("finding the fewest presses of puzzles on %s would take too long: each has 2^%d answers; ask for fewer presses, for puzzles of any number of presses, or for a board with fewer quiet patterns", b.board.Spec(), len(b.quiet))
	}
	return &solve.GaveUpError{Engine: "gf2", Cause: stopped}
}

func (b *binary) only(ctx context.Context, t *trial, steps int64) (bool, error) {
	l, err := cosetleader.AllMinimum(ctx, cosetleader.Problem{Word: t.answer.Bits().Clone(), Basis: b.quiet}, b.search(steps))
	if err != nil {
		return false, err
	}
	tooMany := l.Proved && errors.Is(l.Stopped, cosetleader.ErrMemory)
	if l.Count == nil && !tooMany {
		return false, b.unproved(l.Stopped)
	}
	return l.Count != nil && l.Count.IsUint64() && l.Count.Uint64() == 1, nil
}

// maxApartSteps bounds the search for light quiet patterns, in steps of about a nanosecond.
const maxApartSteps = 1 << 33

// apart: every set of up to p presses is the only lightest answer to its state exactly if every quiet pattern presses
// more than 2p switches.
func (b *binary) apart(ctx context.Context, presses int) (bool, error) {
	if presses >= b.far {
		return false, nil
	}
	if !b.known.compared {
		b.progress("looking for quiet patterns of up to %d presses", 2*presses)
	}
	none := gf2.NewVec(b.board.Switches())
	heavier, err := cosetleader.Heavier(ctx, cosetleader.Problem{Word: none, Basis: b.quiet}, 2*presses, cosetleader.Options{MaxSteps: maxApartSteps})
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && !heavier {
		b.far = presses
	}
	return heavier, err
}

// maxEliminated is how many lights and switches a board may have for its algebra to be prepared
// whatever the options. Beyond it the board is large.
const maxEliminated = 1 << 12

func isLarge(b *board.Board) bool { return b.Lights() > maxEliminated || b.Switches() > maxEliminated }

// What a large board's patterns may take: bits for the patterns, and steps of 64 bits to reduce them.
const (
	maxPatternBits  = 1 << 30
	maxPatternSteps = 1 << 32
)

// checkPatterns refuses boards that have too many quiet patterns or invariants to work with. Those of up
// to maxEliminated lights and switches pass.
func checkPatterns(b *board.Board, linear solve.Linear) error {
	if !isLarge(b) {
		return nil
	}
	for _, p := range []struct {
		count, length int
		name          string
	}{
		{linear.Nullity(), b.Switches(), "quiet patterns"},
		{b.Lights() - linear.Rank(), b.Lights(), "invariants"},
	} {
		bits := float64(p.count) * float64(p.length)
		if bits > maxPatternBits || bits*float64(p.count)/64 > maxPatternSteps {
			return &board.TooLargeError{
				What:  fmt.Sprintf("%s for these options", b.Spec()),
				Limit: fmt.Sprintf("its %d %s, %d bits each, are too many to work with", p.count, p.name, p.length),
			}
		}
	}
	return nil
}
