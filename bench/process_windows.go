package bench

import (
	"os"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// alone keeps Ctrl-C from the child: this program ends it. There is no mark, since a job knows its processes.
func alone(cmd *exec.Cmd) (mark string) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	return ""
}

// crowd is a child and everything that it starts, as a job object: Windows counts what its processes use
// together, and ends them together, also when this program ends.
type crowd struct {
	child   *os.Process
	job     windows.Handle // 0 if there is none
	output  uint64         // the most that they may write; 0 is no limit
	tooMuch bool
}

// gather makes a job of a child that was just started. What it starts before it belongs to the job is not
// counted. Without a job, only the clock limits the child.
func gather(child *os.Process, _ string, output int64) *crowd {
	c := &crowd{child: child, output: uint64(output)}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return c
	}
	limit := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limit)), uint32(unsafe.Sizeof(limit)))
	if err == nil {
		err = assign(job, uint32(child.Pid))
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return c
	}
	c.job = job
	return c
}

func assign(job windows.Handle, pid uint32) error {
	child, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(child)
	return windows.AssignProcessToJobObject(job, child)
}

// release ends the job, and with it what is left of its processes.
func (c *crowd) release() {
	if c.job != 0 {
		_ = windows.CloseHandle(c.job)
	}
}

func (c *crowd) kill() {
	if c.job == 0 {
		_ = c.child.Kill()
		return
	}
	_ = windows.TerminateJobObject(c.job, 1)
}

// accounting is JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION; times are in units of 100 ns.
type accounting struct {
	userTime, kernelTime, periodUserTime, periodKernelTime           int64
	pageFaults, processes, activeProcesses, terminatedProcesses      uint32
	readOperations, writeOperations, otherOperations, reads, written uint64
	others                                                           uint64
}

// sample says what the processes of the job used so far. Memory is the most they ever had together.
func (c *crowd) sample() state {
	var used accounting
	if c.job == 0 || query(c.job, windows.JobObjectBasicAndIoAccountingInformation, &used) != nil {
		return state{}
	}
	if c.output > 0 && used.written > c.output && !c.tooMuch {
		c.tooMuch = true
		c.kill()
	}
	return state{living: int(used.activeProcesses), cpu: 100 * time.Duration(used.userTime+used.kernelTime), memory: c.highWater()}
}

func (c *crowd) strays() state { return c.sample() }

// highWater is the most memory the processes of the job ever had together.
func (c *crowd) highWater() int64 {
	var limit windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	if c.job == 0 || query(c.job, windows.JobObjectExtendedLimitInformation, &limit) != nil {
		return 0
	}
	return int64(limit.PeakJobMemoryUsed)
}

func query[T any](job windows.Handle, class int32, info *T) error {
	return windows.QueryInformationJobObject(job, class, uintptr(unsafe.Pointer(info)), uint32(unsafe.Sizeof(*info)), nil)
}

func (c *crowd) wroteTooMuch(*os.ProcessState) bool { return c.tooMuch }

// peakOf is unknown here; crowd.highWater has it.
func peakOf(*os.ProcessState) int64 { return 0 }
