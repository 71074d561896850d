package coset

import "sync"

// teller passes progress on from a goroutine of its own, so that a slow listener delays no search;
// it skips what has been overtaken.
type teller struct {
	mu     sync.Mutex
	wake   *sync.Cond
	best   int
	lower  int
	news   bool
	closed bool
	done   chan struct{}
}

func newTeller(listen func(best, lower int)) *teller {
	if listen == nil {
		return nil
	}
	t := &teller{done: make(chan struct{})}
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
			best, lower := t.best, t.lower
			t.news = false
			t.mu.Unlock()
			listen(best, lower)
			t.mu.Lock()
		}
	}()
	return t
}

func (t *teller) say(best, lower int) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.best, t.lower, t.news = best, lower, true
	t.wake.Signal()
}

// close waits until the last news has been heard.
func (t *teller) close() {
	if t == nil {
		return
	}
	t.mu.Lock()
	t.closed = true
	t.wake.Signal()
	t.mu.Unlock()
	<-t.done
}
