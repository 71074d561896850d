//go:build !amd64 || purego

package cosetleader

func nearKernels() map[string]func(a, rows []uint64, limit int) int {
	return map[string]func(a, rows []uint64, limit int) int{"portable": near}
}
