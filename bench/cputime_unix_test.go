//go:build unix

package bench

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is the CPU time of this process on all cores. Rates relative to it are per core and hardly
// affected by other load.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
