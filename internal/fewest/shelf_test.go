package fewest

import (
	"errors"
	"runtime"
	"runtime/debug"
	"testing"

	"lightsout/internal/reserve"
)

// A list ends where it has taken what it may, and where what it is going to take does not fit.
func TestShelf(t *testing.T) {
	l := &shelf{ctx: t.Context(), most: 100}
	if first, second := l.take(60), l.take(60); first != nil || !errors.Is(second, ErrMemory) {
		t.Errorf("of 100 bytes, 60 are taken twice: %v, %v", first, second)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(m.HeapAlloc) + 8<<20))
	ctx, end := reserve.Question(t.Context())
	defer end()
	l, n := &shelf{ctx: ctx, most: 1 << 40}, 0
	for n < 100 && l.take(1<<20) == nil {
		n++
	}
	if n < 1 || n > 8 {
		t.Errorf("where 8 MiB fit, %d are taken", n)
	}
}
