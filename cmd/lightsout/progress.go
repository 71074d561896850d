package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress goes to standard error, and only if that is a terminal: as a statusLine where nobody knows
// how much work is left, and as a workBar where it is known.

// statusLine is one line in words, most often two bounds that approach each other. It appears only if
// the work takes a noticeable time.
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

// stage shows what is being done, between two changes of the bounds.
func (l *statusLine) stage(what string, done, all int) {
	l.say(fmt.Sprintf("%s: %d of %d", what, done, all))
}

// say shows a line in words.
func (l *statusLine) say(words string) {
	const noticeable = 200 * time.Millisecond
	if !l.con.watched || time.Since(l.begun) < noticeable {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = true
	fmt.Fprintf(l.con.err, "\r\x1b[K%s, %s", words, time.Since(l.begun).Round(time.Second))
}

// clear takes the line away, if there is one.
func (l *statusLine) clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.con.err, "\r\x1b[K")
	}
}

// workBar shows how much of the work is done. It is for one goroutine at a time.
type workBar struct {
	con  *console
	unit string // what is counted
	what string // what is done with them
	bar  *progressbar.ProgressBar
}

func (c *console) workBar(unit string) *workBar { return &workBar{con: c, unit: unit} }

// show draws the bar; a new task is a new bar.
func (b *workBar) show(what string, done, all int) {
	if !b.con.watched {
		return
	}
	if b.bar == nil || what != b.what {
		b.clear()
		b.what = what
		b.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(b.con.err), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(b.unit),
			progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionSetWidth(20), progressbar.OptionClearOnFinish())
	}
	_ = b.bar.Set(done)
}

func (b *workBar) clear() {
	if b.bar != nil {
		_ = b.bar.Exit()
		_ = b.bar.Clear()
		b.bar = nil
	}
}
