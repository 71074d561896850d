//go:build linux

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"lightsout/internal/boardtest/tier"
)

// writers say how to call each verb so that it writes to standard output, and for each of its flags that
// name a file to write, how to call it so that it does. OUT is that file. They run in a folder of inputs.
var writers = map[string]struct {
	stdout []string
	files  map[string][][]string
}{
	"solve": {[]string{"-b", "3x3"}, map[string][][]string{
		"output":      {{"-b", "3x3", "-o", "OUT"}, {"batch.jsonl", "-o", "OUT"}, {"-b", "3x3", "--format", "pbm", "-o", "OUT"}},
		"certificate": {{"-b", "3x3", "--min", "--certificate", "OUT"}},
	}},
	"info": {[]string{"-b", "3x3"}, map[string][][]string{
		"output": {{"-b", "3x3", "-o", "OUT"}, {"-b", "grid:NxN", "--n", "1-3", "--format", "csv", "-o", "OUT"}},
	}},
	"check": {[]string{"-b", "3x3", "--presses", "1,3,5,7,9"}, map[string][][]string{
		"output":  {{"-b", "3x3", "--presses", "1,3,5,7,9", "-o", "OUT"}},
		"summary": {{"--batch", "batch.jsonl", "--summary", "OUT"}},
	}},
	"generate": {[]string{"-n", "3"}, map[string][][]string{
		"output": {{"-n", "3", "-o", "OUT"}, {"-n", "3", "--append", "-o", "OUT"}},
	}},
	"encode": {[]string{"-b", "3x3"}, map[string][][]string{
		"output": {{"-b", "3x3", "-o", "OUT"}},
		"proof":  {{"-b", "4x4", "--on", "1", "-o", "/dev/null", "--proof", "OUT.lrat"}, {"-b", "4x4", "--on", "1", "-o", "/dev/null", "--proof", "OUT.drat", "--binary"}},
	}},
	"decode": {[]string{"hexcolor:5", "--in", "one.hits"}, map[string][][]string{
		"output":     {{"hexcolor:5", "--in", "one.hits", "-o", "OUT.01"}, {"--simulate", "hexcolor:5", "--p", "0.1", "--shots", "100", "-o", "OUT"}},
		"errors-out": {{"hexcolor:5", "--in", "one.hits", "--errors-out", "OUT.01"}},
		"plot":       {{"--simulate", "hexcolor:5", "--p", "0.1,0.2", "--shots", "100", "--plot", "OUT.svg"}, {"--simulate", "hexcolor:5", "--p", "0.1,0.2", "--shots", "100", "--plot", "OUT.png"}},
	}},
	"play":  {nil, nil}, // it serves until it is stopped
	"serve": {nil, nil}, // standard input is empty: it writes nothing
	"draw": {[]string{"-b", "3x3", "--format", "svg"}, map[string][][]string{
		"output": {{"-b", "3x3", "-o", "OUT.svg"}, {"-b", "3x3", "-o", "OUT.png"}, {"-b", "3x3", "-o", "OUT.pdf"}, {"batch.jsonl", "--sheet", "1x2", "-o", "OUT.pdf"}},
	}},
	"picture": {[]string{"in.png", "--size", "4x4", "-o", "-"}, map[string][][]string{
		"output": {{"in.png", "--size", "4x4", "-o", "OUT.png"}, {"in.png", "--size", "4x4", "-o", "OUT.lo"}},
		"diff":   {{"in.png", "--size", "4x4", "--diff", "OUT.png", "-o", "/dev/null"}},
	}},
	"animate": {[]string{"-b", "3x3", "-o", "-"}, map[string][][]string{
		"output":     {{"-b", "3x3", "-o", "OUT.gif"}},
		"frames-dir": {{"-b", "3x3", "--frames-dir", "OUT"}},
	}},
	"census": {[]string{"3"}, map[string][][]string{
		"output": {{"3", "-o", "OUT"}, {"3", "--csv", "-o", "OUT"}},
		"db":     {{"3", "--db", "OUT"}},
	}},
	"bench": {[]string{"--list"}, map[string][][]string{
		"out": {{"--board", "3x3", "--out", "OUT"}},
	}},
	"version":    {[]string{}, nil},
	"help":       {[]string{}, map[string][][]string{"man": {{"--man", "OUT"}}}},
	"completion": {[]string{"bash"}, nil},
}

// readFlags are the flags that name a file which is only read.
var readFlags = []string{"solve --cost", "check --model", "check --batch", "check --answers", "check --certificate", "check --cnf", "check --proof", "check --cost", "decode --in", "decode --logical", "encode --cost", "bench --suite"}

