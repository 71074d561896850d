package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// limits bound one child and the processes of its group.
type limits struct {
	cpu    time.Duration // of all of them; 0 is no limit
	memory int64         // resident bytes of all of them; 0 is no limit
}

// wallFactor times the CPU limit is the wall-clock limit of a child. It is generous, because a child
// that waits for the processor is not slow.
const wallFactor = 30

// maxOutput is how much a child may print: an answer with some millions of presses.
const maxOutput = 256 << 20

// usage is how a child ended and what it consumed.
type usage struct {
	outcome   outcome // of a child that was ended at a limit; "" if it ended by itself
	exit      int     // -1 if a signal ended it
	how       string  // the same in words, as in "exit status 1" and "signal: killed"
	cpu, wall time.Duration
	peak      int64 // of memory; 0 if the child ended too soon to sample
	err       error // it could not be started, or the context ended
}

// failure describes how a child failed: its exit code or signal, and the last line of what it wrote to standard error.
func (u usage) failure(complaints []byte) string {
	const longest = 200
	lines := bytes.Split(bytes.TrimSpace(complaints), []byte("\n"))
	last := lines[len(lines)-1]
	return strings.TrimSuffix(fmt.Sprintf("%s: %s", u.how, last[:min(len(last), longest)]), ": ")
}

// run runs a command within limits, in its own process group. The group is killed when it exceeds a limit, when the
// context ends, and when the child ends.
func run(ctx context.Context, cmd *exec.Cmd, lim limits) usage {
	if ctx.Err() != nil {
		return usage{err: context.Cause(ctx)}
	}
	alone(cmd)
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return usage{err: err}
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	defer context.AfterFunc(ctx, func() { killGroup(cmd.Process) })()
	var u usage
	var polled time.Duration
	for waiting := true; waiting; {
		// Sampling costs time, so a long-running child is sampled less often.
		pause := min(max(time.Since(begun)/8, 2*time.Millisecond), 500*time.Millisecond)
		select {
		case <-done:
			waiting = false
		case <-time.After(pause):
			cpu, memory := sample(cmd.Process)
			polled, u.peak = max(polled, cpu), max(u.peak, memory)
			switch {
			case u.outcome != "": // killed already
			case lim.memory > 0 && memory > lim.memory:
				u.outcome = outOfMemory
			case lim.cpu > 0 && (cpu > lim.cpu || time.Since(begun) > wallFactor*lim.cpu):
				u.outcome = gaveUp
			case printed(cmd) > maxOutput:
				u.outcome = failed
			}
			if u.outcome != "" {
				killGroup(cmd.Process)
			}
		}
	}
	u.wall, u.err = time.Since(begun), context.Cause(ctx)
	killGroup(cmd.Process) // what it left behind
	u.exit, u.how = cmd.ProcessState.ExitCode(), cmd.ProcessState.String()
	u.cpu = max(polled, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	if u.outcome == "" && lim.cpu > 0 && u.cpu > lim.cpu {
		u.outcome = gaveUp // between two samples
	}
	return u
}

// printed is how much the child has printed into a file.
func printed(cmd *exec.Cmd) int64 {
	if f, ok := cmd.Stdout.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			return info.Size()
		}
	}
	return 0
}
