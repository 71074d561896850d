package reserve

import (
	"slices"
	"testing"
)

// The limits of a group and of all above it hold, in both versions; a path that leads out of a container is the root.
func TestLimitsOfControlGroups(t *testing.T) {
	const two, one = "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
	for groups, want := range map[string][]string{
		"":        {},
		"0::/\n":  {},
		"0::/a/b": {"/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max"},
		"5:cpu,cpuacct:/x\n4:hugetlb,memory:/a:b\n0::/../..\n": {"/sys/fs/cgroup/memory/a:b/memory.limit_in_bytes"},
	} {
		if got := groupLimits(groups); !slices.Equal(got, append([]string{two, one}, want...)) {
			t.Errorf("%q: %q", groups, got)
		}
	}
}
