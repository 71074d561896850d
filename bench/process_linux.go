package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Each solver has a supervisor: this program once more, which is the parent that the kernel gives to whatever the
// solver leaves behind (PR_SET_CHILD_SUBREAPER; here that would be in the way of os/exec). So the supervisor finds,
// measures and ends the whole tree, also what moved to another group or session.

// supervising is the variable of the environment that has the supervisor's order.
const supervising = "LIGHTSOUT_SUPERVISE"

// order is what a supervisor is to run.
type order struct {
	Path   string
	Args   []string
	Limits limits
}

// reportFile is where the supervisor reports. When its standard input ends, it is to stop.
const reportFile = 3

// supervised has a command run within limits by a supervisor.
func supervised(ctx context.Context, cmd *exec.Cmd, lim limits) (u usage, err error) {
	if os.Getenv(supervising) != "" {
		return u, errors.New("this program runs as a supervisor: it has to call bench.Supervise first")
	}
	self, err := os.Executable()
	if err != nil {
		return u, err
	}
	text, err := json.Marshal(order{cmd.Path, cmd.Args, lim})
	if err != nil {
		return u, err
	}
	report, reportEnd, err := os.Pipe()
	if err != nil {
		return u, err
	}
	defer report.Close()
	supervisor := exec.Command(self)
	hold, err := supervisor.StdinPipe()
	if err != nil {
		return u, errors.Join(err, reportEnd.Close())
	}
	defer context.AfterFunc(ctx, func() { hold.Close() })()
	supervisor.Env = append(cmd.Environ(), supervising+"="+string(text))
	supervisor.Dir, supervisor.Stdout, supervisor.Stderr = cmd.Dir, cmd.Stdout, cmd.Stderr
	supervisor.WaitDelay = cmd.WaitDelay
	supervisor.ExtraFiles = []*os.File{reportEnd}
	supervisor.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C comes to this program only
	if err := errors.Join(supervisor.Start(), reportEnd.Close()); err != nil {
		return u, err
	}
	errReport := json.NewDecoder(report).Decode(&u)
	errEnd := supervisor.Wait()
	if errReport != nil {
		return u, fmt.Errorf("its supervisor ended without a report: %w", errors.Join(errReport, errEnd))
	}
	return u, nil
}

// Supervise makes this process the supervisor of one solver if [Run] started it as that, and then does not return. A
// program that calls Run calls it first of all.
func Supervise() {
	text := os.Getenv(supervising)
	if text == "" {
		return
	}
	os.Unsetenv(supervising)
	runtime.LockOSThread() // the kernel ends the solver with the thread that started it
	syscall.CloseOnExec(reportFile)
	const setChildSubreaper = 36 // prctl(2)
	var u usage
	var o order
	_, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
	if err := json.Unmarshal([]byte(text), &o); err != nil || errno != 0 {
		u.Fault = fmt.Sprintf("no supervisor: %v, %v", err, errno)
	} else {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
		go func() {
			_, _ = os.Stdin.Read(make([]byte, 1)) // it ends with Run, however that ends
			stop()
		}()
		if size := uint64(o.Limits.File); size > 0 {
			_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}) // the child has it too
		}
		cmd := exec.Command(o.Path)
		cmd.Args, cmd.Stdout, cmd.Stderr = o.Args, os.Stdout, os.Stderr
		u = watch(ctx, cmd, o.Limits)
	}
	if err := json.NewEncoder(os.NewFile(reportFile, "report")).Encode(u); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// tree is all that a supervisor started, in a control group of its own if one can be made.
type tree struct {
	group string // its folder; "" if there is none
}

// start starts the child. It is killed when the supervisor is.
func (t *tree) start(cmd *exec.Cmd) error {
	attributes := syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	t.group = newGroup()
	if folder, err := os.Open(t.group); err == nil {
		defer folder.Close()
		grouped, within := *cmd, attributes
		within.UseCgroupFD, within.CgroupFD = true, int(folder.Fd())
		grouped.SysProcAttr = &within
		if err := grouped.Start(); err == nil {
			*cmd = grouped
			return nil
		}
	}
	_ = os.Remove(t.group)
	t.group = ""
	cmd.SysProcAttr = &attributes
	return cmd.Start()
}

