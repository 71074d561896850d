//go:build !amd64

package coset

var kernels16 = portable[int16]()

var near = nearPortable
