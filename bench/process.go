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

// limits bound a child and all that it starts. Each is no limit if it is 0.
type limits struct {
	CPU, Wall time.Duration
	Memory    int64 // resident bytes of all of them
	File      int64 // the largest file that one may write, where the system can limit it; 0 is any
}

// wallFactor times the CPU limit is the limit by the clock unless another is set. It is generous, because a child
// that waits for the processor is not slow.
const wallFactor = 30

// maxOutput is how much a child may print: an answer with some millions of presses.
const maxOutput = 256 << 20

// usage is how a child ended, and what it and all that it started consumed.
type usage struct {
	Outcome   outcome // of a child that was ended at a limit; "" if it ended by itself
	Exit      int     // -1 if a signal ended it
	How       string  // the same in words, as in "exit status 1" and "signal: killed"
	CPU, Wall time.Duration
	Peak      int64  // of memory; 0 if the child ended too soon to sample
	Method    string // how it was measured
	Fault     string // why it could not be started
}

// run runs a command within limits.
func run(ctx context.Context, cmd *exec.Cmd, lim limits) usage {
	if ctx.Err() != nil {
		return usage{Fault: context.Cause(ctx).Error()}
	}
	u, err := supervised(ctx, cmd, lim)
	if err != nil {
		u.Fault = err.Error()
	}
	return u
}

// failure describes how a child failed: its exit code or signal, and the last line of what it wrote to standard error.
func (u usage) failure(complaints []byte) string {
	const longest = 200
	lines := bytes.Split(bytes.TrimSpace(complaints), []byte("\n"))
	last := lines[len(lines)-1]
	return strings.TrimSuffix(fmt.Sprintf("%s: %s", u.How, last[:min(len(last), longest)]), ": ")
}

// watch runs a command within limits. All of its tree is killed when it exceeds a limit, when the context ends, and
// when the child ends.
func watch(ctx context.Context, cmd *exec.Cmd, lim limits) usage {
	var t tree
	begun := time.Now()
	if err := t.start(cmd); err != nil {
		return usage{Fault: err.Error()}
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	defer context.AfterFunc(ctx, t.kill)()
	u := usage{Method: t.method()}
	for waiting := true; waiting; {
		// Sampling costs time, so a long-running child is sampled less often.
		pause := min(max(time.Since(begun)/8, 2*time.Millisecond), 500*time.Millisecond)
		select {
		case <-done:
			waiting = false
		case <-time.After(pause):
			cpu, memory := t.sample()
			u.CPU, u.Peak = max(u.CPU, cpu), max(u.Peak, memory)
			if u.Outcome == "" { // not killed already
				u.Outcome = lim.exceeded(cpu, time.Since(begun), memory, printed(cmd))
			}
			if u.Outcome != "" {
				t.kill()
			}
		}
	}
	u.Wall = time.Since(begun)
	u.CPU = max(u.CPU, t.end(cmd.ProcessState)) // with what it left behind
	u.Exit, u.How = cmd.ProcessState.ExitCode(), cmd.ProcessState.String()
	if u.Outcome == "" && lim.CPU > 0 && u.CPU > lim.CPU {
		u.Outcome = gaveUp // between two samples
	}
	return u
}

// exceeded is the outcome of a child that is beyond a limit; "" if it is not.
func (l limits) exceeded(cpu, wall time.Duration, memory, printed int64) outcome {
	switch {
	case l.Memory > 0 && memory > l.Memory:
		return outOfMemory
	case l.CPU > 0 && cpu > l.CPU, l.Wall > 0 && wall > l.Wall:
		return gaveUp
	case printed > maxOutput:
		return failed
	}
	return ""
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
