//go:build !purego

package treewidth

import "golang.org/x/sys/cpu"

//go:generate go run -C ../../tools/asm ./treewidth -out ../../internal/treewidth/kernels_amd64.s -stubs ../../internal/treewidth/kernels_stubs_amd64.go -pkg treewidth

var assembled = cpu.X86.HasAVX2

// betterFast does better for costs of 32 bits and whole registers of them.
func betterFast(s *sums[int32], l, r uint32, odd int, out []int32) (better uint64) {
	betterAVX2(&out[0], &s.left[0], &s.right[0], &s.lowPay[odd][0], &s.lowLeft[0], &s.lowRight[0], l, r, uint64(len(out)), &better)
	return better
}
