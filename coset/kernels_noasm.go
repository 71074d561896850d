//go:build !amd64

package coset

var (
	kernels16 = portable[int16]()
	kernels32 = portable[int32]()
	near      = nearPortable
)
