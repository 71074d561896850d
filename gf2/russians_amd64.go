//go:build !purego

package gf2

import "golang.org/x/sys/cpu"

// These are variables so that tests can run all forms on one machine.
var (
	hasAVX512 = cpu.X86.HasAVX512F && hasAVX2
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasBMI2
)
