package stdio

import (
	"fmt"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress goes to standard error, and only if that is a terminal: as a StatusLine where nobody knows
// how much work is left, and as a WorkBar where it is known.

// StatusLine is one line in words, most often two bounds that approach each other. It appears only if
// the work takes a noticeable time.
type StatusLine struct {
	con   *Console
	form  string // says what the two numbers are
	begun time.Time

	mu    sync.Mutex
	shown bool
}

// Status begins a line; form has a place for each of the two numbers.
func (c *Console) Status(form string) *StatusLine {
	return &StatusLine{con: c, form: form, begun: time.Now()}
}

// Show shows the two numbers.
func (l *StatusLine) Show(a, b int) { l.Say(fmt.Sprintf(l.form, a, b)) }

// Stage shows what is being done, between two changes of the bounds.
func (l *StatusLine) Stage(what string, done, all int) {
	l.Say(fmt.Sprintf("%s: %d of %d", what, done, all))
}

// Say shows a line in words.
func (l *StatusLine) Say(words string) {
	const noticeable = 200 * time.Millisecond
	if !l.con.Watched || time.Since(l.begun) < noticeable {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shown = true
	fmt.Fprintf(l.con.Err, "\r\x1b[K%s, %s", words, time.Since(l.begun).Round(time.Second))
}

// Clear takes the line away, if there is one.
func (l *StatusLine) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.con.Err, "\r\x1b[K")
	}
}

// WorkBar shows how much of the work is done. It is for one goroutine at a time.
type WorkBar struct {
	// Tell, if not nil, gets a line each ten seconds where nobody watches a terminal.
	Tell func(line string)

	con  *Console
	told time.Time // when Tell was called last, or the work began
	unit string    // what is counted
	what string    // what is done with them
	bar  *progressbar.ProgressBar
}

// WorkBar begins a bar; unit is what is counted.
func (c *Console) WorkBar(unit string) *WorkBar {
	return &WorkBar{con: c, unit: unit, told: time.Now()}
}

// Show draws the bar; a new task is a new bar.
func (b *WorkBar) Show(what string, done, all int) {
	if !b.con.Watched {
		const often = 10 * time.Second
		if b.Tell != nil && time.Since(b.told) > often {
			b.told = time.Now()
			b.Tell(fmt.Sprintf("%s: %d of %d %s", what, done, all, b.unit))
		}
		return
	}
	if b.bar == nil || what != b.what {
		b.Clear()
		b.what = what
		b.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(b.con.Err),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(b.unit),
			progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionSetWidth(20),
			progressbar.OptionClearOnFinish())
	}
	_ = b.bar.Set(done)
}

// Clear takes the bar away, if there is one.
func (b *WorkBar) Clear() {
	if b.bar != nil {
		_ = b.bar.Exit()
		_ = b.bar.Clear()
		b.bar = nil
	}
}
