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

// alone puts the child into its own process group.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	notOrphaned(cmd.SysProcAttr)
}

// killGroup kills every process of a group that this program started. The group has the number of its
// first process.
func killGroup(group int) { _ = syscall.Kill(-group, syscall.SIGKILL) }

// peakOf is the peak resident memory according to the kernel, or 0 if unknown: on Linux a child
// inherits the peak of the process that started it.
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

// clockTick is the unit of CPU time in /proc, the same on every architecture that Go supports.
const clockTick = time.Second / 100

// highWater is the peak resident memory of a running process.
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

// groupUsage counts the running processes of a group and adds up their CPU time, including that of the
// children they have waited for, and their memory. Without /proc it returns zeros, and only the clock
// limits a child.
func groupUsage(group int) (living int, cpu time.Duration, memory int64) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended
		}
		// The second field is a name in parentheses, which may contain anything.
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
