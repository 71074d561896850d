//go:build !amd64 || purego

package gridpoly

// vectorWords is how many words the assembly handles at a time: there is none here.
var vectorWords = widestVector()

func widestVector() int { return 0 }

func stepAVX2(next, above, here, lights *uint64, words int) { panic("gridpoly: no assembly here") }
