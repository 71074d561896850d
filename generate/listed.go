package generate

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// listed draws from candidates that are known to be puzzles, since all were tried. One number below their count,
// evenly drawn (Lemire's method), picks one. Every puzzle is within reach. If they must be distinct, a permutation has
// each come once.
type listed struct {
	pool
	puzzles []uint32 // numbers of candidates, ascending; nil if there is only a plan
	seed    uint64
	order   *permutation // nil: they may repeat
}

func (l *listed) find(_ context.Context, t *trial, index, number uint64) error {
	t.begin(l.seed, toDraw, index, 0)
	count := uint64(len(l.puzzles))
	switch {
	case count == 0:
		return errors.New("generate: a generator that only plans makes no puzzles")
	case l.order == nil:
		number = t.random.below(count)
	case number >= count:
		return outOfReach(index, count)
	default:
		number = l.order.at(number)
	}
	l.at(t, uint64(l.puzzles[number]))
	return nil
}

func (l *listed) reach() (uint64, bool) {
	if l.order == nil || l.puzzles == nil {
		return anyNumber, false
	}
	return uint64(len(l.puzzles)), true
}

func outOfReach(index, limit uint64) error {
	return refusef("there is no puzzle %d: only %d distinct ones are within reach", index, limit)
}

// list tries every candidate of a pool, and returns the numbers of those that pass, one list for each of some ranges of
// presses that do not overlap; just one if the pool does not weigh. It also returns the most presses of any that pass
// otherwise.
func (g *Generator) list(ctx context.Context, p pool, levels []Range) (lists [][]uint32, most int, err error) {
	level := []int{0} // of a number of presses; -1 if none has it
	if p.wanted.weighs() {
		level = slices.Repeat([]int{-1}, levels[len(levels)-1].High+1)
		for i, r := range levels {
			for n := r.Low; n <= r.High; n++ {
				level[n] = i
			}
		}
		p.wanted.presses = &Range{0, len(level) - 1}
	}
	tests := tests{workers: g.options.Workers, newTrial: g.newTrial}
	if count := p.size.Uint64(); count >= slowList {
		tests.progress = func(done uint64) {
			g.progress("trying all %d %s, before the first puzzle: %d %% done", count, p.name, 100*done/count)
		}
	}
	var heaviest atomic.Int64
	lists, err = tests.run(ctx, p.size.Uint64(), len(levels), func(ctx context.Context, t *trial, n uint64) (int, error) {
		t.solved, t.weight = false, -1
		p.at(t, n)
		ok, err := p.wanted.passes(ctx, t)
		for weight := heaviest.Load(); int64(t.weight) > weight; weight = heaviest.Load() {
			heaviest.CompareAndSwap(weight, int64(t.weight))
		}
		switch {
		case !ok || err != nil:
			return -1, err
		case len(level) == 1:
			return 0, nil
		}
		return level[t.weight], nil
	})
	return lists, int(heaviest.Load()), err
}

// listRun is how many candidates a goroutine takes at a time, and slowList from how many on progress is reported.
const (
	listRun  = 1 << 12
	slowList = 1 << 20
)

// tests tries many candidates, on as many goroutines as workers, or one per core if that is 0.
type tests struct {
	workers  int
	newTrial func() *trial
	progress func(done uint64) // nil: nobody watches
}

// run tries the candidates 0…count-1 and returns their numbers in order, in the list that try tells; -1 is none.
func (r tests) run(ctx context.Context, count uint64, lists int, try func(ctx context.Context, t *trial, n uint64) (list int, err error)) ([][]uint32, error) {
	if r.workers == 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	found := make([][][]uint32, lists) // by list and by run
	for i := range found {
		found[i] = make([][]uint32, (count+listRun-1)/listRun)
	}
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(r.workers)
	for from := uint64(0); from < count && groupCtx.Err() == nil; from += listRun {
		if r.progress != nil && from%(64*listRun) == 0 {
			r.progress(from)
		}
		group.Go(func() error {
			t := r.newTrial()
			for n := from; n < min(from+listRun, count); n++ {
				if n%64 == 0 && groupCtx.Err() != nil {
					return groupCtx.Err()
				}
				list, err := try(groupCtx, t, n)
				if err != nil {
					return err
				}
				if list >= 0 {
					run := &found[list][from/listRun]
					*run = append(*run, uint32(n))
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	joined := make([][]uint32, lists)
	for i := range found {
		joined[i] = slices.Concat(found[i]...)
		found[i] = nil
	}
	return joined, ctx.Err()
}
