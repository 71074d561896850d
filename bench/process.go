package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// limits bound one child and every process it starts.
type limits struct {
	cpu    time.Duration // of all of them; 0 is no limit
	memory int64         // resident bytes of all of them; 0 is no limit
	output int64         // bytes of a file that one of them writes; 0 is no limit
}

// wallFactor times the CPU limit is the wall-clock limit of a child. It is generous, because a child
// that waits for the processor is not slow.
const wallFactor = 30

// maxOutput is how much a child may print or write: an answer with some millions of presses.
const maxOutput = 256 << 20

// idleLimit is how long a child may do nothing at all, not even wait for the processor or a disk,
// before it is said to hang.
func idleLimit(cpu time.Duration) time.Duration { return max(cpu, time.Second) }

// end is why a child ended.
type end int

const (
	byItself end = iota
	byTime
	byMemory
	byHanging
	byInterrupt
)

// usage is how a child ended and what it consumed.
type usage struct {
	end       end
	exit      int    // -1 if a signal ended it
	signal    string // the signal, as in "signal: killed"
	cpu, wall time.Duration
	peak      int64 // 0 if the child ended too soon to sample
	leftovers int   // processes that were still running after the child had ended
	tooMuch   bool  // it wrote more than it may
	err       error // it could not be started
}

// failure describes how a child failed: its exit code or signal, and its last line of standard error.
func (u usage) failure(complaints []byte) string {
	how := u.signal
	if how == "" {
		how = fmt.Sprintf("exit %d", u.exit)
	}
	return strings.TrimSuffix(how+": "+lastWords(complaints), ": ")
}

// grace is how long processes may outlive the child that started them. In a pipeline, for one, the
// others end a moment after it.
const grace = 200 * time.Millisecond

// longGrace is the same on a machine so busy that they do not get to it.
const longGrace = 30 * time.Second

// run runs a command within limits, in its own process group. The group and every descendant that left
// it are killed when they exceed a limit together or the context ends, and when the child ends.
func run(ctx context.Context, cmd *exec.Cmd, lim limits) usage {
	if ctx.Err() != nil {
		return usage{end: byInterrupt, exit: -1}
	}
	mark := alone(cmd)
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return usage{err: err, exit: -1}
	}
	crowd := gather(cmd.Process, mark, lim.output)
	defer crowd.release()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	var u usage
	var polled time.Duration
	active := begun
	for waiting := true; waiting; {
		// Sampling costs time, so a long-running child is sampled less often.
		pause := min(max(time.Since(begun)/8, 2*time.Millisecond), 500*time.Millisecond)
		select {
		case <-done:
			waiting = false
		case <-ctx.Done():
			u.end = byInterrupt
			crowd.kill()
			<-done
			waiting = false
		case <-time.After(pause):
			u.peak = max(u.peak, crowd.highWater()) // first, since a short child may end at any moment
			now := crowd.sample()
			if now.busy || now.cpu > polled {
				active = time.Now()
			}
			polled, u.peak = max(polled, now.cpu), max(u.peak, now.memory)
			switch {
			case u.end != byItself: // killed already
			case lim.memory > 0 && now.memory > lim.memory:
				u.end = byMemory
			case lim.cpu > 0 && (now.cpu > lim.cpu || time.Since(begun) > wallFactor*lim.cpu):
				u.end = byTime
			case lim.cpu > 0 && now.living > 0 && time.Since(active) > idleLimit(lim.cpu):
				u.end = byHanging
			}
			if u.end != byItself {
				crowd.kill()
			}
		}
	}
	u.wall = time.Since(begun)
	u.leftovers = crowd.disperse(u.end == byItself)
	if u.exit = cmd.ProcessState.ExitCode(); u.exit < 0 {
		u.signal = cmd.ProcessState.String()
	}
	u.tooMuch = crowd.wroteTooMuch(cmd.ProcessState)
	u.cpu = max(polled, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	u.peak = max(u.peak, peakOf(cmd.ProcessState))
	if u.end == byItself && lim.cpu > 0 && u.cpu > lim.cpu {
		u.end = byTime // between two samples
	}
	if u.end == byItself && lim.memory > 0 && u.peak > lim.memory {
		u.end = byMemory
	}
	return u
}

// state is what the processes of a child do at one moment.
type state struct {
	living int
	busy   bool // one of them runs, or waits for the processor or a disk
	cpu    time.Duration
	memory int64
}

// disperse ends what is left of a child's processes, and counts how many did not end by themselves
// within the grace, if they have any. A process that waits for the processor has not used it up yet.
func (c *crowd) disperse(patient bool) int {
	begun := time.Now()
	first := c.strays()
	left := first
	waits := func() bool { return left.busy && left.cpu-first.cpu < grace && time.Since(begun) < longGrace }
	for patient && left.living > 0 && (time.Since(begun) < grace || waits()) {
		time.Sleep(5 * time.Millisecond)
		left = c.strays()
	}
	for begun = time.Now(); c.strays().living > 0 && time.Since(begun) < longGrace; { // a killed process may take a moment
		c.kill()
		time.Sleep(time.Millisecond)
	}
	return left.living
}

// outputFile creates a file for what a child prints.
func outputFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
}
