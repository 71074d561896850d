//go:build !purego

package gf2

import "golang.org/x/sys/cpu"

// hasCLMUL is a variable so that tests can run both forms on one machine.
var hasCLMUL = cpu.X86.HasPCLMULQDQ && cpu.X86.HasAVX
