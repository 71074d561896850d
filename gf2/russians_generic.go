//go:build !amd64 || purego

package gf2

// hasAVX2 is a variable so that tests can name it on every machine; here it stays false.
var hasAVX2 = false

func addSixesAVX2(rows, coef *uint64, n int, tables *uint64) { panic("gf2: no assembly here") }
