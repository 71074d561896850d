//go:build !linux

package bench

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// Without process trees and /proc only the clock limits a child, and what it started is not ended with it.

// Supervise does nothing here: on Linux it watches a solver for [Run].
func Supervise() {}

func supervised(ctx context.Context, cmd *exec.Cmd, lim limits) (usage, error) {
	return watch(ctx, cmd, lim), nil
}

// ownTime is the clock, in place of CPU time: only differences count.
func ownTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

// tree is a child.
type tree struct{ child *os.Process }

func (t *tree) start(cmd *exec.Cmd) error {
	err := cmd.Start()
	t.child = cmd.Process
	return err
}

func (t *tree) method() string { return "the child alone" }

func (t *tree) kill() { _ = t.child.Kill() }

func (t *tree) sample() (cpu time.Duration, memory int64) { return 0, 0 }

func (t *tree) end(child *os.ProcessState) time.Duration {
	return child.UserTime() + child.SystemTime()
}
