package covering

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePages asks for pages of megabytes, as finding the pages of a large table takes longer than reading it.
func largePages[T any](entries []T) {
	const page = 1 << 12
	from := uintptr(unsafe.Pointer(unsafe.SliceData(entries)))
	size := uintptr(len(entries)) * unsafe.Sizeof(entries[0])
	skip := -from % page
	if size < skip+1<<21 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(entries))), size)
	_ = unix.Madvise(bytes[skip:size-(from+size)%page], unix.MADV_HUGEPAGE) // it works without as well
}
