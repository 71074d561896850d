//go:build !amd64 || purego

package gf2

// hasCLMUL is a variable so that tests can name it on every machine; here it stays false.
var hasCLMUL = false

func addMulCLMUL(dst, a *uint64, n int, x uint64) { panic("gf2: no assembly here") }
