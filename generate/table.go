package generate

import (
	"context"
	"math/bits"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// What may be listed state by state: 2^maxListed states, and 2^maxListWork states times answers or
// symmetries. 5x5 has 2^23 states of 4 answers each.
const (
	maxListed   = 25
	maxListWork = 30
)

// listable reports whether every state of the code can be put to the filter.
func listable(space *code, f *filter) bool {
	work := space.dim()
	if f.weighs() {
		work += len(f.answers.quiet)
	}
	if f.alike != nil {
		work = max(work, space.dim()+bits.Len(uint(len(f.alike)))-4) // most states fail early
	}
	return space.dim() <= maxListed && work <= maxListWork
}

// list puts every state of the code to the filter and files those that pass: one selection for each
// of levels, which are ranges of presses that do not overlap; just one if the filter does not weigh.
// It also returns the most presses that any state of the code needs, if the filter weighs them.
func list(ctx context.Context, space *code, f filter, levels []Range, workers int, newTrial func() *trial) ([]*selection, int, error) {
	numbers := 1 << space.dim()
	selections := make([]*selection, len(levels))
	for i := range selections {
		selections[i] = newSelection(numbers)
	}
	weigh := f.weighs()
	var level []int // number of presses → which selection, or -1
	for i, r := range levels {
		for len(level) <= r.High {
			level = append(level, -1)
		}
		for n := r.Low; n <= r.High; n++ {
			level[n] = i
		}
	}
	low := firstStates(space, listRun)
	var most atomic.Int64
	rest := f // what is left to ask
	rest.presses, rest.unique, rest.leader = nil, false, false
	err := eachRun(ctx, uint64(numbers), workers, func(ctx context.Context, from, to uint64) error {
		t := newTrial()
		base := newTrial().state
		space.scatter(base, rank{0, from})
		highest := 0
		for u := from; u < to; u++ {
			copy(t.state, base)
			addTo(t.state, low[u-from])
			at := 0
			if weigh {
				var err error
				if t.weight, t.ties, err = f.answers.lightest(ctx, t.answer, t.state); err != nil {
					return err
				}
				highest = max(highest, t.weight)
				if t.weight >= len(level) || level[t.weight] < 0 {
					continue
				}
				if only, err := f.only(ctx, t); err != nil {
					return err
				} else if !only {
					continue
				}
				at = level[t.weight]
			}
			if ok, err := rest.passes(ctx, t); err != nil {
				return err
			} else if ok {
				selections[at].words[u/64] |= 1 << (u % 64)
			}
		}
		for {
			old := most.Load()
			if int64(highest) <= old || most.CompareAndSwap(old, int64(highest)) {
				return nil
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	for _, s := range selections {
		s.finish()
	}
	return selections, int(most.Load()), nil
}

// listRun is how many states a goroutine takes at a time: a multiple of 64, so that no two write to
// one word.
const listRun = 1 << 12

// eachRun goes through 0…numbers-1 in runs of listRun, on as many goroutines as workers, or one per
// core if that is 0.
func eachRun(ctx context.Context, numbers uint64, workers int, do func(ctx context.Context, from, to uint64) error) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for from := uint64(0); from < numbers && groupCtx.Err() == nil; from += listRun {
		group.Go(func() error { return do(groupCtx, from, min(from+listRun, numbers)) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// firstStates are the first n states of the code, or all. The code is linear, so that state u+v is
// the sum of states u and v if they share no bit: these and every n-th make all others.
func firstStates(space *code, n int) [][]uint64 {
	n = min(n, 1<<space.dim())
	states := make([][]uint64, n)
	for u := range states {
		states[u] = make([]uint64, space.words)
		space.scatter(states[u], rank{0, uint64(u)})
	}
	return states
}
