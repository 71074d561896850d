package bench

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// machine describes the computer, the versions and the settings of a run: a line of machine.jsonl.
type machine struct {
	Run      string            `json:"run"`                // results refer to it
	Suite    string            `json:"suite"`              // the suite
	Began    time.Time         `json:"began"`              // when, RFC 3339
	CPU      string            `json:"cpu"`                // the processor
	Cores    int               `json:"cores"`              // how many
	Memory   int64             `json:"memory_bytes"`       // of the machine
	System   string            `json:"system"`             // the operating system
	Load     float64           `json:"load"`               // over the minute before
	Commit   string            `json:"commit"`             // of this program
	Go       string            `json:"go"`                 // the version of Go
	Versions map[string]string `json:"versions"`           // of each solver by name, or missing
	Timeout  float64           `json:"timeout_seconds"`    // the limit on processor time
	Limit    int64             `json:"memory_limit_bytes"` // the limit on memory
	Repeats  int               `json:"repeats"`            // seeds for each puzzle
	Shard    string            `json:"shard,omitempty"`    // i/n, of the runs
}

func describe(ctx context.Context, suite string, o Options, pairs []pair) machine {
	now := time.Now().UTC()
	m := machine{
		Shard: o.Shard, Suite: suite, Began: now.Truncate(time.Second), Cores: cores(), Go: runtime.Version(),
		System: strings.TrimSuffix(runtime.GOOS+"/"+runtime.GOARCH+", "+field("/etc/os-release", "PRETTY_NAME"),
			", "),
		Versions: map[string]string{},
		Timeout:  o.Timeout.Seconds(), Limit: o.Memory, Repeats: o.Repeat, Load: load(),
		Commit: cmp.Or(o.Commit, "unknown"), CPU: field("/proc/cpuinfo", "model name"),
	}
	// Several shards may begin at the same time.
	m.Run = strings.TrimSuffix(now.Format("20060102T150405.000")+"-"+strings.ReplaceAll(o.Shard, "/", "of"), "-")
	kib, _ := strconv.ParseInt(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64)
	m.Memory = kib << 10
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/go-air/gini" {
				m.Versions["gini"] = d.Version
			}
		}
	}
	for _, pair := range pairs {
		p := pair.who.peer
		if p == self || m.Versions[p.Name] != "" {
			continue
		}
		m.Versions[p.Name] = string(missing)
		if path, err := p.find(); err == nil {
			m.Versions[p.Name] = p.versionOf(ctx, path)
		}
	}
	return m
}

// cores is how many the machine has, also where this process may use only some of them: the load is that of all.
func cores() int {
	cpus, _ := os.ReadFile("/proc/cpuinfo")
	return max(strings.Count(string(cpus), "processor\t:"), runtime.NumCPU())
}

// load is that of the minute before; 0 if the system does not tell.
func load() (average float64) {
	data, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(data), &average)
	return average
}

// field finds the first line of a file with a name, if any, and a value, and returns the value without quotation marks.
func field(file, name string) string {
	data, _ := os.ReadFile(file)
	value := regexp.MustCompile(`(?m)^` + name + `\s*[:=]?\s*"?([^"\n]*)`).FindSubmatch(data)
	if value == nil {
		return ""
	}
	return string(value[1])
}
