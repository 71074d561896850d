//go:build !amd64 || purego

package cosetleader

var kernels = portable
