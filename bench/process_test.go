//go:build linux

package bench

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func shell(script string) *exec.Cmd { return exec.Command("/bin/sh", "-c", script) }

// Nothing escapes a limit or outlives its child: neither the time nor the processes that it leaves behind, also in other
// groups and sessions, whoever waits for them.
func TestNothingEscapes(t *testing.T) {
	const spin = "i=0; while [ $i -lt 20000000 ]; do i=$((i+1)); done" // far more than the limit
	const second = 300 * time.Millisecond
	for about, c := range map[string]struct {
		script string
		limits limits
		want   outcome
		exit   int
		used   time.Duration // at least
	}{
		"a child and its own":          {"echo $$ > NOTE; (while :; do :; done) & while :; do :; done", limits{CPU: 100 * time.Millisecond}, gaveUp, -1, 100 * time.Millisecond},
		"left behind in its group":     {"echo $$ > NOTE; sleep 1000 & exit 3", limits{}, "", 3, 0},
		"forked twice, and polled for": {"(setsid sh -c 'echo $$ > NOTE; " + spin + "; echo > NOTE.done' &) ; while [ ! -e NOTE.done ]; do sleep 0.01; done; echo s UNSATISFIABLE", limits{CPU: second}, gaveUp, -1, second},
		"forked twice, not waited for": {"(setsid sh -c 'echo $$ > NOTE; " + spin + "' &) ; while [ ! -s NOTE ]; do sleep 0.01; done; sleep 100", limits{CPU: second}, gaveUp, -1, second},
		"two sessions":                 {"setsid sh -c 'setsid sh -c \"echo \\$\\$ > NOTE; " + strings.ReplaceAll(spin, "$", "\\$") + "\" & wait' & wait", limits{CPU: second}, gaveUp, -1, second},
		"left behind in a session": {"(setsid sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo $$ > NOTE; while :; do :; done' &) ; " +
			"while [ ! -s NOTE ]; do sleep 0.01; done; exit 3", limits{}, "", 3, 50 * time.Millisecond},
		"asleep":        {"echo $$ > NOTE; sleep 1000", limits{CPU: time.Minute, Wall: 500 * time.Millisecond}, gaveUp, -1, 0},
		"out of memory": {"echo $$ > NOTE; x=0123456789abcdef; while :; do x=$x$x; done", limits{Memory: 64 << 20, CPU: time.Minute}, outOfMemory, -1, 0},
	} {
		note := filepath.Join(t.TempDir(), "group")
		u := run(t.Context(), shell(strings.ReplaceAll(c.script, "NOTE", note)), c.limits)
		if u.Outcome != c.want || u.Exit != c.exit || u.CPU < c.used || u.Method == "" || u.Fault != "" {
			t.Errorf("%s: %+v, want %q with %d", about, u, c.want, c.exit)
		}
		nobodyLeft(t, note)
	}
}

// Endless output is cut off before it fills the disk.
func TestOutputLimit(t *testing.T) {
	out := must(os.Create(filepath.Join(t.TempDir(), "out")))(t)
	defer out.Close()
	cmd := exec.Command("yes")
	cmd.Stdout = out
	if u := run(t.Context(), cmd, limits{CPU: time.Minute}); u.Outcome != failed {
		t.Errorf("ended by %v %s", u.Outcome, u.How)
	}
}

// A program that prints without end instead of its version has none, takes no memory of ours, and is ended with all that it
// started.
func TestEndlessVersion(t *testing.T) {
	dir := t.TempDir()
	note := filepath.Join(dir, "group")
	program := write(t, dir, "endless", "#!/bin/sh\necho $$ > "+note+"\nsleep 1000 &\nexec yes 'version of a solver'\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if v := (&peer{own: true}).versionOf(t.Context(), program); v != "unknown" {
		t.Error(v)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 16<<20 {
		t.Errorf("it took %d MiB", taken>>20)
	}
	nobodyLeft(t, note)
}

// An interrupt kills the child, and no child starts after it.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	note := filepath.Join(t.TempDir(), "group")
	// The child reports through a pipe that it runs. If it never starts, the pipe is closed empty.
	started, signal, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer started.Close()
	go func() {
		_, _ = started.Read(make([]byte, 1))
		cancel()
	}()
	child := shell("echo $$ > " + note + "; echo; while :; do :; done")
	child.Stdout = signal
	u := run(ctx, child, limits{})
	signal.Close()
	if u.Exit >= 0 || u.Outcome != "" {
		t.Fatalf("ended with %d, %v", u.Exit, u.Outcome)
	}
	nobodyLeft(t, note)
	if u := run(ctx, shell("echo >"+note+".again"), limits{}); u.Fault == "" || u.How != "" {
		t.Error("a child was started after the interrupt")
	}
}

// A failure is described by exit code or signal, and the last line of standard error.
func TestFailureInWords(t *testing.T) {
	for _, c := range []struct{ script, complaints, want string }{
		{"exit 7", "first\nlast\n", "exit status 7: last"},
		{"exit 7", "", "exit status 7"},
		{"kill -TERM $$", "", "signal: terminated"},
		{"kill -KILL $$", "oh\n", "signal: killed: oh"},
	} {
		if u := run(t.Context(), shell(c.script), limits{}); u.failure([]byte(c.complaints)) != c.want {
			t.Errorf("%s: %q, want %q", c.script, u.failure([]byte(c.complaints)), c.want)
		}
	}
}

func TestNoSuchProgram(t *testing.T) {
	if u := run(t.Context(), exec.Command("/nonexistent/program"), limits{}); u.Fault == "" {
		t.Error("started a program that is not there")
	}
}

// nobodyLeft waits for the killed processes of a group to disappear: the kernel may take a moment, or many if the machine is
// busy.
func nobodyLeft(t *testing.T, note string) {
	t.Helper()
	group := strings.TrimSpace(read(t, "", note))
	for end := time.Now().Add(10 * time.Minute); ; <-time.After(10 * time.Millisecond) {
		left := running(group)
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("still running: %q", left)
		}
	}
}

// running lists the processes of a group, except zombies, which wait for their parent to notice.
func running(group string) (list []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		data, _ := os.ReadFile(f)
		_, rest, _ := strings.Cut(string(data), ") ")
		if w := strings.Fields(rest); len(w) > 2 && w[2] == group && w[0] != "Z" && w[0] != "X" { // state, parent, group
			list = append(list, string(data))
		}
	}
	return list
}
