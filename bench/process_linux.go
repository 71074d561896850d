package bench

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// notOrphaned makes the kernel kill the child when this program ends, even if it is killed itself.
func notOrphaned(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// limitOutput lets the kernel stop a process, or one that it starts, whose files grow beyond a limit:
// endless output must not fill the disk.
func limitOutput(pid int, bytes int64) {
	lim := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &lim, nil) // it has ended already if that fails
}
