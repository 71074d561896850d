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
	"sync"
)

const (
	small = 1 << 20  // is always there
	tiny  = 64 << 10 // even where ulimit -v leaves next to nothing
	large = 64 << 20 // takes so long to fill that garbage may be collected first
)

// account is what all questions have reserved that have not ended.
var account struct {
	sync.Mutex
	reserved int64 // some of it may be in use by now
	before   int64 // about what else was in use when the first of it was reserved
}

// Bytes is nil if so many bytes more fit: under the memory limit of the program, which is that of package
// runtime/debug, GOMEMLIMIT or what the command sets, and into the addresses that ulimit -v leaves. A negative number
// stands for one beyond all integers.
func Bytes(n int64) error { return For(context.Background(), n) }

// Question begins a question: what is reserved for it adds up, until end ends it. Its parts may be questions of their
// own, that end before it.
func Question(ctx context.Context) (_ context.Context, end func()) {
	taken := new(int64)
	return context.WithValue(ctx, key{}, taken), func() {
		account.Lock()
		defer account.Unlock()
		account.reserved -= *taken
		*taken = 0
	}
}

type key struct{}

// For is [Bytes], and counts what it grants for the question of the context, if there is one.
func For(ctx context.Context, n int64) error {
	if 0 <= n && n <= tiny {
		return nil
	}
	account.Lock()
	defer account.Unlock()
	if n > large && account.before > large {
		runtime.GC() // what questions left that have ended is not in use
	}
	if err := fits(n); err != nil {
		return err
	}
	if taken, ok := ctx.Value(key{}).(*int64); ok && n > 0 {
		if account.reserved == 0 {
			_, account.before = heap()
		}
		*taken += n
		account.reserved += n
	}
	return nil
}

// fits is nil if so many bytes fit beside what is used and reserved.
func fits(n int64) error {
	needed, promised := used()
	if left := addresses(); left >= 0 && (n < 0 || n > left-promised) {
		return &Error{n, max(left-promised, 0), "ulimit -v leaves %d MiB"}
	}
	if 0 <= n && n <= small {
		return nil
	}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		left := limit - needed
		if n < 0 || n > left { // what is garbage counts until it is collected
			runtime.GC()
			needed, _ = used()
			left = limit - needed
		}
		if n < 0 || n > left {
			return &Error{n, max(left, 0), "%d MiB are left"}
		}
	}
	return nil
}

// used is what is in use once all that is reserved is, and how much of that is not in use yet.
func used() (needed, promised int64) {
	inUse, alive := heap()
	account.before = min(account.before, alive)
	if account.reserved > 0 {
		promised = max(0, account.before+account.reserved-inUse)
	}
	return inUse + promised, promised
}

// heap is what is in use, garbage included, and what of it the last collection of garbage found alive.
func heap() (inUse, alive int64) {
	sizes := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(sizes)
	return int64(sizes[0].Value.Uint64()), int64(sizes[1].Value.Uint64())
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
