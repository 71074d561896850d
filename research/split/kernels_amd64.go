//go:build !purego

package split

import "golang.org/x/sys/cpu"

// useAssembly says whether this processor can run the assembly. It is a variable so that tests can run both
// forms on one machine.
var useAssembly = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT
