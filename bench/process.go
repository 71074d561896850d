package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// limits bound one child and all that it starts.
type limits struct {
	cpu    time.Duration // of the whole group; 0 is no limit
	memory int64         // resident bytes of the whole group; 0 is no limit
}

// patience is how many times its CPU limit a child may take by the clock: a child that waits for the
// processor is not slow, one that sleeps has to end some time.
const patience = 30

// end is why a child ended.
type end int

const (
	byItself end = iota
	byTime
	byMemory
	byInterrupt
)

// usage is what a child took.
type usage struct {
	end       end
	exit      int    // -1 if a signal ended it
	signal    string // then, what it was: "signal: killed"
	cpu, wall time.Duration
	peak      int64 // 0 if the child was too short to be looked at
	err       error // it could not be started
}

// failure says how a child ended that did not do what it was asked, and what it said last.
func (u usage) failure(complaints []byte) string {
	how := u.signal
	if how == "" {
		how = fmt.Sprintf("exit %d", u.exit)
	}
	return strings.TrimSuffix(how+": "+lastWords(complaints), ": ")
}

// run runs a command within limits, in a process group of its own. When a limit is passed, or the
// context ends, the whole group is killed.
func run(ctx context.Context, cmd *exec.Cmd, lim limits) usage {
	if ctx.Err() != nil {
		return usage{end: byInterrupt, exit: -1}
	}
	alone(cmd)
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return usage{err: err, exit: -1}
	}
	group := cmd.Process.Pid
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	var u usage
	var polled time.Duration
	for waiting := true; waiting; {
		// A short child is looked at often, a long one seldom: looking costs time as well.
		pause := min(max(time.Since(begun)/8, 2*time.Millisecond), 500*time.Millisecond)
		select {
		case <-done:
			waiting = false
		case <-ctx.Done():
			u.end = byInterrupt
			killGroup(group)
			<-done
			waiting = false
		case <-time.After(pause):
			u.peak = max(u.peak, highWater(group)) // first, for a short child may end any moment
			_, cpu, memory := groupUsage(group)
			polled, u.peak = max(polled, cpu), max(u.peak, memory)
			switch {
			case u.end != byItself: // killed already
			case lim.memory > 0 && memory > lim.memory:
				u.end = byMemory
				killGroup(group)
			case lim.cpu > 0 && (cpu > lim.cpu || time.Since(begun) > patience*lim.cpu):
				u.end = byTime
				killGroup(group)
			}
		}
	}
	if left, _, _ := groupUsage(group); left > 0 {
		killGroup(group) // what the child left behind; it keeps the group's number taken
	}
	u.wall = time.Since(begun)
	if u.exit = cmd.ProcessState.ExitCode(); u.exit < 0 {
		u.signal = cmd.ProcessState.String()
	}
	u.cpu = max(polled, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	u.peak = max(u.peak, peakOf(cmd.ProcessState))
	if u.end == byItself && lim.cpu > 0 && u.cpu > lim.cpu {
		u.end = byTime // between two looks
	}
	if u.end == byItself && lim.memory > 0 && u.peak > lim.memory {
		u.end = byMemory
	}
	return u
}

// outputFile is a file for what a child prints.
func outputFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
}
