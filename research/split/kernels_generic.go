//go:build !amd64 || purego

package split

// useAssembly says whether this processor can run the assembly: there is none here.
var useAssembly = false

func enterAVX2(sums *uint64, columns *uint64, n int, high uint64, signs *uint64) {
	panic("weigh: no assembly here")
}

func quartersAVX2(a *uint64, groups, quarter int) { panic("weigh: no assembly here") }

func lightAVX2(sums *uint64, n int, raise, mark uint64) int { panic("weigh: no assembly here") }