var groupMount = regexp.MustCompile(`(?m)^\S+ (\S+) cgroup2 `)

// newGroup makes a control group of version 2 below that of this process. Most processes may not, unless they are in a
// container or in a service that delegates.
func newGroup() string {
	mounts, _ := os.ReadFile("/proc/self/mounts")
	mount, own := groupMount.FindSubmatch(mounts), field("/proc/self/cgroup", "0:")
	if mount == nil || own == "" {
		return ""
	}
	dir, err := os.MkdirTemp(filepath.Join(string(mount[1]), own), "lightsout-bench-")
	if _, errStat := os.Stat(filepath.Join(dir, "cpu.stat")); err != nil || errStat != nil {
		_ = os.Remove(dir)
		return ""
	}
	return dir
}

// groupNumber is a number in a file of the control group: the whole file, or the line with a key.
func (t *tree) groupNumber(file, key string) int64 {
	n, _ := strconv.ParseInt(field(filepath.Join(t.group, file), key), 10, 64)
	return n
}

func (t *tree) method() string {
	switch _, err := os.Stat(filepath.Join(t.group, "memory.peak")); {
	case t.group == "":
		return "process tree"
	case err != nil:
		return "control group; memory: process tree"
	}
	return "control group"
}

// process is a line of /proc/PID/stat.
type process struct {
	id, parent int
	cpu        time.Duration // with the children that it has waited for
	memory     int64
}

// clockTick is the unit of CPU time in /proc, the same on every architecture that Go supports.
const clockTick = time.Second / 100

// processes are all processes below this one, dead ones too that nobody has waited for.
func processes() (below []process) {
	children := map[int][]process{}
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
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		parent := int(field(4))
		children[parent] = append(children[parent], process{
			id, parent,
			time.Duration(field(14)+field(15)+field(16)+field(17)) * clockTick, field(24) * int64(os.Getpagesize()),
		})
	}
	below = children[os.Getpid()]
	for i := 0; i < len(below); i++ {
		below = append(below, children[below[i].id]...)
	}
	return below
}

// sample is the CPU time and the memory of the tree so far.
func (t *tree) sample() (cpu time.Duration, memory int64) {
	cpu = usedBy(syscall.RUSAGE_CHILDREN)
	for _, p := range processes() {
		cpu, memory = cpu+p.cpu, memory+p.memory
	}
	if t.group != "" {
		// Not everybody waits for their children, whose time is then in the group only; who left the group is in the
		// tree.
		cpu = max(cpu, time.Duration(t.groupNumber("cpu.stat", "usage_usec"))*time.Microsecond)
		memory = max(memory, t.groupNumber("memory.peak", ""))
	}
	return cpu, memory
}

// kill ends all processes of the tree that are there now.
func (t *tree) kill() {
	if t.group != "" {
		_ = os.WriteFile(filepath.Join(t.group, "cgroup.kill"), []byte("1"), 0)
	}
	for _, p := range processes() {
		_ = syscall.Kill(p.id, syscall.SIGKILL)
	}
}

// end kills what the child left behind until nothing is left, and returns the CPU time of all.
func (t *tree) end(*os.ProcessState) time.Duration {
	cpu, _ := t.sample()
	for list := processes(); len(list) > 0; list = processes() {
		t.kill()
		for _, p := range list {
			if p.parent == os.Getpid() {
				_, _ = syscall.Wait4(p.id, nil, syscall.WNOHANG, nil)
			}
		}
		time.Sleep(time.Millisecond)
	}
	last, _ := t.sample()
	if t.group != "" {
		_ = os.Remove(t.group)
	}
	return max(cpu, last)
}

// ownTime is the CPU time of this program so far.
func ownTime() time.Duration { return usedBy(syscall.RUSAGE_SELF) }

func usedBy(who int) time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(who, &u) // cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
