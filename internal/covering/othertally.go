package covering

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// maxima are the largest values over the quiet patterns of each kind: M₊(0), M₊(1), …, M₋(0), M₋(1),
// …, or none where there is no such pattern.
type maxima [2 * maxKinds]int16

// none is less than twice any value.
const none = -2*maxBinomialSwitches - 1

// tally counts the words on the other regions by their maxima.
type tally map[maxima]*big.Int

func (t tally) add(m maxima, count *big.Int) {
	if n := t[m]; n != nil {
		n.Add(n, count)
	} else {
		t[m] = new(big.Int).Set(count)
	}
}

// maxTally bounds the number of different maxima: about 500 MB.
const maxTally = 1 << 22

var errTally = errors.New("covering: too many different maxima")

// tallyOthers enumerates the excesses of the other regions, on all cores. It is nil if there are more than maxTally
// different maxima.
func (c *counting) tallyOthers(ctx context.Context, progress func(done, all int)) (tally, error) {
	whole := tally{}
	var mu sync.Mutex
	// Workers call merge when their own tally, which fits the cache, is full. The bound is on the whole
	// tally, so it does not depend on the number of workers.
	merge := func(t tally) error {
		mu.Lock()
		defer mu.Unlock()
		for m, count := range t {
			whole.add(m, count)
		}
		clear(t)
		if len(whole) > maxTally {
			return errTally
		}
		return nil
	}
	// Each job is a choice of excesses for the first regions.
	first, jobs := 0, 1
	for first < len(c.others) && jobs < 1<<10 {
		jobs *= c.others[first].values()
		first++
	}
	var next, done atomic.Int64
	tasks, ctx := errgroup.WithContext(ctx)
	for range min(jobs, runtime.GOMAXPROCS(0)) {
		tasks.Go(func() error {
			w := newTallyWorker(ctx, c, merge)
			for job := int(next.Add(1)) - 1; job < jobs; job = int(next.Add(1)) - 1 {
				rest := job
				for i, o := range c.others[:first] {
					w.choose(i, o.lowest()+2*(rest%o.values()))
					rest /= o.values()
				}
				if err := w.enumerate(first); err != nil {
					return err
				}
				if err := w.pause(); err != nil { // a job may be a single vector
					return err
				}
				progress(int(done.Add(1)), jobs)
			}
			return merge(w.tally)
		})
	}
	switch err := tasks.Wait(); {
	case errors.Is(err, errTally):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return whole, nil
}

// tallyWorker enumerates excesses.
type tallyWorker struct {
	*counting
	ctx   context.Context
	tally tally
	full  func(tally) error // called when the tally is full, to empty it

	weights [][]*big.Int // binomials of the others' sizes
	signs   [][]int16    // of the others' columns
	// values[i] is v with the excesses of the first i others: for each way to press the remaining
	// regions, the largest value over the patterns that press them so.
	values [][]int16
	counts []*big.Int // counts[i] is the number of words on the first i others with these excesses
}

func newTallyWorker(ctx context.Context, c *counting, full func(tally) error) *tallyWorker {
	w := &tallyWorker{counting: c, ctx: ctx, tally: tally{}, full: full}
	for _, o := range c.others {
		w.weights = append(w.weights, binomials(o.size))
		signs := make([]int16, 1<<o.dim)
		for p := range signs {
			signs[p] = int16(sign(o.column, uint64(p)))
		}
		w.signs = append(w.signs, signs)
		w.values = append(w.values, make([]int16, 1<<o.dim))
		w.counts = append(w.counts, new(big.Int))
	}
	w.values = append(w.values, make([]int16, 1<<len(c.last.generators())))
	w.counts = append(w.counts, new(big.Int))
	w.counts[0].SetInt64(1)
	return w
}

// choose gives region i an excess.
func (w *tallyWorker) choose(i, excess int) {
	o := &w.others[i]
	here, next, e := w.values[i], w.values[i+1], int16(excess)
	if half := len(next); half < len(here) {
		// The column is the highest bit, which no later column has.
		for p, v := range here[:half] {
			next[p] = max(v+e, here[half+p]-e)
		}
	} else {
		signs := w.signs[i]
		for p, v := range here {
			next[p] = v + e*signs[p]
		}
	}
	count := w.counts[i+1].Mul(w.counts[i], w.weights[i][(o.size-excess)/2])
	if o.oneSign && excess > 0 {
		count.Lsh(count, 1)
	}
}

// enumerate tries all excesses of the regions from i on.
func (w *tallyWorker) enumerate(i int) error {
	if i == len(w.others) {
		w.tally.add(w.standard(w.values[i]), w.counts[i])
		return nil
	}
	o := &w.others[i]
	for e := o.lowest(); e <= o.size; e += 2 {
		w.choose(i, e)
		if err := w.enumerate(i + 1); err != nil {
			return err
		}
	}
	return w.pause()
}

// pause empties a full tally, and reports the end of the context.
func (w *tallyWorker) pause() error {
	const cached = 1 << 14
	if len(w.tally) >= cached {
		if err := w.full(w.tally); err != nil {
			return err
		}
	}
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return nil
}

// standard is a standard form of maxima with equal counts for every maximum of the whole. Adding a quiet pattern
// permutes them, which brings the largest to the front, and kinds may be permuted if that permutes
// regions of the same size. On 14×14 that leaves 133,095 of 2,723,734 maxima; counting their boxes takes
// a fifth of the time instead of nine tenths.
func (c *counting) standard(values []int16) (m maxima) {
	top := 0
	for p, v := range values {
		if v > values[top] {
			top = p
		}
	}
	for p := range m {
		if p < len(values) {
			m[p] = values[p^top]
		} else {
			m[p] = none
		}
	}
	if c.alike {
		m.order(1, 2)
		m.order(2, 3)
		m.order(1, 2)
	}
	return m
}

// order swaps two of four kinds unless the first has the larger maxima.
func (m *maxima) order(j, k int) {
	if m[j] < m[k] || m[j] == m[k] && m[maxKinds+j] < m[maxKinds+k] {
		m[j], m[k] = m[k], m[j]
		m[maxKinds+j], m[maxKinds+k] = m[maxKinds+k], m[maxKinds+j]
	}
}
