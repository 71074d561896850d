package play

import (
	"cmp"
	"runtime"
	"time"
)

// Limits bound the cost of one call. A zero field takes its default.
type Limits struct {
	// Time is how long a call may compute. A search for the fewest presses returns the best answer
	// found by then.
	Time time.Duration // 5 s
	// Lights is the most lights, and the most switches, that a board may have; Flips the most lights
	// that all its switches together may flip.
	Lights int // 10,000
	Flips  int // 2^18
	// Body is the longest request, in bytes.
	Body int // 1 MiB
	// Memory is the most that one search may use, in bytes.
	Memory int64 // 256 MiB
	// Concurrent is how many calls compute at the same time, and Waiting how many more may wait. Any
	// further call gets the error "busy". Both count twice: for calls that are certain to be short, and
	// for all others, which therefore never delay a short one.
	Concurrent int // twice the cores
	Waiting    int // 512
	// PerClient is how many calls of one HTTP client compute at the same time; half of those that wait
	// may be its calls. Waiting clients take turns.
	PerClient int // half of Concurrent
}

func (l Limits) withDefaults() Limits {
	l.Time = cmp.Or(l.Time, 5*time.Second)
	l.Lights = cmp.Or(l.Lights, 10_000)
	l.Flips = cmp.Or(l.Flips, 1<<18)
	l.Body = cmp.Or(l.Body, 1<<20)
	l.Memory = cmp.Or(l.Memory, 256<<20)
	l.Concurrent = cmp.Or(l.Concurrent, 2*runtime.GOMAXPROCS(0))
	l.Waiting = cmp.Or(l.Waiting, 512)
	l.PerClient = cmp.Or(l.PerClient, max(1, l.Concurrent/2))
	return l
}

// What makes a call light (cost.go), and then what the page holds.
const (
	// lightBody is the longest request that is looked at; most are a hundred bytes.
	lightBody = 8 << 10
	// lightCells is the most lights, and the most switches, for methods whose cost grows with the board. All
	// switches together flip at most 16 times as many lights.
	lightCells = 256
	// lightNullity is the most quiet patterns for a search: it visits 2^14 answers at most, or 2^8 in each
	// of the searches that make a new puzzle.
	lightNullity, lightNewNullity = 14, 8

	// What the page itself holds.
	mostDrawn      = 400     // nodes of a drawing
	mostStatistics = 4 << 20 // bytes of a file of statistics
)

// Site is what the file site.json tells the page: where links that it shares lead, "" if to where it is, and the limits
// that it must know.
func (a *API) Site() map[string]any {
	return map[string]any{"public_url": a.PublicURL,
		"limits": map[string]int{"file": a.limits.Body, "nodes": mostDrawn, "statistics": mostStatistics}}
}
