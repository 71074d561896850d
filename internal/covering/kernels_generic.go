//go:build !amd64 || purego

package covering

// useAssembly says whether this processor can run the assembly: there is none here.
var useAssembly = false

func narrowAVX2(into, from *byte, adds *byte, n int) { panic("covering: no assembly here") }

func levelLanesAVX2(lanes *byte, n int, least *byte, halvings, mask, most uint64) {
	panic("covering: no assembly here")
}

func sortLanesAVX2(lanes *byte, program *byte) { panic("covering: no assembly here") }

func transposeAVX2(into *uint64, lanes *byte) { panic("covering: no assembly here") }

func laneIndexAVX2(into *uint32, lanes, order *byte) { panic("covering: no assembly here") }

func laneKeysAVX2(into *uint64, entries *uint32, differ, turns *byte, row, column uint32, least *byte, codes *uint32, code uint32) uint32 {
	panic("covering: no assembly here")
}

func addFoundAVX2(lines *uint64, size int, list *uint64, n int, words *uint64) int {
	panic("covering: no assembly here")
}

func aimAMD64(lengths *uint32, next *uint64, shift int, list *uint64) {
	panic("covering: no assembly here")
}

func scatterAVX2(sorted *uint64, batch int, lengths *uint32, next *uint64, list *uint64, from int) int {
	panic("covering: no assembly here")
}
