//go:build !amd64 || purego

package cosetleader

var (
	kernels16 = portable[int16]()
	kernels32 = portable[int32]()
	near      = nearPortable
)
