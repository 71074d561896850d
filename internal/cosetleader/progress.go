package cosetleader

import (
	"math"
	"sync"
)

// progress calls Options.Progress from a goroutine of its own, so that a slow listener does not
// delay the search, and skips values that have been overtaken. It adds up what is known of the parts
// of a problem. A nil progress does nothing.
type progress struct {
	parts []standing // only the search itself uses these
	total standing

	mu     sync.Mutex
	wake   *sync.Cond
	said   standing
	news   bool
	closed bool
	done   chan struct{}
}

// standing is the best weight and the lower bound at some moment.
type standing struct{ best, lower int }

func newProgress(listen func(best, lower int)) *progress {
	if listen == nil {
		return nil
	}
	t := &progress{done: make(chan struct{}), said: standing{math.MaxInt, 0}}
	t.wake = sync.NewCond(&t.mu)
	go func() {
		defer close(t.done)
		t.mu.Lock()
		defer t.mu.Unlock()
		for {
			for !t.news && !t.closed {
				t.wake.Wait()
			}
			if !t.news {
				return
			}
			now := t.said
			t.news = false
			t.mu.Unlock()
			listen(now.best, now.lower)
			t.mu.Lock()
		}
	}()
	return t
}

// begin starts a search of several parts, on top of what every word costs.
func (t *progress) begin(base int, parts []standing) {
	if t == nil {
		return
	}
	t.parts, t.total = parts, standing{base, base}
	for _, p := range parts {
		t.total.best += p.best
		t.total.lower += p.lower
	}
	t.say()
}

// part updates one part.
func (t *progress) part(i int, now standing) {
	if t == nil {
		return
	}
	t.total.best += now.best - t.parts[i].best
	t.total.lower += now.lower - t.parts[i].lower
	t.parts[i] = now
	t.say()
}

// say passes the total on where it improves on what an earlier search of the same problem said.
func (t *progress) say() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = standing{min(t.said.best, t.total.best), max(t.said.lower, t.total.lower)}
	t.news = true
	t.wake.Signal()
}

// close waits until the last call has returned.
func (t *progress) close() {
	if t == nil {
		return
	}
	t.mu.Lock()
	t.closed = true
	t.wake.Signal()
	t.mu.Unlock()
	<-t.done
}
