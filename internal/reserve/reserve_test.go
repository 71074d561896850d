package reserve

import (
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// What a question reserves adds up, though it is not taken yet, also for others; when the question ends, it is free again.
func TestReservationsOfAQuestion(t *testing.T) {
	const mb = 1_000_000
	ballast := make([]byte, 100*mb) // which nobody has reserved
	runtime.GC()
	inUse, _ := heap()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(inUse + 200*mb))
	first, end := Question(t.Context())
	second, endSecond := Question(first)
	defer endSecond()
	for i, ctx := range []struct {
		fits bool
		err  error
	}{{true, For(first, 90*mb)}, {true, For(second, 90*mb)}, {false, For(first, 90*mb)}, {false, Bytes(90 * mb)}, {true, Bytes(10 * mb)}} {
		var none *Error
		if ctx.fits != (ctx.err == nil) || ctx.err != nil && (!errors.As(ctx.err, &none) || none.Wanted != 90*mb) {
			t.Errorf("%d: %v, that it fits is %t", i, ctx.err, ctx.fits)
		}
	}
	end()
	if err := For(second, 90*mb); err != nil {
		t.Errorf("after the end of the first question: %v", err)
	}
	if err := For(second, -1); err == nil || Bytes(math.MaxInt64) == nil {
		t.Error("numbers beyond all memory fit")
	}
	runtime.KeepAlive(ballast)
}

// Of two that ask at the same time for what only one can have, one gets it.
func TestReservationsAtTheSameTime(t *testing.T) {
	const mb = 1_000_000
	runtime.GC()
	inUse, _ := heap()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(inUse + 150*mb))
	ctx, end := Question(t.Context())
	defer end()
	var granted atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if For(ctx, 100*mb) == nil {
				granted.Add(1)
			}
		})
	}
	if all.Wait(); granted.Load() != 1 {
		t.Errorf("%d of them get it", granted.Load())
	}
}

// A stream is read whole, or as far as it fits.
func TestReadAll(t *testing.T) {
	const mb = 1_000_000
	runtime.GC()
	inUse, _ := heap()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(inUse + 40*mb))
	text, err := ReadAll(strings.NewReader(strings.Repeat("a", mb)))
	if len(text) != mb || err != nil {
		t.Errorf("%d bytes: %v", len(text), err)
	}
	endless := &endless{}
	var none *Error
	if _, err := ReadAll(endless); !errors.As(err, &none) || endless.read > 40*mb {
		t.Errorf("%d bytes of an endless stream: %v", endless.read, err)
	}
}

// endless is a stream without an end, of which so many bytes were read.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}
