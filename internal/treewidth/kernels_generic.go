//go:build !amd64 || purego

package treewidth

const assembled = false

func betterFast(s *sums[int32], l, r uint32, odd int, out []int32) uint64 {
	return s.betterPortable(l, r, odd, out)
}
