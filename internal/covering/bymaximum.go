package covering

import (
	"context"
	"maps"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// maximumCounts counts words by the maximum of their transform: entry w is for the maximum active − 2w,
// which means that w presses are the fewest.
type maximumCounts []*big.Int

func newMaximumCounts(active int) maximumCounts {
	list := make(maximumCounts, active+1)
	for w := range list {
		list[w] = new(big.Int)
	}
	return list
}

// byMaximum counts all words on the regions by the fewest presses they need, on all
// cores. progress is called with how many of the maxima are done.
func (c *counting) byMaximum(ctx context.Context, others tally, progress func(done, all int)) ([]*big.Int, error) {
	boxes, err := newBoxes(ctx, c.last)
	if err != nil {
		return nil, err
	}
	list := slices.Collect(maps.Keys(others))
	whole := newMaximumCounts(c.active)
	var mu sync.Mutex
	var next, done atomic.Int64
	const batch = 256
	tasks, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		tasks.Go(func() error {
			mine := newMaximumCounts(c.active)
			for from := int(next.Add(batch)) - batch; from < len(list); from = int(next.Add(batch)) - batch {
				some := list[from:min(from+batch, len(list))]
				for _, m := range some {
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					c.addWords(mine, boxes, m, others[m])
				}
				progress(int(done.Add(int64(len(some)))), len(list))
			}
			mu.Lock()
			defer mu.Unlock()
			for w, n := range mine {
				whole[w].Add(whole[w], n)
			}
			return nil
		})
	}
	return whole, tasks.Wait()
}

// boxWork estimates the time of byMaximum in nanoseconds. The number of maxima is known only once they are
// tallied; usually there are far fewer than vectors. Each of them takes, for each maximum that is possible
// with the last coset, a sum over the vertices of a box and a product.
func (c *counting) boxWork(maxima int) float64 {
	const call = 64
	m := c.last.switches()
	sum := words(m+1) << len(c.last.sizes)
	product := words(m+1) * words(c.active-m+1)
	return float64(maxima) * float64(m+1) * float64(call+sum+product)
}

// addWords adds the words whose part on the other regions has the given maxima; there are count such parts.
func (c *counting) addWords(counts maximumCounts, b *boxes, m maxima, count *big.Int) {
	var inside, below, product big.Int // words of the last coset that make no larger a maximum, or a smaller one
	sum := make(number, b.words)
	least, most := m.possible(b.kinds, b.switches)
	for r := least; r <= most; r += 2 {
		var low, high [maxKinds]int
		for k := range b.kinds {
			low[k], high[k] = int(m[b.kinds+k])-r, r-int(m[k])
		}
		b.count(sum, &low, &high)
		inside.SetBits(sum)
		w := (c.active - r) / 2
		counts[w].Add(counts[w], product.Mul(count, product.Sub(&inside, &below)))
		below.Set(&inside)
	}
}

// possible bounds the maximum of the whole: the boxes of those below least are empty, that of most holds everything.
func (m *maxima) possible(kinds, switches int) (least, most int) {
	least, most = none, none
	for k := range kinds {
		plus, minus := int(m[k]), int(m[kinds+k])
		least = max(least, plus-switches, minus-switches, (plus+minus)/2)
		most = max(most, plus+switches, minus+switches)
	}
	return least + (most-least)&1, most
}
