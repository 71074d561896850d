package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"lightsout/solve"
)

// Distinct puzzles that are not listed come from blocks: the base's numbers, permuted, are cut into
// blocks of as many candidates, and every block gives as many puzzles, the first that pass. Blocks
// share no number, so that puzzles share no state. What a block has beyond that is never drawn.
//
// A block whose candidates are soon tried gives many puzzles, most of those it has; else it gives
// one. How many it has is a matter of chance, which a block is made to have no part in: of m that are
// expected, fewer than m − √(96·m) pass once in e^48 times (Chernoff's bound).
type blocks struct {
	candidates uint64 // in a block
	puzzles    uint64 // from a block

	workers  int // that work at a block; 0 is one per core
	newTrial func() *trial

	mu     sync.Mutex
	recent map[uint64]*block
	clock  uint64
}

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
	// Blocks that give many puzzles are expected to have as many.
	fewPassing, manyPassing = 512, 4096
	// pilotSure tells the rate to 3 %, so that 15 % less is as much as is ever to be feared.
	pilotSure  = 1024
	doubtfully = 0.85
)

// newBlocks is for puzzles of which one is found in rate candidates, as far as that is known. sure
// tells the rate again, better.
func newBlocks(rate float64, f *filter, sure func() (float64, error)) (*blocks, error) {
	most := float64(effortPerBlock.most(f))
	if most < fewPassing*rate {
		return &blocks{candidates: uint64(math.Ceil(48 * rate)), puzzles: 1}, nil
	}
	rate, err := sure()
	if err != nil {
		return nil, err
	}
	expected := min(manyPassing, max(fewPassing, most/rate))
	least := doubtfully * expected
	return &blocks{candidates: uint64(math.Ceil(expected * rate)), puzzles: uint64(least - math.Sqrt(96*least))}, nil
}

// at is the block of that number. Of those that are remembered the one that was not asked for the
// longest makes room for it.
func (b *blocks) at(number uint64) *block {
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

// findInBlock makes t distinct puzzle number of the sampler, the one with that index in the batch.
func (s *sampler) findInBlock(ctx context.Context, t *trial, seed, index, number uint64) error {
	if s.certain {
		s.candidate(t, seed, index, rank{0, number}, 0)
		s.answer(t)
		return nil
	}
	if s.blocks.puzzles == 1 {
		return s.findFirst(ctx, t, seed, index, times(number, s.blocks.candidates))
	}
	which, place := number/s.blocks.puzzles, number%s.blocks.puzzles
	first := times(which, s.blocks.candidates)
	passing, err := s.passing(ctx, seed, which, first)
	if err != nil {
		return err
	}
	if place >= uint64(len(passing)) {
		return &solve.GaveUpError{Cause: fmt.Errorf("only %d of the %d candidates set aside for %d puzzles are as asked for, and puzzle %d is none of them", len(passing), s.blocks.candidates, s.blocks.puzzles, index)}
	}
	j := uint64(passing[place])
	s.candidate(t, seed, which, first.plus(j), j)
	_, err = s.filter.passes(ctx, t) // for the answer
	return err
}

// candidate makes t the candidate that stands at that place in the sampler's order.
func (s *sampler) candidate(t *trial, seed, stream uint64, place rank, attempt uint64) {
	t.weight = -1
	t.random = newStream(seed, drawing, stream, attempt)
	s.base.at(&t.candidate, s.order.at(place), &t.random)
}

// findFirst makes t the first candidate of the block that passes.
func (s *sampler) findFirst(ctx context.Context, t *trial, seed, index uint64, first rank) error {
	for j := range s.blocks.candidates {
		s.candidate(t, seed, index, first.plus(j), j)
		ok, err := s.filter.passes(ctx, t)
		if ok || err != nil {
			return err
		}
		if j%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Cause: fmt.Errorf("none of the %d candidates set aside for puzzle %d is as asked for", s.blocks.candidates, index)}
}

// passing tells which candidates of a block pass, as many as are wanted. It is worked out once, while
// others wait; if the context of whoever works at it ends, another begins anew.
func (s *sampler) passing(ctx context.Context, seed, which uint64, first rank) ([]uint32, error) {
	for {
		b := s.blocks.at(which)
		b.known.Do(func() {
			if b.passing, b.err = s.workOut(ctx, seed, which, first); b.err != nil {
				s.blocks.forget(which)
			}
		})
		if b.err == nil || ctx.Err() != nil || !errors.Is(b.err, context.Canceled) && !errors.Is(b.err, context.DeadlineExceeded) {
			return b.passing, b.err
		}
	}
}

// workOut puts the candidates of a block to the filter, wave by wave, on several cores.
func (s *sampler) workOut(ctx context.Context, seed, which uint64, first rank) (passing []uint32, err error) {
	const wave = 8 * listRun
	b := s.blocks
	for at := uint64(0); at < b.candidates && uint64(len(passing)) < b.puzzles; at += wave {
		found := make([][]uint32, wave/listRun)
		err := eachRun(ctx, min(wave, b.candidates-at), b.workers, func(ctx context.Context, from, to uint64) error {
			t := b.newTrial()
			for j := at + from; j < at+to; j++ {
				s.candidate(t, seed, which, first.plus(j), j)
				ok, err := s.filter.passes(ctx, t)
				if err == nil && j%64 == 63 {
					err = ctx.Err()
				}
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

// forget makes room for a second try.
func (b *blocks) forget(number uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.recent, number)
}
