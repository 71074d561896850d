package reserve

import (
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Machine is how much the program may take: most of what is free, or what the group of processes that
// it runs in may have, or what ulimit -v leaves. 0 if nothing is known.
func Machine() int64 {
	least := int64(0)
	bound := func(bytes int64) {
		if bytes > 0 && (least == 0 || bytes < least) {
			least = bytes
		}
	}
	if free := numberIn("/proc/meminfo", "MemAvailable:", 1) << 10; free > 0 {
		free += numberIn("/proc/meminfo", "SwapFree:", 1) << 10
		bound(free - free/8)
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	for _, name := range groupLimits(string(groups)) {
		if n := numberIn(name, "", 0); n > 0 && n < 1<<60 {
			bound(n - n/8)
		}
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && limit.Cur < 1<<60 {
		// Memory that is asked for at once is refused by the system before the guard sees it, a list that
		// grows needs its old and its new place, and Go takes addresses in pieces of 64 MiB: a quarter is safe.
		taken := numberIn("/proc/self/statm", "", 0) * int64(os.Getpagesize())
		bound(max((int64(limit.Cur)-taken)/4, 1))
	}
	return least
}

// SaveAddresses starts the program again where ulimit -v counts addresses, telling the C library of most builds not to take
// 64 MiB of them for each thread.
func SaveAddresses() {
	const arenas, again = "MALLOC_ARENA_MAX", "LIGHTSOUT_ARENAS"
	if os.Getenv(again) != "" { // the second time
		os.Unsetenv(again)
		os.Unsetenv(arenas)
		return
	}
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || limit.Cur >= 1<<60 || os.Getenv(arenas) != "" {
		return
	}
	if file, err := os.Executable(); err == nil {
		_ = syscall.Exec(file, os.Args, append(os.Environ(), arenas+"=1", again+"=1")) // without it, less fits
	}
}

// numberIn is a number in a file of the kernel: a field of the line that begins with label, or of the first if that is
// "".
func numberIn(file, label string, field int) int64 {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > field && (label == "" || fields[0] == label) {
			n, _ := strconv.ParseInt(fields[field], 10, 64)
			return n
		}
	}
	return 0
}

// groupLimits are the files that may hold the limit of the program's control group or of one above it, in both versions
// of Linux's control groups. A container sees its own group as the root, whatever the kernel calls it.
func groupLimits(groups string) []string {
	const first, second = "/sys/fs/cgroup/memory", "/sys/fs/cgroup"
	const firstFile, secondFile = "memory.limit_in_bytes", "memory.max"
	files := []string{path.Join(second, secondFile), path.Join(first, firstFile)}
	for line := range strings.Lines(groups) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // its number, the controllers, the group
		if len(fields) < 3 {
			continue
		}
		mount, file := second, secondFile
		if fields[1] != "" {
			mount, file = first, firstFile
			if !slices.Contains(strings.Split(fields[1], ","), "memory") {
				continue
			}
		}
		for group := path.Clean("/" + fields[2]); group != "/"; group = path.Dir(group) {
			files = append(files, path.Join(mount, group, file))
		}
	}
	return files
}
