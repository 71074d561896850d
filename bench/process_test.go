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

// A child that never stops and the child it started are killed together when the CPU time is used up.
func TestLimitEndsTheWholeGroup(t *testing.T) {
	note := filepath.Join(t.TempDir(), "group")
	u := run(t.Context(), shell("echo $$ > "+note+"; (while :; do :; done) & while :; do :; done"), limits{CPU: 100 * time.Millisecond})
	if u.Outcome != gaveUp {
		t.Errorf("ended by %v after %v", u.Outcome, u.CPU)
	}
	nobodyLeft(t, note)
}

// Processes that a child leaves behind in its group are killed too.
func TestLeftoversAreEnded(t *testing.T) {
	note := filepath.Join(t.TempDir(), "group")
	u := run(t.Context(), shell("echo $$ > "+note+"; sleep 1000 & exit 3"), limits{})
	if u.Outcome != "" || u.Exit != 3 {
		t.Errorf("ended by %v with %d", u.Outcome, u.Exit)
	}
	nobodyLeft(t, note)
}

// Nothing escapes: neither the time nor the processes of a child that forks twice into sessions of its own, whoever
// waits for it.
func TestNothingEscapes(t *testing.T) {
	spin := "i=0; while [ $i -lt 20000000 ]; do i=$((i+1)); done" // far more than the limit
	for about, script := range map[string]string{
		"waited for by polling": "(setsid sh -c 'echo $$ > NOTE; " + spin + "; echo > NOTE.done' &) ; while [ ! -e NOTE.done ]; do sleep 0.01; done; echo s UNSATISFIABLE",
		"not waited for":        "(setsid sh -c 'echo $$ > NOTE; " + spin + "' &) ; while [ ! -s NOTE ]; do sleep 0.01; done; sleep 100",
		"twice":                 "setsid sh -c 'setsid sh -c \"echo \\$\\$ > NOTE; " + strings.ReplaceAll(spin, "$", "\\$") + "\" & wait' & wait",
	} {
		note := filepath.Join(t.TempDir(), "group")
		u := run(t.Context(), shell(strings.ReplaceAll(script, "NOTE", note)), limits{CPU: 300 * time.Millisecond})
		if u.Outcome != gaveUp || u.CPU < 300*time.Millisecond || u.Method == "" {
			t.Errorf("%s: %q after %v by %q (%s)", about, u.Outcome, u.CPU, u.Method, u.Fault)
		}
		nobodyLeft(t, note)
	}
}

// What a child leaves behind at its end is ended, and its time counts, though it has another session and parent.
func TestOrphansAreEnded(t *testing.T) {
	note := filepath.Join(t.TempDir(), "group")
	u := run(t.Context(), shell("(setsid sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo $$ > "+note+"; while :; do :; done' &) ; "+
		"while [ ! -s "+note+" ]; do sleep 0.01; done; exit 3"), limits{})
	if u.Outcome != "" || u.Exit != 3 || u.CPU < 50*time.Millisecond {
		t.Errorf("ended by %v with %d after %v", u.Outcome, u.Exit, u.CPU)
	}
	nobodyLeft(t, note)
}

// A child that does nothing is ended by the clock.
func TestClockLimit(t *testing.T) {
	if u := run(t.Context(), shell("sleep 1000"), limits{CPU: time.Minute, Wall: 500 * time.Millisecond}); u.Outcome != gaveUp {
		t.Errorf("ended by %v", u.Outcome)
	}
}

// Endless output is cut off before it fills the disk.
func TestOutputLimit(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
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
	note, program := filepath.Join(dir, "group"), filepath.Join(dir, "endless")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho $$ > "+note+"\nsleep 1000 &\nexec yes 'version of a solver'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
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

// A child that exceeds its memory limit is killed.
func TestMemoryLimit(t *testing.T) {
	u := run(t.Context(), shell(`x=0123456789abcdef; while :; do x=$x$x; done`), limits{Memory: 64 << 20, CPU: time.Minute})
	if u.Outcome != outOfMemory {
		t.Errorf("ended by %v with %d MiB", u.Outcome, u.Peak>>20)
	}
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

// nobodyLeft waits for the killed processes of a group to disappear: the kernel may take a moment, or many if
// the machine is busy.
func nobodyLeft(t *testing.T, note string) {
	t.Helper()
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Minute); ; <-time.After(10 * time.Millisecond) {
		left := running(strings.TrimSpace(string(text)))
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
