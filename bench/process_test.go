//go:build linux

package bench

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func shell(script string) *exec.Cmd { return exec.Command("/bin/sh", "-c", script) }

// A child that goes on computing, and the child it started, are ended together when the CPU time is
// used up.
func TestLimitEndsTheWholeGroup(t *testing.T) {
	note := filepath.Join(t.TempDir(), "group")
	u := run(t.Context(), shell("echo $$ > "+note+"; (while :; do :; done) & while :; do :; done"), limits{cpu: 100 * time.Millisecond})
	if u.end != byTime {
		t.Errorf("ended by %v after %v", u.end, u.cpu)
	}
	nobodyLeft(t, note)
}

// What a child leaves behind is ended too.
func TestLeftoversAreEnded(t *testing.T) {
	note := filepath.Join(t.TempDir(), "group")
	u := run(t.Context(), shell("echo $$ > "+note+"; sleep 1000 & exit 3"), limits{})
	if u.end != byItself || u.exit != 3 {
		t.Errorf("ended by %v with %d", u.end, u.exit)
	}
	nobodyLeft(t, note)
}

// A child that takes more memory than it may is ended.
func TestMemoryLimit(t *testing.T) {
	u := run(t.Context(), shell(`x=0123456789abcdef; while :; do x=$x$x; done`), limits{memory: 64 << 20, cpu: time.Minute})
	if u.end != byMemory {
		t.Errorf("ended by %v with %d MiB", u.end, u.peak>>20)
	}
}

// An interrupt ends the child, and none is started after it.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	note := filepath.Join(t.TempDir(), "group")
	// The child says by a pipe that it runs; if it never starts, the pipe is closed with nothing in it.
	said, say, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	go func() {
		_, _ = said.Read(make([]byte, 1))
		cancel()
	}()
	child := shell("echo $$ > " + note + "; echo; while :; do :; done")
	child.Stdout = say
	u := run(ctx, child, limits{})
	say.Close()
	if u.end != byInterrupt {
		t.Fatalf("ended by %v: %v", u.end, u.err)
	}
	nobodyLeft(t, note)
	cmd := shell("exit 0")
	if u := run(ctx, cmd, limits{}); u.end != byInterrupt || cmd.Process != nil {
		t.Error("a child was started after the interrupt")
	}
}

// How a child failed is told in words: its exit code or the signal, and its last complaint.
func TestFailureInWords(t *testing.T) {
	for _, c := range []struct{ script, complaints, want string }{
		{"exit 7", "first\nlast\n", "exit 7: last"},
		{"exit 7", "", "exit 7"},
		{"kill -TERM $$", "", "signal: terminated"},
		{"kill -KILL $$", "oh\n", "signal: killed: oh"},
	} {
		if u := run(t.Context(), shell(c.script), limits{}); u.failure([]byte(c.complaints)) != c.want {
			t.Errorf("%s: %q, want %q", c.script, u.failure([]byte(c.complaints)), c.want)
		}
	}
}

func TestNoSuchProgram(t *testing.T) {
	if u := run(t.Context(), exec.Command("/nonexistent/program"), limits{}); u.err == nil {
		t.Error("started a program that is not there")
	}
}

func nobodyLeft(t *testing.T, note string) {
	t.Helper()
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, f := range files {
		data, _ := os.ReadFile(f)
		_, rest, _ := strings.Cut(string(data), ") ")
		// state, parent, group; a zombie waits for whoever takes over orphans
		if w := strings.Fields(rest); len(w) > 2 && w[2] == strings.TrimSpace(string(text)) && w[0] != "Z" && w[0] != "X" {
			t.Errorf("%s is still there: %s", f, data)
		}
	}
}
