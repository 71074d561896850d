//go:build unix

package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// alone gives the child a process group of its own.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	notOrphaned(cmd.SysProcAttr)
}

// killGroup ends every process of a group that this program started. The group's number is that of
// its first process.
func killGroup(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) }

// peakOf is the largest resident memory that the kernel saw, or 0 if it cannot be told: on Linux a
// child starts out with the figure of the process that started it.
func peakOf(state *os.ProcessState) int64 {
	use, ok := state.SysUsage().(*syscall.Rusage)
	var self syscall.Rusage
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &self) != nil || use.Maxrss <= self.Maxrss {
		return 0
	}
	unit := int64(1024)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return int64(use.Maxrss) * unit //nolint:unconvert // 32 bits on some systems
}

// clockTick is how finely Linux tells CPU time to programs, on every architecture that Go knows.
const clockTick = time.Second / 100

// highWater is the largest resident memory that a living process has had.
func highWater(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kib << 10
		}
	}
	return 0
}

// groupUsage counts the living processes of a group and adds up what they have taken, and what the
// dead ones did that they waited for. Without /proc it is nothing, and only the clock limits a child.
func groupUsage(group int) (living int, cpu time.Duration, memory int64) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// The second field is a name in parentheses, which may hold anything.
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		field := func(number int) int64 { // as proc(5) counts, from 1
			n, _ := strconv.ParseInt(string(fields[number-3]), 10, 64)
			return n
		}
		if len(fields) < 22 || field(5) != int64(group) {
			continue
		}
		living++
		cpu += time.Duration(field(14)+field(15)+field(16)+field(17)) * clockTick
		memory += field(24) * int64(os.Getpagesize())
	}
	return living, cpu, memory
}
