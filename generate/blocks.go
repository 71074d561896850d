package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
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
	limit *big.Int // puzzles within reach

	seed     uint64
	workers  int // goroutines for each block; 0 is one per core
	newTrial func() *trial

	mu     sync.Mutex
	recent map[uint64]*block
	clock  uint64
}

// blockSize is how many candidates a block has, and how many puzzles it yields.
type blockSize struct{ length, puzzles uint64 }

// everyCandidate is the size of blocks if no candidate fails.
var everyCandidate = blockSize{1, 1}

// block is which of its candidates pass, once that is known.
type block struct {
	used    uint64 // when it was last asked for
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
	limit := new(big.Int).SetUint64(last)
	limit.Add(limit, big.NewInt(1))
	limit.Quo(limit, new(big.Int).SetUint64(size.length))
	limit.Mul(limit, new(big.Int).SetUint64(size.puzzles))
	return &blocks{
		pool: p, blockSize: size, order: newPermutation(last, g.options.Seed, salt), limit: limit,
		seed: g.options.Seed, workers: g.options.Workers, newTrial: g.newTrial,
	}
}

func (b *blocks) reach() (*big.Int, bool) {
	return b.limit, b.blockSize == everyCandidate && sliceBits(b.size()) == 0 && b.even()
}

func (b *blocks) find(ctx context.Context, t *trial, index, number uint64) error {
	if b.limit.IsUint64() && number >= b.limit.Uint64() {
		return outOfReach(index, b.limit)
	}
	if b.puzzles == 1 {
		return b.findFirst(ctx, t, index, number*b.length)
	}
	which, place := number/b.puzzles, number%b.puzzles
	first := which * b.length
	passing, err := b.passing(ctx, which, first)
	if err != nil {
		return err
	}
	if place >= uint64(len(passing)) {
		return &solve.GaveUpError{Cause: fmt.Errorf("only %d of the %d candidates set aside for %d puzzles meet the options, too few for puzzle %d", len(passing), b.length, b.puzzles, index)}
	}
	j := uint64(passing[place])
	b.candidate(t, which, first, j)
	_, err = b.wanted.passes(ctx, t) // for the answer
	return err
}

// candidate makes t the j-th candidate of its block.
func (b *blocks) candidate(t *trial, stream, first, j uint64) {
	t.begin(b.seed, toDraw, stream, j)
	b.at(t, b.order.at(first+j))
}

// findFirst makes t the first candidate of the block that passes.
func (b *blocks) findFirst(ctx context.Context, t *trial, index uint64, first uint64) error {
	for j := range b.length {
		b.candidate(t, index, first, j)
		ok, err := b.wanted.passes(ctx, t)
		if ok || err != nil {
			return err
		}
		if j%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Cause: fmt.Errorf("none of the %d candidates set aside for puzzle %d meets the options", b.length, index)}
}

// passing tells which candidates of a block pass, as many as it yields. One caller works it out while
// others wait; if that caller's context ends, another starts over.
func (b *blocks) passing(ctx context.Context, which uint64, first uint64) ([]uint32, error) {
	for {
		k := b.block(which)
		k.known.Do(func() {
			if k.passing, k.err = b.workOut(ctx, which, first); k.err != nil {
				b.forget(which)
			}
		})
		if k.err == nil || ctx.Err() != nil || !errors.Is(k.err, context.Canceled) && !errors.Is(k.err, context.DeadlineExceeded) {
			return k.passing, k.err
		}
	}
}

// workOut puts the candidates of a block to the filter, wave by wave, on several cores.
func (b *blocks) workOut(ctx context.Context, which uint64, first uint64) (passing []uint32, err error) {
	const wave = 8 * listRun
	for at := uint64(0); at < b.length && uint64(len(passing)) < b.puzzles; at += wave {
		found := make([][]uint32, wave/listRun)
		err := eachRun(ctx, min(wave, b.length-at), b.workers, func(ctx context.Context, from, to uint64) error {
			t := b.newTrial()
			for j := at + from; j < at+to; j++ {
				if j%64 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				b.candidate(t, which, first, j)
				ok, err := b.wanted.passes(ctx, t)
				if err != nil {
					return err
				}
				if ok {
					found[from/listRun] = append(found[from/listRun], uint32(j))
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, part := range found {
			passing = append(passing, part...)
		}
	}
	return passing[:min(len(passing), int(b.puzzles))], nil
}

// block is the block of that number. If too many are remembered, the least recently used one is
// forgotten.
func (b *blocks) block(number uint64) *block {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.recent == nil {
		b.recent = make(map[uint64]*block)
	}
	b.clock++
	found := b.recent[number]
	if found == nil {
		if len(b.recent) >= maxRecent {
			oldest, since := uint64(0), b.clock
			for n, other := range b.recent {
				if other.used < since {
					oldest, since = n, other.used
				}
			}
			delete(b.recent, oldest)
		}
		found = &block{}
		b.recent[number] = found
	}
	found.used = b.clock
	return found
}

// forget makes room for a second try.
func (b *blocks) forget(number uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.recent, number)
}
