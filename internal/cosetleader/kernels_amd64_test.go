//go:build !purego

package cosetleader

import "golang.org/x/sys/cpu"

// nearKernels is every near that this processor can run.
func nearKernels() map[string]func(a, rows []uint64, limit int) int {
	list := map[string]func(a, rows []uint64, limit int) int{"portable": nearPortable}
	if cpu.X86.HasAVX2 {
		list["AVX2"] = nearVectors
	}
	return list
}
