package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// alone puts the child into its own process group, whose number is the child's. The kernel kills the child when this
// program ends, even if it is killed itself.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(child *os.Process) { _ = syscall.Kill(-child.Pid, syscall.SIGKILL) }

// ownTime is the CPU time of this program so far.
func ownTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// clockTick is the unit of CPU time in /proc, the same on every architecture that Go supports.
const clockTick = time.Second / 100

// sample adds up the CPU time of the group's processes, with that of the children they have waited for, and their
// memory. Without /proc both are 0, and only the clock limits a child.
func sample(child *os.Process) (cpu time.Duration, memory int64) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		data, _ := os.ReadFile(name) // the process may have ended
		// The second field is a name in parentheses, which may contain anything.
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		if len(fields) < 22 {
			continue
		}
		field := func(number int) int64 { // as proc(5) counts, from 1
			n, _ := strconv.ParseInt(string(fields[number-3]), 10, 64)
			return n
		}
		if field(5) != int64(child.Pid) {
			continue
		}
		cpu += time.Duration(field(14)+field(15)+field(16)+field(17)) * clockTick
		memory += field(24) * int64(os.Getpagesize())
	}
	return cpu, memory
}
