//go:build !amd64 || purego

package gf2

// These are variables so that tests can name them on every machine; here they stay false.
var hasAVX512, hasAVX2 = false, false

func listSumsAVX512(table, src *uint64, n int)                   { panic("gf2: no assembly here") }
func listSumsAVX2(table, src *uint64, n int)                     { panic("gf2: no assembly here") }
func addSixesAVX512(rows, coef *uint64, n int, tables *uint64)   { panic("gf2: no assembly here") }
func addSixesAVX2(rows, coef *uint64, n int, tables *uint64)     { panic("gf2: no assembly here") }
func addNibblesAVX512(rows, coef *uint64, n int, tables *uint64) { panic("gf2: no assembly here") }
func addNibblesAVX2(rows, coef *uint64, n int, tables *uint64)   { panic("gf2: no assembly here") }
