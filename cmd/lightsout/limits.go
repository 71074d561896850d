package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"lightsout/board"
	"lightsout/internal/reserve"
	"lightsout/solve"
)

// At a limit every verb says so in the same way: exit code 3, a sentence, and with --json an object
// that has board and stopped, the sentence, beside whatever is known by then. Objects without stopped
// have all that was asked for.

// stoppedJSON is that object where nothing else is known.
type stoppedJSON struct {
	ID       json.RawMessage `json:"id,omitempty"`
	Board    string          `json:"board,omitempty"`
	Lights   int             `json:"lights,omitempty"`
	Switches int             `json:"switches,omitempty"`
	Stopped  string          `json:"stopped"`
	Seconds  float64         `json:"seconds"`
	Origin   string          `json:"origin,omitempty"`
}

// concerns notes what the verb works on from now on, for the object that is written if a limit is reached.
func (c *console) concerns(b *board.Board, origin string) {
	c.about = subject{board: b, origin: origin, began: time.Now()}
}

// stopped writes the object for an error at a limit, if the result is JSON.
func (c *console) stopped(w io.Writer, err error) error {
	if !c.json {
		return nil
	}
	about := c.about
	j := stoppedJSON{ID: about.id, Stopped: solve.Why(err), Seconds: time.Since(about.began).Seconds(),
		Origin: about.origin}
	if b := about.board; b != nil {
		j.Board, j.Lights, j.Switches = b.Spec(), b.Lights(), b.Switches()
	}
	return writeJSON(w, j)
}

// tell writes a finding: as JSON, or in words.
func (c *console) tell(record any, words func()) error {
	if c.json {
		return writeJSON(c.Out, record)
	}
	words()
	return nil
}

// whyUnproved is why a proof is missing.
func whyUnproved(err error) string {
	if err == nil {
		return "the proof would take too long"
	}
	return solve.Why(err)
}

// atLimit reports whether a question failed because the context's time limit was reached.
func atLimit(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && errors.Is(cause(ctx), context.DeadlineExceeded)
}

// timeLimit is a deadline that says whose it was.
type timeLimit struct{ words string }

func (e *timeLimit) Error() string { return e.words }

func (e *timeLimit) Unwrap() error { return context.DeadlineExceeded }

// withTimeout is the context within --timeout; 0 is no limit.
func withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout == 0 {
		return ctx, func() {}
	}
	return withLimit(ctx, timeout, fmt.Sprintf("--timeout %v was reached", timeout))
}

// endAfter ends the verb as an interrupt does, whatever it is doing, so long after --timeout, if there is one.
func (c *console) endAfter(timeout, more time.Duration) {
	if timeout > 0 {
		limit := &timeLimit{fmt.Sprintf("--timeout %v was reached", timeout)}
		time.AfterFunc(timeout+more, func() {
			select {
			case c.memory.Reached <- limit:
			default: // it ends for want of memory
			}
		})
	}
}

// lateTime is how long the best so far may take to be made and written.
const lateTime = 10 * time.Second

// endLate ends a verb at last that does not end by itself at --timeout: where the limit is on all that the verb does.
func (c *call) endLate() {
	what := cmp.Or(c.question.limits, c.verb.limits)
	one := len(c.args) == 0 && slices.Contains([]string{"each puzzle", "each board"}, what)
	if one || slices.Contains([]string{"the command", "the whole batch", "all certificates"}, what) {
		c.con.endAfter(c.lapse("timeout"), lateTime)
	}
}

// withLimit is the context within a time limit; words are what is reported once it is reached.
func withLimit(ctx context.Context, limit time.Duration, words string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &timeLimit{words})
}

// bestSoFar is the form of searches for the fewest of something.
const bestSoFar = "best %d, at least %d"

// fewest finds the fewest presses within --timeout, or the best until then.
func (c *console) fewest(ctx context.Context, p *board.Puzzle, timeout time.Duration) (*solve.Result, error) {
	limited, cancel := withTimeout(ctx, timeout)
	defer cancel()
	bar := c.Status(bestSoFar)
	defer bar.Clear()
	res, err := solve.Solver{Progress: bar.Show}.Minimum(limited, p)
	if err != nil && ctx.Err() != nil {
		return nil, cause(ctx)
	}
	return res, err // after an interrupt the best so far
}

// No verb takes more memory than there is. While one runs, a guard looks at what the program holds, and ends
// it at a limit as --timeout does at its own: exit code 3, whole records only, unfinished files removed. The
// limit is --max-memory, or else most of what the machine has left.

// programMemory is what the program itself takes, beside what it works on.
const programMemory = 64 << 20

// guard begins to watch, with the limit that the flags of the verb give.
func (c *call) guard(g *reserve.Guard) {
	limit, words := reserve.Machine(), "the memory of this machine is nearly used up"
	if c.given("max-memory") && c.verb.memory == "" {
		given := c.size("max-memory")
		limit, words = given+min(programMemory, math.MaxInt64-given),
			fmt.Sprintf("--max-memory %s was reached", sizeText(given))
		if given == 0 {
			return
		}
	}
	if limit > 0 {
		g.Watch(limit, &timeLimit{words})
	}
}

// sizeText is a number of bytes as people write it.
func sizeText(n int64) string {
	if n == 0 {
		return "0"
	}
	return strings.Replace(humanize.IBytes(uint64(n)), " ", "", 1)
}

// leastSize is the least number of bytes that may stand without a unit; less is a number whose unit was forgotten.
const leastSize = 1_000_000

// parseSize reads a number of bytes: 500MB, 2GiB, 1000000; 0 is no limit.
func parseSize(text string) (uint64, error) {
	n, err := humanize.ParseBytes(text)
	switch {
	case err != nil || n > math.MaxInt64:
		return 0, errors.New("not a number of bytes, such as 500MB or 2GiB")
	case 0 < n && n < leastSize && strings.Trim(text, "0123456789") == "":
		return 0, errors.New("a size has a unit, as 500MB or 2GiB")
	}
	return n, nil
}

// parseWhole reads a number from 0 to most.
func parseWhole(text string, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case n > most || errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("use at most %d", most)
	case err != nil:
		return 0, errors.New("use a whole number, 0 or more")
	}
	return n, nil
}