// A new verb, or a new flag that names a file, has a place in the table of writers.
func TestEveryWriterIsKnown(t *testing.T) {
	for _, v := range verbs() {
		w, ok := writers[v.name]
		if !ok {
			t.Errorf("the verb %s is missing: say in writers how to make it write", v.name)
			continue
		}
		flags := newFlagSet(v.name)
		v.setup(flags)
		flags.VisitAll(func(f *pflag.Flag) {
			kind, _ := pflag.UnquoteUsage(f)
			if kind != "FILE" && kind != "DIR" {
				return
			}
			if w.files[f.Name] == nil && !slices.Contains(readFlags, v.name+" --"+f.Name) {
				t.Errorf("%s --%s names a file: say in writers how to call it, or in readFlags that it only reads", v.name, f.Name)
			}
		})
	}
}

// inputs is a folder with what the writers read.
func inputs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file("one.hits", []byte("0\n"))
	code, out, complaint := run("generate", "-b", "3x3", "-n", "2", "--format", "jsonl")
	if code != exitDone {
		t.Fatal(complaint)
	}
	file("batch.jsonl", []byte(out))
	im := image.NewGray(image.Rect(0, 0, 4, 4))
	im.SetGray(1, 1, color.Gray{Y: 255})
	var text bytes.Buffer
	if err := png.Encode(&text, im); err != nil {
		t.Fatal(err)
	}
	file("in.png", text.Bytes())
	return dir
}

// eachFile calls do with every call of the table that writes a file, which is to be out.
func eachFile(t *testing.T, out string, do func(t *testing.T, args []string)) {
	for _, v := range verbs() {
		for flag, calls := range writers[v.name].files {
			for i, args := range calls {
				t.Run(fmt.Sprintf("%s-%s-%d", v.name, flag, i), func(t *testing.T) {
					full := []string{v.name}
					for _, a := range args {
						full = append(full, strings.Replace(a, "OUT", out, 1))
					}
					do(t, full)
				})
			}
		}
	}
}

// makesFolder reports whether a call writes several files into a folder.
func makesFolder(args []string) bool {
	return slices.ContainsFunc([]string{"--out", "--frames-dir", "--man"}, func(flag string) bool { return slices.Contains(args, flag) })
}

// names are the entries of a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// lightsout runs the tool as a process of its own, with a limit that no call here should come near.
func lightsout(t *testing.T, dir string, stdout, stderr *os.File, args ...string) (code int, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "lightsout", args...)
	var text bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &text, &text
	if stdout != nil {
		cmd.Stdout = stdout
	}
	if stderr != nil {
		cmd.Stderr = stderr
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(10*time.Minute, func() { _ = cmd.Process.Kill(); t.Errorf("%v hangs", args) })
	defer timer.Stop()
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), text.String()
}

// complains checks that a run failed with a sentence, not with a stack, and says what cannot be written.
func complains(t *testing.T, code int, said string, why ...string) {
	t.Helper()
	says := slices.ContainsFunc(why, func(words string) bool { return strings.Contains(said, words) })
	if code != exitUsage || !says || !sentence.MatchString(said) || temporary.MatchString(said) || strings.Contains(said, "goroutine ") {
		t.Errorf("exit %d, want 2 and a sentence with one of %q:\n%s", code, why, said)
	}
}

var (
	sentence  = regexp.MustCompile(`(?m)^lightsout: `)
	temporary = regexp.MustCompile(`\.out[.a-z0-9]*[0-9]{9}`) // a name that nobody knows
)

// Standard output that takes nothing more: the disk is full.
func TestFullStandardOutput(t *testing.T) {
	dir := inputs(t)
	for _, v := range verbs() {
		if writers[v.name].stdout == nil {
			continue
		}
		t.Run(v.name, func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skipf("this system has no device that is always full: %v", err)
			}
			defer full.Close()
			code, said := lightsout(t, dir, full, nil, append([]string{v.name}, writers[v.name].stdout...)...)
			complains(t, code, said, "no space left on device")
		})
	}
}

