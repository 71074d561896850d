package main

import (
	"context"
	"fmt"
	"time"
)

// withTimeout is the context within --timeout, of which 0 is no limit.
func withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc, error) {
	switch {
	case timeout < 0:
		return nil, nil, usagef("--timeout %v: use a positive time, or 0 for none", timeout)
	case timeout == 0:
		return ctx, func() {}, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, &timeLimit{fmt.Sprintf("--timeout %v was reached", timeout)})
	return ctx, cancel, nil
}
