package generate

import (
	"context"
	"math/big"
	"runtime"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"
)

// listed draws from candidates that are known to be puzzles, since all were tried. One number below their count,
// evenly drawn (Lemire's method), picks one. Every puzzle is within reach. If they must be distinct, a permutation has
// each come once.
type listed struct {
	pool
	puzzles *numbers // of candidates
	seed    uint64
	order   *permutation // nil: they may repeat
}

// newListed is for at least one puzzle. The salt tells its permutation from those of other levels.
func (g *Generator) newListed(p pool, puzzles *numbers, salt uint64) *listed {
	l := &listed{pool: p, puzzles: puzzles, seed: g.options.Seed}
	if g.options.Distinct != "" {
		l.order = newPermutation(puzzles.count()-1, l.seed, salt)
	}
	return l
}

func (l *listed) find(_ context.Context, t *trial, index, number uint64) error {
	t.begin(l.seed, toDraw, index, 0)
	count := l.puzzles.count()
	switch {
	case l.order == nil:
		number = t.random.below(count)
	case number >= count:
		return outOfReach(index, new(big.Int).SetUint64(count))
	default:
		number = l.order.at(number)
	}
	l.at(t, l.puzzles.at(number))
	return nil
}

func (l *listed) reach() (*big.Int, bool) {
	if l.order == nil {
		return nil, false
	}
	return new(big.Int).SetUint64(l.puzzles.count()), l.even()
}

func outOfReach(index uint64, limit *big.Int) error {
	return refusef("there is no puzzle %d: only %v distinct ones are within reach", index, limit)
}

// numbers is a list of numbers in ascending order, two bytes each: those of every run of listRun numbers, by their place
// in the run.
type numbers struct {
	runs   [][]uint16
	before []uint64 // how many come before each run; one more at the end
}

// finish counts. The runs must not change any more.
func (n *numbers) finish() {
	n.before = append(make([]uint64, 0, len(n.runs)+1), 0)
	for i, run := range n.runs {
		n.before = append(n.before, n.before[i]+uint64(len(run)))
	}
}

func (n *numbers) count() uint64 { return n.before[len(n.runs)] }

// at is the i-th number.
func (n *numbers) at(i uint64) uint64 {
	run := sort.Search(len(n.runs), func(k int) bool { return n.before[k+1] > i })
	return uint64(run)*listRun + uint64(n.runs[run][i-n.before[run]])
}

// list tries every candidate of a pool, and returns the numbers of those that pass, one list for each of some ranges of
// presses that do not overlap; just one if the pool does not weigh. It also returns the most presses of any that pass
// otherwise.
func (g *Generator) list(ctx context.Context, p pool, levels []Range) (lists []numbers, most int, err error) {
	size := p.size().Uint64()
	weighs := p.wanted.weighs()
	var level []int
	if weighs {
		level = levelOf(levels)
		p.wanted.presses = &Range{0, len(level) - 1}
	}
	runs := (size + listRun - 1) / listRun
	heaviest := make([]int, runs)
	lists = make([]numbers, len(levels))
	for i := range lists {
		lists[i].runs = make([][]uint16, runs)
	}
	err = eachRun(ctx, size, g.options.Workers, func(ctx context.Context, from, to uint64) error {
		t, run, heavy := g.newTrial(), from/listRun, 0
		t.onlyWeight = !p.wanted.unique && p.wanted.stands == nil
		for n := from; n < to; n++ {
			if n%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			t.solved, t.weight = false, -1
			p.at(t, n)
			ok, err := p.wanted.passes(ctx, t)
			if err != nil {
				return err
			}
			heavy = max(heavy, t.weight)
			at := 0
			if ok && weighs {
				at = level[t.weight]
			}
			if ok && at >= 0 {
				l := &lists[at].runs[run]
				*l = append(*l, uint16(n-from))
			}
		}
		heaviest[run] = heavy
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	for i := range lists {
		lists[i].finish()
	}
	return lists, slices.Max(heaviest), nil
}

// levelOf maps numbers of presses to the range that has them, or to -1.
func levelOf(levels []Range) []int {
	level := []int{-1}
	for i, r := range levels {
		for len(level) <= r.High {
			level = append(level, -1)
		}
		for n := r.Low; n <= r.High; n++ {
			level[n] = i
		}
	}
	return level
}

// listRun is how many candidates a goroutine takes at a time.
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
