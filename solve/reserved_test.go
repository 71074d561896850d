package solve

import (
	"errors"
	"runtime"
	"runtime/debug"
	"testing"

	"lightsout/board"
)

// A basis of patterns that does not fit is refused before it is made.
func TestBasesAreReserved(t *testing.T) {
	b, err := board.Parse("hypercube:13") // 4096 patterns of 8192 bits
	if err != nil {
		t.Fatal(err)
	}
	linear, err := Analyse(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(m.HeapAlloc) + 3<<20))
	_, quiet := linear.Quiet(t.Context())
	_, invariants := linear.Invariants(t.Context())
	for _, err := range []error{quiet, invariants} {
		var large *board.TooLargeError
		if !errors.As(err, &large) || large.Err == nil {
			t.Errorf("where 3 MiB fit: %v", err)
		}
	}
}
