package batch

import "sync"

// backlog counts the bytes that are read or made and not yet done with, and makes others wait while
// there are too many. The piece that comes next in order never waits, so there is always progress.
type backlog struct {
	limit int

	mu       sync.Mutex
	changed  sync.Cond
	held     int    // bytes
	admitted uint64 // pieces
	next     uint64 // the piece to be done next
	stopped  bool
}

func newBacklog(limit int) *backlog {
	b := &backlog{limit: limit}
	b.changed.L = &b.mu
	return b
}

// admit waits until there is room for another piece, and counts its bytes.
func (b *backlog) admit(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.held >= b.limit && b.next != b.admitted && !b.stopped {
		b.changed.Wait()
	}
	b.held += bytes
	b.admitted++
}

// enter waits until the text of the piece of that number may be made.
func (b *backlog) enter(number uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.held >= b.limit && number != b.next && !b.stopped {
		b.changed.Wait()
	}
}

// add counts the bytes of a text.
func (b *backlog) add(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held += bytes
}

// finish takes off the bytes of the next piece, which is done.
func (b *backlog) finish(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held -= bytes
	b.next++
	b.changed.Broadcast()
}

// stop ends all waiting: the run is over.
func (b *backlog) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	b.changed.Broadcast()
}
