package generate

import "sync"

// backlog counts the bytes that are made and not yet written, and lets makers wait while there are
// too many. The share that the writer waits for never waits, so that things always move on.
type backlog struct {
	limit int

	mu      sync.Mutex
	changed sync.Cond
	held    int    // bytes
	next    uint64 // the share that is to be written next
	stopped bool
}

func newBacklog(limit int) *backlog {
	b := &backlog{limit: limit}
	b.changed.L = &b.mu
	return b
}

// enter waits until the share of that number may be made.
func (b *backlog) enter(number uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.held >= b.limit && number != b.next && !b.stopped {
		b.changed.Wait()
	}
}

// add says that a share has been made.
func (b *backlog) add(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held += bytes
}

// written says that the next share has been written.
func (b *backlog) written(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held -= bytes
	b.next++
	b.changed.Broadcast()
}

// stop lets everybody go on, to find that the batch has ended.
func (b *backlog) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	b.changed.Broadcast()
}
