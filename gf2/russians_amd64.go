//go:build !purego

package gf2

import "golang.org/x/sys/cpu"

// hasAVX2 is a variable so that tests can run both forms on one machine.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI2
