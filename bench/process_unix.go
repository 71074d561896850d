//go:build unix

package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// alone puts the child into its own process group, marks it and all that it starts, and returns the mark.
func alone(cmd *exec.Cmd) (mark string) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	notOrphaned(cmd.SysProcAttr)
	mark = fmt.Sprintf("%s=%d.%d", marker, os.Getpid(), children.Add(1))
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, mark)
	return mark
}

// marker names the environment variable by which a child's descendants are found after they have left
// its process group, as daemons do.
const marker = "LIGHTSOUT_BENCH_CHILD"

var children atomic.Int64

// crowd is a child and everything that it started.
type crowd struct {
	group int // the number of the child and of its process group
	mark  string
	known map[int]bool // processes outside of the group, as of the last look
}

// gather is the crowd of a child that was just started; output limits each file that one of them writes.
func gather(child *os.Process, mark string, output int64) *crowd {
	if output > 0 {
		limitOutput(child.Pid, output)
	}
	return &crowd{group: child.Pid, mark: mark}
}

func (*crowd) release() {}

// kill kills the group, and those that left it.
func (c *crowd) kill() {
	_ = syscall.Kill(-c.group, syscall.SIGKILL)
	for pid := range c.known {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// wroteTooMuch reports whether the child ended because of limitOutput.
func (*crowd) wroteTooMuch(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGXFSZ
}

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

// highWater is the peak resident memory of the child while it runs.
func (c *crowd) highWater() int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.group))
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

// sample adds up the CPU time of the child's processes, including that of the children they have waited
// for, and their memory. Without /proc all is zero, and only the clock limits a child.
func (c *crowd) sample() state { return c.look(false) }

// strays looks at the processes that are left, wherever they went.
func (c *crowd) strays() state { return c.look(true) }

// look looks at all processes: those of the group, and descendants that have left it. These are found by
// their parents; if everywhere is set, also by the mark in their environment, since the parent may be
// gone.
func (c *crowd) look(everywhere bool) state {
	var s state
	list := map[int]process{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range files {
		if p, ok := readProcess(name); ok {
			list[p.pid] = p
		}
	}
	c.known = map[int]bool{}
	for pid, p := range list {
		mine := p.group == c.group
		if !mine && (c.descends(list, p) || everywhere && c.marked(pid)) {
			mine, c.known[pid] = true, true
		}
		if !mine {
			continue
		}
		s.living++
		s.cpu += p.cpu
		s.memory += p.memory
		s.busy = s.busy || p.busy
	}
	return s
}

// descends follows the parents of a process up to the child.
func (c *crowd) descends(list map[int]process, p process) bool {
	for range 100 {
		if p.pid == c.group {
			return true
		}
		parent, ok := list[p.parent]
		if !ok {
			return false
		}
		p = parent
	}
	return false
}

func (c *crowd) marked(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return err == nil && slices.Contains(strings.Split(string(data), "\x00"), c.mark)
}

// process is a line of /proc/PID/stat.
type process struct {
	pid, parent, group int
	busy               bool
	cpu                time.Duration
	memory             int64
}

// readProcess reads the state of a process; it is not ok if the process has ended, or only waits for its
// parent to take notice.
func readProcess(name string) (p process, ok bool) {
	data, err := os.ReadFile(name)
	if err != nil {
		return p, false
	}
	p.pid, err = strconv.Atoi(filepath.Base(filepath.Dir(name)))
	// The second field is a name in parentheses, which may contain anything.
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if err != nil || len(fields) < 22 {
		return p, false
	}
	field := func(number int) int64 { // as proc(5) counts, from 1
		n, _ := strconv.ParseInt(string(fields[number-3]), 10, 64)
		return n
	}
	switch fields[0][0] {
	case 'Z', 'X':
		return p, false
	case 'R', 'D':
		p.busy = true
	}
	p.parent, p.group = int(field(4)), int(field(5))
	p.cpu = time.Duration(field(14)+field(15)+field(16)+field(17)) * clockTick
	p.memory = field(24) * int64(os.Getpagesize())
	return p, true
}
