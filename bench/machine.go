package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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
	Shard    string            `json:"shard,omitempty"`    // i/n, of the instances
}

func describe(ctx context.Context, suite string, o Options, pairs []pair) machine {
	now := time.Now().UTC()
	m := machine{
		Run: now.Format("20060102T150405.000"), Shard: o.Shard, Suite: suite, Began: now.Truncate(time.Second), Cores: runtime.NumCPU(), Go: runtime.Version(),
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
		if p == nil || m.Versions[p.name] != "" {
			continue
		}
		if path, err := p.find(); err == nil {
			m.Versions[p.name] = p.versionOf(ctx, path)
		} else {
			m.Versions[p.name] = "missing"
		}
	}
	return m
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
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, machineFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	return f.Close()
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

// busy is the load per core above which other work disturbs the measurements.
const busy = 1.5

// conditions tells where and how everything was measured, and marks the runs that are not fit for publication.
func (s *section) conditions(d *document, machines []machine) {
	d.heading(1, "Where this was measured")
	t := table{head: []string{"run", "suite", "machine", "load before", "highest load", "commit", "limits", "runs", "not for publication"}}
	for _, m := range machines {
		part := s.only(func(r *Result) bool { return r.Run == m.Run && r.Outcome.Ran() })
		if len(part.results) == 0 {
			continue // all of it was measured again
		}
		highest := m.Load
		for _, r := range part.results {
			highest = max(highest, r.Load)
		}
		var marks []string
		if highest > busy*float64(m.Cores) {
			marks = append(marks, fmt.Sprintf("load above %v per core", busy))
		}
		if !knownCommit.MatchString(m.Commit) {
			marks = append(marks, "the commit is not known")
		}
		t.add(m.Run, m.Suite, fmt.Sprintf("%s, %d cores, %d GiB, %s", m.CPU, m.Cores, m.Memory>>30, m.System), fmt.Sprintf("%.1f", m.Load),
			fmt.Sprintf("%.1f", highest), fmt.Sprintf("%.12s, %s", m.Commit, m.Go),
			fmt.Sprintf("%s, %d MiB", limit(m.Timeout), m.Limit>>20), fmt.Sprint(len(part.results)), strings.Join(marks, "; "))
	}
	d.table(t)
	solvers := table{head: []string{"contestant", "version", "command"}}
	seen := map[string]bool{}
	for _, name := range s.contestants() {
		for _, r := range s.of(name).results {
			if key := r.Contestant + r.Version + r.Command; !seen[key] && r.Outcome.Ran() {
				seen[key] = true
				solvers.add(r.Contestant, r.Version, r.Command)
			}
		}
	}
	d.table(solvers)
}

// knownCommit is a commit without changes.
var knownCommit = regexp.MustCompile(`^[0-9a-f]{7,40}$`)
