package bench

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
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
	Shard    string            `json:"shard,omitempty"`    // i/n, of the instances
}

func describe(ctx context.Context, suite string, o Options, pairs []pair) machine {
	now := time.Now().UTC()
	m := machine{
		Run: now.Format("20060102T150405.000"), Shard: o.Shard, Suite: suite, Began: now.Truncate(time.Second), Cores: cores(), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Versions: map[string]string{},
		Timeout: o.Timeout.Seconds(), Limit: o.Memory, Repeats: o.Repeat,
	}
	m.CPU = field("/proc/cpuinfo", "model name", ":")
	kib, _ := strconv.ParseInt(strings.TrimSuffix(field("/proc/meminfo", "MemTotal", ":"), " kB"), 10, 64)
	m.Memory = kib << 10
	if name := strings.Trim(field("/etc/os-release", "PRETTY_NAME", "="), `"`); name != "" {
		m.System += ", " + name
	}
	if o.Shard != "" { // several may begin at the same time
		m.Run += "-" + strings.ReplaceAll(o.Shard, "/", "of")
	}
	m.Load, m.Commit = load(), cmp.Or(o.Commit, "unknown")
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "github.com/go-air/gini" {
				m.Versions["gini"] = d.Version
			}
		}
	}
	for _, pair := range pairs {
		p := pair.who.peer
		if p == nil || m.Versions[p.Name] != "" {
			continue
		}
		if path, err := p.find(); err == nil {
			m.Versions[p.Name] = p.versionOf(ctx, path)
		} else {
			m.Versions[p.Name] = "missing"
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
func load() float64 {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	average, _ := strconv.ParseFloat(strings.Fields(string(data))[0], 64)
	return average
}

// field finds the first line of a file with the given name before sep, and returns its value.
func field(file, name, sep string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		key, value, ok := strings.Cut(line, sep)
		if ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// note appends the machine to a folder of results.
func (m machine) note(dir string) error {
	f, err := os.OpenFile(filepath.Join(dir, machineFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(writeLine(f, m), f.Close())
}

// readMachines lists the runs that a folder's results come from.
func readMachines(dir string) ([]machine, error) {
	name := filepath.Join(dir, machineFile)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parseLines(name, "the description of a run", data, func(*machine) error { return nil })
}
