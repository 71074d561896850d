package generate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"lightsout/board"
	"lightsout/internal/automorphism"
	"lightsout/internal/batch"
	"lightsout/internal/sample"
)

// Batch is puzzles that are planned: 0, 1, 2, … on one board, or on several that take turns; or a part of them. It does
// not change and is safe for concurrent use.
type Batch struct {
	options Options
	members []member
	lists   []*generator // those of the puzzles with answers, then those of the others
	share   batch.Turns  // whether each puzzle has an answer
	order   batch.Turns  // which list each puzzle is of, among those with answers and among the others
	turn    []uint32     // and which board, in a round
	split   *batch.Parts
	from    uint64
	count   uint64
	later   bool // another part begins at the same puzzle
}

// member is a board of a batch. Boards that are alike share a list of distinct puzzles: the first has it.
type member struct {
	board *board.Board
	list  int
	onto  *automorphism.Symmetry // from the board of the list to this one; nil: it is the same
}

// Puzzle is one puzzle of a batch.
type Puzzle struct {
	// ID is SPEC/DIGEST/SEED/INDEX, of the puzzle in the batch of its board alone; of boards that share a list, of the
	// first.
	ID string
	// Index is its place in the batch, from 0.
	Index uint64
	// Puzzle has the goal that all lights are off.
	*board.Puzzle
	// Split is the part of a data set that it belongs to; "" without parts.
	Split string
	// Presses is an answer: one of the fewest presses if MinPresses is not -1.
	Presses    board.State
	MinPresses int
	// Witness, if not nil, says that the puzzle has no answer, and why: [solve.CheckWitness].
	Witness []int
	// Answers is how many answers there are, "" if that is not known.
	Answers string
}

// maxRound bounds how many puzzles a round of several boards has.
const maxRound = 1 << 20

// Plan plans a batch on some boards. It is a *[NoSuchError] if there are no such puzzles, or not so many: told at once
// where counting shows it.
func Plan(ctx context.Context, boards []*board.Board, o Options) (*Batch, error) {
	share, err := o.share()
	if err != nil {
		return nil, err
	}
	b := &Batch{options: o, share: share, turn: []uint32{0}, split: batch.NewParts(o.Split), count: o.Count}
	if len(boards) == 0 || slices.Contains(boards, nil) {
		return nil, fmt.Errorf("a batch needs a board, and none that is nil")
	}
	if err := b.mix(ctx, boards); err != nil {
		return nil, err
	}
	counts := b.counts(o.Count)
	for i := range counts {
		own, list := o.of(i >= b.order.Levels()), i%b.order.Levels()
		if n := own.ramp(); n != 0 {
			own.Levels = strconv.FormatUint(max(1, b.counts(n)[list]), 10)
		}
		first := slices.IndexFunc(b.members, func(m member) bool { return m.list == list })
		g, err := prepare(ctx, boards[first], own)
		if err == nil {
			err = b.ofShare(g.checkCounts(ctx, counts[i]))
		}
		if err != nil {
			return nil, b.named(i, err)
		}
		b.lists = append(b.lists, g)
	}
	for i, g := range b.lists {
		if err := g.plan(ctx); err != nil {
			return nil, b.named(i, err)
		}
		if err := g.check(counts[i]); err != nil {
			return nil, b.named(i, b.ofShare(err))
		}
	}
	return b, nil
}

// counts is how many of the first n puzzles are of each list.
func (b *Batch) counts(n uint64) (counts []uint64) {
	for _, of := range b.share.Counts(n) {
		counts = append(counts, b.order.Counts(of)...)
	}
	return counts
}

// named says of an error about list i if it is about puzzles without an answer.
func (b *Batch) named(i int, err error) error {
	if i >= b.order.Levels() {
		err = &FieldError{Field: "unsolvable", Err: err}
	}
	return err
}

// ofShare adds to a refusal what to do where boards share a batch.
func (b *Batch) ofShare(err error) error {
	if few, ok := errors.AsType[*NoSuchError](err); ok && len(b.members) > 1 && b.count > 0 {
		few.Reason += fmt.Sprintf("; a smaller share (mix) of the %d puzzles may do", b.count)
	}
	return err
}

// ready is nil unless the batch was not planned.
func (b *Batch) ready() error {
	if b == nil || len(b.lists) == 0 {
		return errors.New("generate: the batch was not made by Plan")
	}
	return nil
}

