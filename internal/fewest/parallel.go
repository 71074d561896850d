package fewest

import (
	"context"
	"sync"
	"sync/atomic"
)

// inParallel does the jobs 0 to n−1, each taken in turn by the next worker that is free, until the context ends. do is
// told the worker's number.
func inParallel(ctx context.Context, workers, n int, do func(worker, job int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for w := range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(w, i)
			}
		})
	}
	group.Wait()
}
