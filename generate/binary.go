package generate

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/covering"
	"lightsout/internal/sample"
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
	board    *board.Board
	linear   solve.Linear  // nil: not eliminated
	solvable *sample.Code  // all states that have an answer
	space    *sample.Code  // the states to draw from
	slices   uint          // of the space
	flips    *gf2.SumTable // what switches flip; nil if too large
	quiet    []gf2.Vec     // reduced, so that sums are unique
	pivots   []int         // of quiet
	table    *gf2.SumTable // from states to answers; nil if too large
	sums     []uint64      // all sums of quiet patterns, if a word holds one and they are few
}

// beUnreduced gives g the algebra of a large board that need not be eliminated.
func (g *generator) beUnreduced() {
	g.algebra = &binary{board: g.board}
	g.facts = facts{nullity: -1, most: g.board.Switches(), drawCost: 20 * uint64(g.board.Switches())}
}

// maxCompared is the largest nullity at which all answers of a puzzle are compared, and maxComparedWords how many words
// they may have: only large boards have more. Beyond that, the lightest is searched for by package solve.
const (
	maxCompared      = 20
	maxComparedWords = 1 << 26
)

// newBinary eliminates the board, and finds which states have the symmetry that is wanted.
func (g *generator) newBinary(ctx context.Context) error {
	const each = 100 // bits for a light: its number, and states
	if err := g.board.Reserve(ctx, each, "puzzles that are drawn"); err != nil {
		return err
	}
	linear, err := solve.Analyse(ctx, g.board)
	if err != nil {
		return err
	}
	if err := checkPatterns(g.board, linear); err != nil {
		return err
	}
	lights, switches := g.board.Lights(), g.board.Switches()
	b := &binary{board: g.board, linear: linear}
	if err := g.newSpace(ctx, b); err != nil {
		return err
	}
	if !isLarge(g.board) {
		var columns []gf2.Vec
		for s := range switches {
			columns = append(columns, gf2.VecOf(lights, g.board.Toggles(s)...))
		}
		b.flips = sample.Tabulate(columns)
	}
	quiet, err := linear.Quiet(ctx)
	if err != nil {
		return err
	}
	b.quiet, b.pivots = sample.Reduced(solve.Sets(quiet), switches)
	b.tabulateAnswers()
	nullity, words := len(b.quiet), (switches+63)/64
	if words == 1 && nullity <= 10 {
		var basis []uint64
		for _, q := range b.quiet {
			basis = append(basis, q.Words()[0])
		}
		b.sums = gf2.Span64(basis)
	}
	g.algebra, g.facts = b, facts{
		states:  new(big.Int).Lsh(big.NewInt(1), uint(b.space.Dim())),
		answers: new(big.Int).Lsh(big.NewInt(1), uint(nullity)),
		// as many as the rank reach every state
		nullity: nullity, most: min(covering.MostPresses(g.board, quiet), switches-nullity),
		compared: nullity <= maxCompared && words<<nullity <= maxComparedWords, cost: searchCost,
		drawCost:     20 + uint64(lights/16),
		containsCost: uint64(max(b.space.Checks(), b.solvable.Checks()) * (lights + 63) / 64),
	}
	if g.compared {
		g.cost = 8 + uint64(words)<<nullity
	}
	b.slices = sample.SliceBits(g.facts.states)
	return nil
}

// newSpace finds the states to draw from: those with the symmetry that is wanted, solvable ones or all.
func (g *generator) newSpace(ctx context.Context, b *binary) error {
	invariants, err := b.linear.Invariants(ctx)
	if err != nil {
		return err
	}
	lights, even, same := g.board.Lights(), solve.Sets(invariants), []gf2.Vec(nil)
	b.solvable = sample.NewCode(lights, even)
	b.space = b.solvable
	if how := g.options.Symmetric; how != "" {
		motions, err := automorphism.OfMotion(ctx, g.board, how)
		if err != nil {
			return err
		}
		same = pairs(lights, motions)
		b.space = sample.NewCode(lights, append(even, same...))
		if !slices.ContainsFunc(motions, func(m automorphism.Symmetry) bool { return m.Switches == nil }) {
			if g.orbits, err = automorphism.OrbitsOf(ctx, g.board, how); err != nil {
				return err
			}
		}
	}
	if solvable := b.space.Dim(); g.unsolvable() {
		if b.space = sample.NewCode(lights, same); b.space.Dim() == solvable {
			return nonef("every state of %s has an answer", g.where())
		}
	}
	return nil
}

