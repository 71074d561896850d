package covering

import (
	"context"
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// peakCounts counts words by their peak: entry w is for the peak active − 2w, where w switches are
// pressed. While words are added, entry w counts all peaks up to that.
type peakCounts struct {
	some []*big.Int
	all  []*big.Int // words on the others that, from this peak on, combine with every word on the last coset
}

func newPeakCounts(active int) *peakCounts {
	zeros := func() []*big.Int {
		list := make([]*big.Int, active+1)
		for w := range list {
			list[w] = new(big.Int)
		}
		return list
	}
	return &peakCounts{zeros(), zeros()}
}

func (p *peakCounts) add(q *peakCounts) {
	for w := range p.some {
		p.some[w].Add(p.some[w], q.some[w])
		p.all[w].Add(p.all[w], q.all[w])
	}
}

// single turns the cumulative counts into those of each peak alone.
func (p *peakCounts) single(lastSwitches int) []*big.Int {
	upTo := p.some
	var all, term big.Int
	for w := len(upTo) - 1; w >= 0; w-- {
		all.Add(&all, p.all[w])
		upTo[w].Add(upTo[w], term.Lsh(&all, uint(lastSwitches)))
	}
	for w := range upTo[:len(upTo)-1] {
		upTo[w].Sub(upTo[w], upTo[w+1])
	}
	return upTo
}

// byPeak counts all words on the regions by how many switches are pressed at their peak, on all
// cores. progress is called with how many of the maxima are done.
func (c *counting) byPeak(ctx context.Context, others *tally, progress func(done, all int)) ([]*big.Int, error) {
	if work := c.peakWork(len(others.at)); work > maxCountingWork {
		return nil, tooManySteps(len(c.others)+c.last.regions(), work)
	}
	boxes, err := newBoxes(ctx, c.last)
	if err != nil {
		return nil, err
	}
	list := make([]maxima, 0, len(others.at))
	for m := range others.at {
		list = append(list, m)
	}
	whole := newPeakCounts(c.active)
	var mu sync.Mutex
	var next, done atomic.Int64
	const batch = 256
	tasks, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		tasks.Go(func() error {
			mine := newPeakCounts(c.active)
			for from := int(next.Add(batch)) - batch; from < len(list); from = int(next.Add(batch)) - batch {
				some := list[from:min(from+batch, len(list))]
				for _, m := range some {
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					c.weigh(mine, boxes, m, others.count(m))
				}
				progress(int(done.Add(int64(len(some)))), len(list))
			}
			mu.Lock()
			defer mu.Unlock()
			whole.add(mine)
			return nil
		})
	}
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	return whole.single(c.last.switches()), nil
}

// peakWork estimates the time of byPeak in nanoseconds. The number of maxima is known only once they are
// tallied; usually there are far fewer than vectors. Each of them takes, for each peak that is possible
// with the last coset, a sum over the corners of a box and a product.
func (c *counting) peakWork(maxima int) float64 {
	const call = 64
	m := c.last.switches()
	sum := words(m+1) << len(c.last.sizes)
	product := words(m+1) * words(c.active-m+1)
	return float64(maxima) * float64(m+1) * float64(call+sum+product)
}

// weigh adds the words whose part on the other regions has the given maxima; there are count such parts.
func (c *counting) weigh(counts *peakCounts, b *boxes, m maxima, count number) {
	var words, inside, product big.Int
	words.SetBits(count)
	sum := make(number, b.words)
	least, most := m.peaks(b.kinds, b.switches)
	for r := least; r < most; r += 2 {
		var low, high [maxKinds]int
		for k := range b.kinds {
			low[k], high[k] = int(m[b.kinds+k])-r, r-int(m[k])
		}
		b.count(sum, &low, &high)
		inside.SetBits(sum)
		w := (c.active - r) / 2
		counts.some[w].Add(counts.some[w], product.Mul(&words, &inside))
	}
	w := (c.active - most) / 2
	counts.all[w].Add(counts.all[w], &words)
}

// peaks bounds the peaks: the boxes of peaks below least are empty, those from most on hold everything.
func (m *maxima) peaks(kinds, switches int) (least, most int) {
	least, most = none, none
	for k := range kinds {
		plus, minus := int(m[k]), int(m[kinds+k])
		least = max(least, plus-switches, minus-switches, (plus+minus)/2)
		most = max(most, plus+switches, minus+switches)
	}
	return least + (most-least)&1, most
}