// mix decides the turns of the boards, and which share a list.
func (b *Batch) mix(ctx context.Context, boards []*board.Board) error {
	mix := b.options.Mix
	if len(mix) == 0 {
		mix = slices.Repeat([]uint64{1}, len(boards))
	}
	if len(mix) != len(boards) {
		return fieldf("mix", "", "%d shares for %d boards; each has one, in the same order", len(mix), len(boards))
	}
	var shares []uint64
	round := uint64(0)
	for k, bd := range boards {
		if mix[k] == 0 || mix[k] > maxRound-round {
			return fieldf("mix", "", "the shares of boards must be at least 1 each, and at most %d together", maxRound)
		}
		round += mix[k]
		m := member{board: bd, list: len(shares)}
		for _, other := range b.members {
			if other.board.Spec() == bd.Spec() {
				return fieldf("board", "", "%s is there twice, and its puzzles would be too; give it a larger share "+
					"instead", bd.Spec())
			}
			if b.options.Distinct != "symmetry" || other.onto != nil {
				continue
			}
			onto, alike, err := automorphism.Between(ctx, other.board, bd)
			if err != nil {
				return err
			}
			if alike {
				m.list, m.onto = other.list, &onto
				break
			}
		}
		if m.list == len(shares) {
			shares = append(shares, 0)
		}
		shares[m.list] += mix[k]
		b.members = append(b.members, m)
	}
	if b.order = batch.Single(); len(boards) > 1 {
		b.takeTurns(mix, shares)
	}
	return nil
}

// takeTurns gives each board its share of every round, in an order that the seed shuffles.
func (b *Batch) takeTurns(mix, shares []uint64) {
	b.turn = nil
	for k, share := range mix {
		b.turn = append(b.turn, slices.Repeat([]uint32{uint32(k)}, int(share))...)
	}
	next := make([]uint64, len(shares)+1) // place of each list
	for l, share := range shares {
		next[l+1] = next[l] + share
	}
	random := sample.NewStream(b.options.Seed, toMix, 0, 0)
	order := sample.Shuffled(len(b.turn), &random)
	sorted := slices.Clone(b.turn)
	for i, place := range order {
		b.turn[i] = sorted[place]
		list := b.members[b.turn[i]].list
		order[i] = uint32(next[list]) // the puzzles of a list come in its order
		next[list]++
	}
	b.order = batch.Shares(shares, func(uint64) []uint32 { return order })
}

// at is the number of puzzle i in its list, and its board; the boards count once more for puzzles without an answer.
func (b *Batch) at(i uint64) (k int, number uint64) {
	kind, i := b.share.Place(i)
	_, number = b.order.Place(i)
	return kind*len(b.members) + int(b.turn[i%uint64(len(b.turn))]), number
}

// Part is count puzzles of the batch from one on. Parts that follow one another, written, make the whole.
func (b *Batch) Part(from, count uint64) (*Batch, error) {
	if err := b.ready(); err != nil {
		return nil, err
	}
	end := from + count
	if end < from {
		end = math.MaxUint64
	}
	for i, n := range b.counts(end) {
		if err := b.lists[i].check(n); err != nil {
			return nil, b.named(i, err)
		}
	}
	part := *b
	part.from, part.count = from, count
	return &part, nil
}

// Shard is the i-th of n parts of about the same size, i from 1. All of them, written, make the whole, even if some are
// empty.
func (b *Batch) Shard(i, n uint64) (*Batch, error) {
	if err := b.ready(); err != nil {
		return nil, err
	}
	if i < 1 || i > n {
		return nil, fmt.Errorf("part %d of %d: parts are numbered from 1", i, n)
	}
	begin := func(i uint64) uint64 {
		hi, lo := bits.Mul64(b.count, i)
		q, _ := bits.Div64(hi, lo, n)
		return q
	}
	part := *b
	part.from, part.count, part.later = b.from+begin(i-1), begin(i)-begin(i-1), b.later || i > 1
	return &part, nil
}

// Count is how many puzzles the batch or part has.
func (b *Batch) Count() uint64 {
	if b == nil {
		return 0
	}
	return b.count
}

// Puzzle is puzzle i of the batch. It depends on the boards, the options, the seed and i, and on nothing else.
func (b *Batch) Puzzle(ctx context.Context, i uint64) (Puzzle, error) {
	if err := b.ready(); err != nil {
		return Puzzle{}, err
	}
	k, number := b.at(i)
	s := b.newScribe(k, nil)
	if err := s.make(ctx, number, true); err != nil {
		return Puzzle{}, err
	}
	p := Puzzle{ID: fmt.Sprint(s.g.id, number), Index: i, Split: s.record.Split, Presses: s.presses, MinPresses: -1,
		Puzzle: &s.record.Puzzle, Answers: s.record.Answers, Witness: s.record.Witness}
	if s.record.MinPresses != nil {
		p.MinPresses = *s.record.MinPresses
	}
	return p, nil
}

// All is the puzzles of the batch or part, in order. It ends after an error.
func (b *Batch) All(ctx context.Context) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		if err := b.ready(); err != nil {
			yield(Puzzle{}, err)
			return
		}
		for n := range b.count {
			if p, err := b.Puzzle(ctx, b.from+n); !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// Bytes is about how much memory the batch holds.
func (b *Batch) Bytes() int64 {
	if b.ready() != nil {
		return 0
	}
	total := int64(1 << 10)
	for _, g := range b.lists {
		total += g.bytes() + 64*int64(g.board.Lights())
	}
	return total + 8*int64(len(b.turn))
}