// refute gives the first constraint that the state breaks, of the reduced ones, which are unique.
func (b *binary) refute(t *trial) bool {
	witness := b.solvable.Broken(t.state.Bits())
	if witness.Len() > 0 {
		t.image.Bits().Copy(witness)
	}
	return witness.Len() > 0
}

// tabulateAnswers solves the state of each free light. The others follow from these, so they add nothing.
func (b *binary) tabulateAnswers() {
	words := (b.board.Switches() + 63) / 64
	if 256*8*(b.board.Lights()+63)/64*words > sample.MaxTable {
		return
	}
	images := slices.Repeat([]gf2.Vec{gf2.NewVec(b.board.Switches())}, b.board.Lights())
	for j, state := range b.solvable.Basis() {
		x := gf2.NewVec(b.board.Switches())
		b.eliminated(x, state)
		images[b.solvable.Order[j]] = x
	}
	b.table = sample.Tabulate(images)
}

// draw presses switches on a large board, also if that was eliminated: solvable puzzles do not depend on it.
func (b *binary) draw(t *trial) {
	if b.space != nil && (b.space != b.solvable || !isLarge(b.board)) {
		b.space.Draw(t.state.Bits(), &t.random)
		return
	}
	words := t.presses.Bits().Words()
	t.random.Fill(words)
	if past := b.board.Switches() % 64; past != 0 {
		words[len(words)-1] &= 1<<past - 1
	}
	t.state.Bits().Copy(b.board.Apply(t.presses.Bits()))
	t.solved = true
}

func (b *binary) at(t *trial, n uint64) { b.space.At(t.state.Bits(), n, b.slices, &t.random) }

func (b *binary) press(ctx context.Context, state, presses board.State) {
	to := state.Bits()
	to.Clear()
	if b.flips != nil {
		b.flips.AddTo(to.Words(), presses.Bits().Words())
		return
	}
	var flips []int
	for s := range presses.Bits().Ones() {
		if s%64 == 0 && ctx.Err() != nil {
			return
		}
		flips = b.board.AppendToggles(flips[:0], s)
		for _, l := range flips {
			to.Flip(l)
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
		t.answer.Bits().Clear()
		b.table.AddTo(t.answer.Bits().Words(), t.state.Bits().Words())
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

// compare gives, of several lightest answers, the one that presses the lowest switch in which they differ. It walks
// through all answers in Gray code.
func (b *binary) compare(_ context.Context, t *trial) error {
	b.some(t)
	x := t.answer.Bits()
	if b.sums != nil {
		t.weight, t.ties = b.compareWords(&x.Words()[0])
		return nil
	}
	t.weight, t.ties = x.Weight(), 1
	if len(b.quiet) == 0 {
		return nil
	}
	walk := x.Clone()
	for n := uint64(1); n < 1<<len(b.quiet); n++ {
		switch w := walk.AddWeight(b.quiet[bits.TrailingZeros64(n)]); {
		case w > t.weight:
		case w < t.weight:
			t.weight, t.ties = w, 1
			x.Copy(walk)
		default:
			t.ties++
			if walk.Compare(x) > 0 {
				x.Copy(walk)
			}
		}
	}
	return nil
}

// compareWords is compare where a word holds an answer and all sums of quiet patterns are at hand, twice as fast.
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
	count, length, name := linear.Nullity(), b.Switches(), "quiet patterns"
	if n := b.Lights() - linear.Rank(); n > count {
		count, length, name = n, b.Lights(), "invariants"
	}
	bits := float64(count) * float64(length)
	if !isLarge(b) || bits <= maxPatternBits && bits*float64(count)/64 <= maxPatternSteps {
		return nil
	}
	return &board.TooLargeError{
		What:  fmt.Sprintf("%s for these options", b.Spec()),
		Limit: fmt.Sprintf("its %d %s, %d bits each, are too many to work with", count, name, length),
	}
}

// pairs are the constraints on a state that looks the same after the motions: a light and its image
// are equal.
func pairs(lights int, motions []automorphism.Symmetry) (list []gf2.Vec) {
	for _, m := range motions {
		for l, image := range m.Lights {
			if l != image {
				list = append(list, gf2.VecOf(lights, l, image))
			}
		}
	}
	return list
}
