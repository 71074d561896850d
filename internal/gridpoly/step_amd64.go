//go:build !purego

package gridpoly

import "golang.org/x/sys/cpu"

// vectorWords is how many words the assembly handles at a time, 0 if this processor cannot run it. It is a variable so that tests can run every form on one machine.
var vectorWords = widestVector()

func widestVector() int {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512VBMI2:
		return 8
	case cpu.X86.HasAVX2:
		return 4
	}
	return 0
}