// Nobody reads standard output any more: the tool ends at once, as others do, and leaves no unfinished file.
func TestClosedPipe(t *testing.T) {
	dir := inputs(t)
	before := names(t, dir)
	closed := func(t *testing.T, args []string) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		defer w.Close()
		code, said := lightsout(t, dir, w, nil, args...)
		if code == exitDone || strings.Contains(said, "goroutine ") {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	for _, v := range verbs() {
		if writers[v.name].stdout != nil {
			closed(t, append([]string{v.name}, writers[v.name].stdout...))
		}
	}
	// A file beside standard output is none without it.
	closed(t, []string{"encode", "-b", "4x4", "--on", "1", "-o", "/dev/stdout", "--proof", "p.lrat"})
	closed(t, []string{"decode", "hexcolor:5", "--in", "one.hits", "--errors-out", "e.01"})
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("the folder has %v, want %v", after, before)
	}
}

// openTerminal is a pseudo-terminal: what a program writes to tty is read from keyboard, and the other way
// round.
func openTerminal(t *testing.T) (keyboard, tty *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this system has no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return keyboard, tty
}

// The terminal is gone, as after a lost connection: writing fails, and the tool ends.
func TestBrokenTerminal(t *testing.T) {
	dir := inputs(t)
	before := names(t, dir)
	var calls [][]string
	for _, v := range verbs() {
		if writers[v.name].stdout != nil {
			calls = append(calls, append([]string{v.name}, writers[v.name].stdout...))
		}
	}
	for _, args := range calls {
		keyboard, tty := openTerminal(t)
		keyboard.Close()
		cmd := exec.CommandContext(t.Context(), "lightsout", args...)
		cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, tty, tty, tty
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(10*time.Minute, func() { _ = cmd.Process.Kill(); t.Errorf("%v hangs", args) })
		if err := cmd.Wait(); err == nil {
			t.Errorf("%v succeeds without a terminal", args)
		}
		timer.Stop()
	}
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("the folder has %v, want %v", after, before)
	}
}

// A folder that may not be written to.
func TestNoPermission(t *testing.T) {
	dir := inputs(t)
	locked := filepath.Join(dir, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		locked = "/sys" // where even the superuser may not
	}
	eachFile(t, filepath.Join(locked, "out"), func(t *testing.T, args []string) {
		code, said := lightsout(t, dir, nil, nil, args...)
		complains(t, code, said, "permission denied", "operation not permitted")
	})
}

// A folder that does not exist.
func TestNoSuchFolder(t *testing.T) {
	dir := inputs(t)
	eachFile(t, filepath.Join(dir, "nowhere", "out"), func(t *testing.T, args []string) {
		code, said := lightsout(t, dir, nil, nil, args...)
		if makesFolder(args) { // they make their folder
			if code != exitDone {
				t.Errorf("exit %d: %s", code, said)
			}
			if err := os.RemoveAll(filepath.Join(dir, "nowhere")); err != nil {
				t.Fatal(err)
			}
			return
		}
		complains(t, code, said, "no such file or directory")
	})
}

// A file system without room: the tool says so, the old file stays, and no other is left.
func TestFullDisk(t *testing.T) {
	tier.Slow(t, "mounts a small file system for every flag that writes")
	if out, err := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", t.TempDir()).CombinedOutput(); err != nil {
		t.Skipf("this system lets nobody mount a small file system: %v %s", err, out)
	}
	dir := inputs(t)
	const script = `set -e
mount -t tmpfs -o size=64k,nr_inodes=100 none "$1"; shift
mkdir disk/frames
echo old >disk/out
cp disk/out disk/out.lrat
head -c 1M /dev/zero >disk/fill 2>/dev/null || true
ls -AR disk >before
cksum disk/out >>before
code=0 # a changed folder is 99
TMPDIR=/tmp lightsout "$@" </dev/null || code=$?
ls -AR disk >after
cksum disk/out >>after
cmp -s before after || { diff before after || true; code=99; }
exit $code
`
	if err := os.Mkdir(filepath.Join(dir, "disk"), 0o755); err != nil {
		t.Fatal(err)
	}
	eachFile(t, "disk/out", func(t *testing.T, args []string) {
		grows := slices.Contains(args, "--append") || slices.Contains(args, "--resume")
		for i, a := range args {
			switch {
			case a != "disk/out":
			case grows: // it refuses a file that holds something else
				args[i] = "disk/new"
			case makesFolder(args):
				args[i] = "disk/frames"
			}
		}
		cmd := exec.CommandContext(t.Context(), "unshare", append([]string{"-rm", "sh", "-c", script, "sh", "disk"}, args...)...)
		cmd.Dir = dir
		said, _ := cmd.CombinedOutput()
		code, out := cmd.ProcessState.ExitCode(), string(said)
		if grows && code == 99 {
			code = exitUsage // such a file is there from the beginning
		}
		complains(t, code, out, "no space left on device", "the disk is full")
	})
}
