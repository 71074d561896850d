// Package reserve tells whether memory can be had before it is taken. What is taken at once is taken faster than a
// guard that looks now and then would notice, and the runtime ends a program that the system refuses memory.
package reserve

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

const (
	small = 1 << 20  // is always there
	tiny  = 64 << 10 // even where ulimit -v leaves next to nothing
)

// Bytes is nil if so many bytes more fit: under the memory limit of the program, which is that of package runtime/debug,
// GOMEMLIMIT or what the command sets, and into the addresses that ulimit -v leaves. A negative number stands for one beyond
// all integers.
func Bytes(n int64) error {
	if 0 <= n && n <= tiny {
		return nil
	}
	promised := max(0, reserved.Load()-inUse())
	if left := addresses(); left >= 0 && (n < 0 || n > left-promised) {
		return &Error{n, max(left-promised, 0), "ulimit -v leaves %d MiB"}
	}
	if 0 <= n && n <= small {
		return nil
	}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		left := limit - max(inUse(), reserved.Load())
		if n < 0 || n > left { // what is garbage counts until it is collected
			runtime.GC()
			left = limit - max(inUse(), reserved.Load())
		}
		if n < 0 || n > left {
			return &Error{n, max(left, 0), "%d MiB are left"}
		}
	}
	return nil
}

// reserved is what all questions have reserved that have not ended. Some of it may be in use by now.
var reserved atomic.Int64

// Question begins a question: what is reserved for it adds up, until end ends it. Its parts may be questions of their own,
// that end before it.
func Question(ctx context.Context) (_ context.Context, end func()) {
	taken := new(atomic.Int64)
	return context.WithValue(ctx, key{}, taken), func() { reserved.Add(-taken.Swap(0)) }
}

type key struct{}

// For is [Bytes], and counts what it grants for the question of the context, if there is one.
func For(ctx context.Context, n int64) error {
	if err := Bytes(n); err != nil {
		return err
	}
	if taken, ok := ctx.Value(key{}).(*atomic.Int64); ok && n > tiny {
		taken.Add(n)
		reserved.Add(n)
	}
	return nil
}

func inUse() int64 {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	return int64(heap[0].Value.Uint64())
}

// Error says how much was wanted and how much is left.
type Error struct {
	Wanted, Left int64
	words        string
}

func (e *Error) Error() string {
	wanted := fmt.Sprintf("%d MiB of memory", (e.Wanted>>20)+1)
	if e.Wanted < 0 || e.Wanted > math.MaxInt64>>1 {
		wanted = "more memory than there are addresses"
	}
	return fmt.Sprintf("it takes "+wanted+", and "+e.words, e.Left>>20)
}
