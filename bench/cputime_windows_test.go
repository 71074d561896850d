package bench

import (
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime is the CPU time of this process on all cores.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		b.Fatal(err)
	}
	ticks := func(f windows.Filetime) int64 { return int64(f.HighDateTime)<<32 | int64(f.LowDateTime) } // of 100 ns
	return 100 * time.Duration(ticks(kernel)+ticks(user))
}
