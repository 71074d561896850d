package reserve

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// spare is what stays free of the addresses that ulimit -v leaves: Go takes them in pieces of 64 MiB, and the C library
// does so for its threads.
const spare = 320 << 20

// addresses is how many bytes of addresses may be taken at once, or a negative number if they are not limited.
func addresses() int64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || limit.Cur >= 1<<60 {
		return -1
	}
	text, err := os.ReadFile("/proc/self/statm")
	first, _, _ := strings.Cut(string(text), " ")
	pages, errNumber := strconv.ParseInt(first, 10, 64)
	if err != nil || errNumber != nil {
		return -1
	}
	return max(int64(limit.Cur)-pages*int64(os.Getpagesize())-spare, 0)
}
