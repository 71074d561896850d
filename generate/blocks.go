package generate

import (
	"context"
	"fmt"
	"math"
	"sync"

	"lightsout/internal/sample"
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
	order *sample.Permutation
	limit uint64 // puzzles within reach

	mu     sync.Mutex
	recent []block // the latest last
}

// blockSize is how many candidates a block has, and how many puzzles it yields.
type blockSize struct{ length, puzzles uint64 }

// everyCandidate is the size of blocks if no candidate fails.
var everyCandidate = blockSize{1, 1}

// block is which of its candidates pass.
type block struct {
	number  uint64
	passing []uint32
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

// manyFromBlocks is for blocks of which so many candidates may be tried, and one in rate passes.
func manyFromBlocks(most, rate float64) blockSize {
	expected := min(manyPassing, max(fewPassing, most/rate))
	least := rateMargin * expected
	return blockSize{length: uint64(math.Ceil(expected * rate)), puzzles: uint64(least - math.Sqrt(96*least))}
}

// newBlocks cuts the pool into blocks. The salt tells its permutation from those of other levels.
func (g *generator) newBlocks(p pool, size blockSize, salt uint64) *blocks {
	last := sample.LastNumber(p.size)
	return &blocks{
		pool: p, blockSize: size, order: sample.NewPermutation(last, g.options.Seed, salt),
		limit: max(last, last+1) / size.length * size.puzzles, // of 2^64, the last is left out
	}
}

func (b *blocks) reach() (uint64, bool) {
	return b.limit, b.blockSize == everyCandidate && sample.SliceBits(b.size) == 0
}

func (b *blocks) find(ctx context.Context, t *trial, index, number uint64) error {
	if number >= b.limit {
		return refusef("there is no puzzle %d: only %d distinct ones are within reach", index, b.limit)
	}
	which, place := number/b.puzzles, number%b.puzzles
	if b.puzzles > 1 {
		passing, err := b.passing(ctx, which)
		if err != nil {
			return err
		}
		if place < uint64(len(passing)) {
			_, err = b.try(ctx, t, which, uint64(passing[place])) // again, for the answer
			return err
		}
	}
	for j := uint64(0); j < b.length && b.puzzles == 1; j++ {
		ok, err := b.try(ctx, t, which, j)
		if ok || err != nil {
			return err
		}
		if j%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Cause: fmt.Errorf("of the %d candidates set aside for %d puzzles too few for puzzle %d "+
		"meet the options", b.length, b.puzzles, index)}
}

// try makes t the j-th candidate of a block, and reports whether it is a puzzle.
func (b *blocks) try(ctx context.Context, t *trial, which, j uint64) (bool, error) {
	b.begin(t, which, j)
	b.at(t, b.order.At(which*b.length+j))
	return b.wanted.passes(ctx, t)
}

// passing tells which candidates of a block pass, as many as it yields. One caller works that out, wave by wave, on all
// cores, while others wait.
func (b *blocks) passing(ctx context.Context, which uint64) (passing []uint32, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, k := range b.recent {
		if k.number == which {
			return k.passing, nil
		}
	}
	const wave = 8 * listRun
	for at := uint64(0); at < b.length && uint64(len(passing)) < b.puzzles; at += wave {
		weights, err := b.wanted.of.tryAll(ctx, min(wave, b.length-at),
			func(ctx context.Context, t *trial, n uint64) (bool, error) {
				return b.try(ctx, t, which, at+n)
			})
		if err != nil {
			return nil, err
		}
		for n, weight := range weights {
			if weight != fails {
				passing = append(passing, uint32(at)+uint32(n))
			}
		}
	}
	passing = passing[:min(len(passing), int(b.puzzles))]
	b.recent = append(b.recent, block{which, passing})
	b.recent = b.recent[max(0, len(b.recent)-maxRecent):]
	return passing, nil
}
