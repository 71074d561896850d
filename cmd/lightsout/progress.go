package main

import (
	"fmt"
	"sync"
	"time"
)

// statusLine is one line on standard error that shows, most often, how two bounds draw together. It
// appears only on a terminal, and only if the search takes longer than a blink.
type statusLine struct {
	con   *console
	form  string // says what the two numbers are
	begun time.Time

	mu    sync.Mutex
	shown bool
}

// bestSoFar is the form of searches for the fewest of something.
const bestSoFar = "best %d, at least %d"

// status begins a line; form has a place for each of the two numbers.
func (c *console) status(form string) *statusLine {
	return &statusLine{con: c, form: form, begun: time.Now()}
}

func (l *statusLine) show(a, b int) { l.say(fmt.Sprintf(l.form, a, b)) }

// say shows a line in words.
func (l *statusLine) say(words string) {
	const blink = 200 * time.Millisecond
	if !l.con.watched || time.Since(l.begun) < blink {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = true
	fmt.Fprintf(l.con.err, "\r\x1b[K%s, %s", words, time.Since(l.begun).Round(time.Second))
}

func (l *statusLine) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.con.err, "\r\x1b[K")
	}
}
