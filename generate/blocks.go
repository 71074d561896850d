package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"lightsout/solve"
)

// blocks makes distinct puzzles without listing them. The source's numbers are permuted and cut into
// equal blocks; each block yields the same number of puzzles, the first of its candidates that pass.
// Blocks share no number, so no puzzle comes twice. Over all seeds every puzzle is equally likely to
// be in a batch, and what a block has beyond its share is not in reach of this seed.
//
// A block whose candidates are soon tried yields many puzzles, most of those it has; else it yields
// one. Blocks are long enough that none ever has too few: where m are expected, fewer than
// m − √(96·m) pass with probability e^-48 (Chernoff's bound). If every candidate is a puzzle, a block
// is one candidate, and everything is within reach.
//
// Nothing of a batch is remembered but a few recent blocks.
type blocks struct {
	pool
	blockSize
	order *permutation
	limit uint64 // puzzles within reach
	seed  uint64
	tests tests

	mu     sync.Mutex
	recent []*block // the latest first
}

// blockSize is how many candidates a block has, and how many puzzles it yields.
type blockSize struct{ length, puzzles uint64 }

// everyCandidate is the size of blocks if no candidate fails.
var everyCandidate = blockSize{1, 1}

// block is which of its candidates pass, once that is known.
type block struct {
	number  uint64
	known   sync.Once
	passing []uint32
	err     error
}

const (
	// maxRecent bounds the blocks that are remembered: those that jobs work at.
	maxRecent = 16
	// Blocks that yield many puzzles are expected to have as many.
	fewPassing, manyPassing = 512, 4096
	// A pilot of ratePassing puzzles tells the rate to 3 %; rateMargin allows it to be 15 % lower.
	ratePassing = 1024
	rateMargin  = 0.85
)

// sizeOfBlocks is for puzzles of which one is found in rate candidates, as far as that is known;
// better measures the rate again, more precisely.
func sizeOfBlocks(rate float64, p *pool, better func() (float64, error)) (blockSize, error) {
	most := float64(blockEffort / p.cost())
	if most < fewPassing*rate {
		return blockSize{length: uint64(math.Ceil(48 * rate)), puzzles: 1}, nil
	}
	rate, err := better()
	if err != nil {
		return blockSize{}, err
	}
	expected := min(manyPassing, max(fewPassing, most/rate))
	least := rateMargin * expected
	return blockSize{length: uint64(math.Ceil(expected * rate)), puzzles: uint64(least - math.Sqrt(96*least))}, nil
}

// newBlocks cuts the pool into blocks. The salt tells its permutation from those of other levels.
func (g *Generator) newBlocks(p pool, size blockSize, salt uint64) *blocks {
	last := lastNumber(p.size())
	return &blocks{
		pool: p, blockSize: size, seed: g.options.Seed, order: newPermutation(last, g.options.Seed, salt),
		limit: max(last, last+1) / size.length * size.puzzles, // of 2^64, the last is left out
		tests: tests{workers: g.options.Workers, newTrial: g.newTrial},
	}
}

func (b *blocks) reach() (uint64, bool) {
	return b.limit, b.blockSize == everyCandidate && sliceBits(b.size()) == 0
}

func (b *blocks) find(ctx context.Context, t *trial, index, number uint64) error {
	if number >= b.limit {
		return outOfReach(index, b.limit)
	}
	if b.puzzles == 1 {
		for j := range b.length {
			ok, err := b.try(ctx, t, index, number, j)
			if ok || err != nil {
				return err
			}
			if j%64 == 63 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return &solve.GaveUpError{Cause: fmt.Errorf("none of the %d candidates set aside for puzzle %d meets the options", b.length, index)}
	}
	which, place := number/b.puzzles, number%b.puzzles
	passing, err := b.passing(ctx, which)
	if err != nil {
		return err
	}
	if place >= uint64(len(passing)) {
		return &solve.GaveUpError{Cause: fmt.Errorf("only %d of the %d candidates set aside for %d puzzles meet the options, too few for puzzle %d", len(passing), b.length, b.puzzles, index)}
	}
	_, err = b.try(ctx, t, which, which, uint64(passing[place])) // again, for the answer
	return err
}

// try makes t the j-th candidate of a block, and reports whether it is a puzzle.
func (b *blocks) try(ctx context.Context, t *trial, stream, which, j uint64) (bool, error) {
	t.begin(b.seed, toDraw, stream, j)
	b.at(t, b.order.at(which*b.length+j))
	return b.wanted.passes(ctx, t)
}

// passing tells which candidates of a block pass, as many as it yields. One caller works it out while
// others wait; if that caller's context ends, another starts over.
func (b *blocks) passing(ctx context.Context, which uint64) ([]uint32, error) {
	for {
		k := b.block(which)
		k.known.Do(func() {
			if k.passing, k.err = b.workOut(ctx, which); k.err != nil {
				b.mu.Lock()
				defer b.mu.Unlock()
				b.recent = slices.DeleteFunc(b.recent, func(other *block) bool { return other == k })
			}
		})
		if k.err == nil || ctx.Err() != nil || !errors.Is(k.err, context.Canceled) && !errors.Is(k.err, context.DeadlineExceeded) {
			return k.passing, k.err
		}
	}
}

// workOut tries the candidates of a block, wave by wave, until as many have passed as it yields.
func (b *blocks) workOut(ctx context.Context, which uint64) (passing []uint32, err error) {
	const wave = 8 * listRun
	for at := uint64(0); at < b.length && uint64(len(passing)) < b.puzzles; at += wave {
		found, err := b.tests.run(ctx, min(wave, b.length-at), 1, func(ctx context.Context, t *trial, n uint64) (int, error) {
			ok, err := b.try(ctx, t, which, which, at+n)
			if !ok || err != nil {
				return -1, err
			}
			return 0, nil
		})
		if err != nil {
			return nil, err
		}
		for _, n := range found[0] {
			passing = append(passing, uint32(at)+n)
		}
	}
	return passing[:min(len(passing), int(b.puzzles))], nil
}

// block is the block of that number. If too many are remembered, the least recently used one is
// forgotten.
func (b *blocks) block(number uint64) *block {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := &block{number: number}
	if i := slices.IndexFunc(b.recent, func(k *block) bool { return k.number == number }); i >= 0 {
		found = b.recent[i]
		b.recent = slices.Delete(b.recent, i, i+1)
	}
	b.recent = slices.Insert(b.recent, 0, found)
	b.recent = b.recent[:min(len(b.recent), maxRecent)]
	return found
}
