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
// of levels, which are ranges of presses that do not overlap; just one if the filter does not weigh. It also returns the most presses that any
// state of the code needs, if the filter weighs them.
func list(ctx context.Context, space *code, f filter, levels []Range, workers int, newTrial func() *trial) ([]*selection, int, error) {
	numbers := 1 << space.dim()
	selections := make([]*selection, len(levels))
	for i := range selections {
		selections[i] = newSelection(numbers)
	}
	weigh := f.weighs()
	level := make(map[int]int) // number of presses → which selection
	for i, r := range levels {
		for n := r.Low; n <= r.High; n++ {
			level[n] = i
		}
	}
	var most atomic.Int64
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	const share = 1 << 14 // a multiple of 64: no two goroutines write to one word
	for from := 0; from < numbers; from += share {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			t := newTrial()
			highest := 0
			for u := from; u < min(from+share, numbers); u++ {
				space.scatter(t.state, rank{0, uint64(u)})
				at := 0
				if weigh {
					weight, ties, err := f.answers.lightest(ctx, t.answer, t.state)
					if err != nil {
						return err
					}
					highest = max(highest, weight)
					found := false
					if at, found = level[weight]; !found || f.unique && ties != 1 {
						continue
					}
				}
				if ok, err := f.rest(ctx, t); err != nil {
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
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	for _, s := range selections {
		s.finish()
	}
	return selections, int(most.Load()), nil
}

// rest is passes without what list has asked already.
func (f filter) rest(ctx context.Context, t *trial) (bool, error) {
	f.presses, f.unique, f.leader = nil, false, false
	return f.passes(ctx, t)
}
