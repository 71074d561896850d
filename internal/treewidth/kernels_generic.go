//go:build !amd64 || purego

package treewidth

var (
	kernels8  = portable[uint8]()
	kernels16 = portable[uint16]()
	kernels32 = portable[uint32]()
)
