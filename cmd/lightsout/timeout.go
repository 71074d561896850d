package main

import (
	"context"
	"fmt"
	"time"
)

// timeLimit is a deadline that says whose it was.
type timeLimit struct{ words string }

func (e *timeLimit) Error() string { return e.words }

func (e *timeLimit) Unwrap() error { return context.DeadlineExceeded }

// checkTimeout refuses a negative --timeout.
func checkTimeout(timeout time.Duration) error {
	if timeout < 0 {
		return usagef("--timeout %v: use a positive time, or 0 for none", timeout)
	}
	return nil
}

// withTimeout is the context within --timeout; 0 is no limit.
func withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout == 0 {
		return context.WithCancel(ctx)
	}
	return withLimit(ctx, timeout, fmt.Sprintf("--timeout %v was reached", timeout))
}

// withLimit is the context within a time limit; words are what is reported once it is reached.
func withLimit(ctx context.Context, limit time.Duration, words string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &timeLimit{words})
}
