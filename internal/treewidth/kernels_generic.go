//go:build !amd64 || purego

package treewidth

var kernels8 = portable[uint8]()
