//go:build !amd64 || purego

package fewest

var kernels = portable
