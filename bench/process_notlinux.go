//go:build unix && !linux

package bench

import "syscall"

func notOrphaned(*syscall.SysProcAttr) {}
