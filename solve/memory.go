package solve

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"
)

// errMemory says that a search was stopped because the program's heap passed MaxMemory.
var errMemory = errors.New("memory limit reached")

// withMemoryLimit ends the context, with a cause that wraps errMemory, once the heap has grown past
// limit bytes; 0 is no limit. The caller releases it when done.
func withMemoryLimit(ctx context.Context, limit int64) (context.Context, func()) {
	if limit <= 0 {
		return ctx, func() {}
	}
	const every = 20 * time.Millisecond // a solver allocates well under 100 MB in that time
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(every)
		defer tick.Stop()
		heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if metrics.Read(heap); int64(heap[0].Value.Uint64()) > limit {
					cancel(fmt.Errorf("%w: more than %d MiB in use", errMemory, limit>>20))
				}
			}
		}
	}()
	return ctx, func() {
		cancel(context.Canceled)
		<-done
	}
}
