//go:build !unix

package bench

import (
	"os"
	"os/exec"
	"time"
)

// Where there are no process groups, the child alone is ended, and only the clock limits it.

func alone(*exec.Cmd) {}

func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

func peakOf(*os.ProcessState) int64 { return 0 }

func highWater(int) int64 { return 0 }

func groupUsage(int) (int, time.Duration, int64) { return 0, 0, 0 }
