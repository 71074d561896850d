//go:build !purego

package gridpoly

import "golang.org/x/sys/cpu"

// vectorWords is how many words the assembly handles at a time, 0 if this processor cannot run it. It is a
// variable so that tests can run every form on one machine. AVX2 brings a factor of 1.8 on whole boards of 60000x60000;
// AVX-512 brought 1.1 to 1.3 beyond that, and is gone.
var vectorWords = widestVector()

func widestVector() int {
	if cpu.X86.HasAVX2 {
		return 4
	}
	return 0
}
