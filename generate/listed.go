package generate

import (
	"context"
	"math/big"
	"math/bits"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/gf2"
)

// listed draws from candidates of which each is known to pass or not. One number below their count,
// evenly drawn (Lemire's method), picks one of those that pass: one draw, one puzzle. Puzzles may
// repeat, and every puzzle of the source is within reach.
type listed struct {
	from    source
	passing *selection // of the source's numbers
	seed    uint64
}

func (l *listed) find(_ context.Context, t *trial, index, _ uint64) error {
	t.weight = -1
	t.random = newStream(l.seed, drawing, index, 0)
	l.from.at(t, rank{0, l.passing.at(t.random.below(l.passing.count))})
	return nil
}

func (l *listed) reach() (*big.Int, bool) { return nil, false }
func (l *listed) even() bool              { return l.from.even() }

// shuffled is listed for distinct puzzles: a permutation of those that pass, so that each comes once.
type shuffled struct {
	listed
	order permutation
}

// newShuffled is for at least one candidate that passes. The salt tells its permutation from those of
// other levels.
func newShuffled(l listed, salt uint64) *shuffled {
	return &shuffled{l, newPermutation(rank{0, l.passing.count}, l.seed, salt)}
}

func (s *shuffled) find(_ context.Context, t *trial, index, number uint64) error {
	if number >= s.passing.count {
		return outOfReach(index, new(big.Int).SetUint64(s.passing.count))
	}
	t.weight = -1
	s.from.at(t, rank{0, s.passing.at(s.order.at(rank{0, number}).lo)})
	return nil
}

func (s *shuffled) reach() (*big.Int, bool) {
	return new(big.Int).SetUint64(s.passing.count), s.from.even()
}

func outOfReach(index uint64, limit *big.Int) error {
	return refusef("there is no puzzle %d: only %v distinct ones are within reach", index, limit)
}

// tryAll puts every candidate of a pool to its filter.
func (g *Generator) tryAll(ctx context.Context, p pool) (*selection, error) {
	size := p.size().Uint64()
	passing := newSelection(int(size))
	err := eachRun(ctx, size, g.options.Workers, func(ctx context.Context, from, to uint64) error {
		t := g.newTrial()
		for u := from; u < to; u++ {
			t.weight = -1
			p.at(t, rank{0, u})
			ok, err := p.filter.passes(ctx, t)
			if err != nil {
				return err
			}
			if ok {
				passing.bits.Set(int(u), true)
			}
			if u%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	passing.finish()
	return passing, nil
}

// listRun is how many candidates a goroutine takes at a time: a multiple of 64, so that no two write to
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

// A board whose states are few is listed state by state, once for all levels: up to 2^maxListed states,
// and 2^maxListWork states times answers or symmetries. 5x5 has 2^23 states of 4 answers each.
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
		work = max(work, space.dim()+bits.Len(uint(f.alike.count()))-4) // most states fail early
	}
	return space.dim() <= maxListed && work <= maxListWork
}

// listStates puts every state of the code to the filter and files those that pass: one selection for
// each of levels, which are ranges of presses that do not overlap; just one if the filter does not
// weigh. It also returns the most presses that any state of the code needs, if the filter weighs them.
func (g *Generator) listStates(ctx context.Context, f filter, levels []Range) ([]*selection, int, error) {
	numbers := 1 << g.space.dim()
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
	low := firstStates(g.space, listRun)
	var most atomic.Int64
	rest := f // what is left to ask
	rest.presses, rest.unique = nil, false
	err := eachRun(ctx, uint64(numbers), g.options.Workers, func(ctx context.Context, from, to uint64) error {
		t := g.newTrial()
		high := gf2.NewVec(g.space.lights)
		g.space.scatter(high, rank{0, from})
		highest := 0
		for u := from; u < to; u++ {
			t.state.Copy(high)
			t.state.Add(low[u-from])
			at := 0
			if weigh {
				if err := f.answers.weigh(ctx, t, stepsPerCandidate); err != nil {
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
				selections[at].bits.Set(int(u), true)
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

// firstStates are the first n states of the code, or all. The code is linear, so state u+v is the sum
// of states u and v if they share no bit: these and every n-th state make all others.
func firstStates(space *code, n int) []gf2.Vec {
	n = min(n, 1<<space.dim())
	states := make([]gf2.Vec, n)
	for u := range states {
		states[u] = gf2.NewVec(space.lights)
		space.scatter(states[u], rank{0, uint64(u)})
	}
	return states
}

// selection is a set of numbers that finds its n-th element fast: a bit for each number, how many
// are selected before each block of words, and for every so many selected ones the block to begin
// looking in.
type selection struct {
	bits   gf2.Vec
	before []uint32 // before block b of blockWords words; one more at the end
	hint   []uint32 // the block of selected number n·2^stride
	stride uint
	count  uint64
}

const blockWords = 8

func newSelection(numbers int) *selection { return &selection{bits: gf2.NewVec(numbers)} }

// finish counts. The bits must not change any more.
func (s *selection) finish() {
	for i, w := range s.bits.Words() {
		if i%blockWords == 0 {
			s.before = append(s.before, uint32(s.count))
		}
		s.count += uint64(bits.OnesCount64(w))
	}
	s.before = append(s.before, uint32(s.count))
	for s.count>>s.stride > uint64(len(s.before)) {
		s.stride++
	}
	block := uint32(0)
	for n := uint64(0); n < s.count; n += 1 << s.stride {
		for uint64(s.before[block+1]) <= n {
			block++
		}
		s.hint = append(s.hint, block)
	}
}

// at is the n-th selected number, n < count.
func (s *selection) at(n uint64) uint64 {
	block := int(s.hint[n>>s.stride])
	for uint64(s.before[block+1]) <= n {
		block++
	}
	n -= uint64(s.before[block])
	words := s.bits.Words()
	for i := block * blockWords; ; i++ {
		w := words[i]
		if here := uint64(bits.OnesCount64(w)); n >= here {
			n -= here
			continue
		}
		for ; n > 0; n-- {
			w &= w - 1
		}
		return uint64(64*i + bits.TrailingZeros64(w))
	}
}
