package main

import (
	"fmt"
	"sync"
	"time"
)

// boundsBar is one line on standard error that shows how a search for the fewest presses goes. It
// appears only on a terminal, and only if the search takes longer than a blink.
type boundsBar struct {
	con   *console
	begun time.Time

	mu    sync.Mutex
	shown bool
}

func (c *console) bounds() *boundsBar { return &boundsBar{con: c, begun: time.Now()} }

func (b *boundsBar) show(best, lower int) {
	const blink = 200 * time.Millisecond
	if !b.con.watched || time.Since(b.begun) < blink {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shown = true
	fmt.Fprintf(b.con.err, "\r\x1b[Kbest %d presses, at least %d, %s", best, lower, time.Since(b.begun).Round(time.Second))
}

func (b *boundsBar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shown {
		fmt.Fprint(b.con.err, "\r\x1b[K")
	}
}
