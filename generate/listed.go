package generate

import (
	"context"
	"math"
	"math/big"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// listed is the candidates of a pool that are known to be puzzles, since all were tried, by their numbers, ascending.
// One number below their count, evenly drawn (Lemire's method), picks one. Every puzzle is within reach.
func (p pool) listed(puzzles []uint32) pool {
	count := uint64(len(puzzles))
	at := func(t *trial, n uint64) { p.at(t, uint64(puzzles[n])) }
	return pool{candidates{
		size: new(big.Int).SetUint64(count), at: at,
		draw: func(t *trial) { at(t, t.random.Below(count)) },
	}, wanted{of: p.wanted.of}}
}

// list tries every candidate of a pool, and returns the numbers of those that pass, one list for each of some ranges of
// presses that do not overlap; just one if the pool does not weigh. It also returns the most presses of any that pass
// otherwise.
func (g *generator) list(ctx context.Context, p pool, levels []Range) (lists [][]uint32, most int, err error) {
	weighs := p.wanted.weighs()
	if weighs {
		p.wanted.presses = &Range{0, g.most}
	}
	count := p.size.Uint64()
	weights, err := g.tryAll(ctx, count, func(ctx context.Context, t *trial, n uint64) (bool, error) {
		if count >= slowList && n%slowList == 0 {
			g.progress("trying all %d %s, before the first puzzle: %d %% done", count, p.name, 100*n/count)
		}
		t.solved, t.weight = false, -1
		p.at(t, n)
		return p.wanted.passes(ctx, t)
	})
	lists = make([][]uint32, len(levels))
	for n, weight := range weights {
		if weight == fails {
			continue
		}
		most = max(most, int(weight))
		for i, r := range levels {
			if !weighs || r.Low <= int(weight) && int(weight) <= r.High {
				lists[i] = append(lists[i], uint32(n))
				break
			}
		}
	}
	return lists, most, err
}

// listRun is how many candidates a goroutine takes at a time, and slowList from how many on progress is reported.
const (
	listRun  = 1 << 12
	slowList = 1 << 18
)

// fails stands in the place of the weight of a candidate that does not pass.
const fails = math.MinInt16

// tryAll tries the candidates 0…count-1 and returns the weight of each that passes, -1 if it was not weighed. Where all
// candidates are tried, a puzzle takes few presses.
func (g *generator) tryAll(ctx context.Context, count uint64,
	try func(ctx context.Context, t *trial, n uint64) (bool, error)) ([]int16, error) {
	workers := g.options.Work.Jobs
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	weights := make([]int16, count)
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for from := uint64(0); from < count && groupCtx.Err() == nil; from += listRun {
		group.Go(func() error {
			t := g.newTrial()
			for n := from; n < min(from+listRun, count); n++ {
				if n%64 == 0 && groupCtx.Err() != nil {
					return groupCtx.Err()
				}
				ok, err := try(groupCtx, t, n)
				if err != nil {
					return err
				}
				if weights[n] = int16(min(t.weight, math.MaxInt16)); !ok {
					weights[n] = fails
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return weights, ctx.Err()
}
