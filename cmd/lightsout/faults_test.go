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
	"sync"
	"testing"
	"time"

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
		"output": {{"-n", "3", "-o", "OUT"}, {"-n", "3", "--resume", "-o", "OUT"}},
	}},
	"encode": {[]string{"-b", "3x3"}, map[string][][]string{
		"output": {{"-b", "3x3", "-o", "OUT"}},
		"proof":  {{"-b", "4x4", "--on", "1", "-o", "/dev/null", "--proof", "OUT.lrat"}, {"-b", "4x4", "--on", "1", "-o", "/dev/null", "--proof", "OUT.drat", "--binary"}},
	}},
	"play":  {nil, nil}, // it serves until it is stopped
	"serve": {nil, nil}, // standard input is empty: it writes nothing
	"draw": {[]string{"-b", "3x3", "--format", "svg"}, map[string][][]string{
		"output": {{"-b", "3x3", "-o", "OUT.svg"}, {"-b", "3x3", "-o", "OUT.png"}, {"-b", "3x3", "-o", "OUT.pdf"}, {"batch.jsonl", "--sheet", "1x2", "-o", "OUT.pdf"}},
	}},
	"picture": {[]string{"in.png", "--board", "4x4", "-o", "-"}, map[string][][]string{
		"output": {{"in.png", "--board", "4x4", "-o", "OUT.png"}},
	}},
	"animate": {[]string{"-b", "3x3", "-o", "-"}, map[string][][]string{
		"output": {{"-b", "3x3", "-o", "OUT.gif"}},
	}},
	"census": {[]string{"3"}, map[string][][]string{
		"output": {{"3", "-o", "OUT"}, {"3", "--format", "csv", "-o", "OUT"}},
		"db":     {{"3", "--db", "OUT"}},
	}},
	"bench": {[]string{"--list"}, map[string][][]string{
		"output": {{"--board", "3x3", "-o", "OUT"}},
	}},
	"version":    {[]string{}, nil},
	"help":       {[]string{}, nil},
	"completion": {[]string{"bash"}, nil},
}

// readFlags are the flags that name a file which is only read.
var readFlags = []string{"solve --cost", "check --model", "check --batch", "check --answers", "check --certificate", "check --cnf", "check --proof", "check --cost", "encode --cost", "bench --suite"}

// A new verb, or a new flag that names a file, has a place in the table of writers.
func TestEveryWriterIsKnown(t *testing.T) {
	for _, v := range verbs() {
		w, ok := writers[v.name]
		if !ok {
			t.Errorf("the verb %s is missing: say in writers how to make it write", v.name)
			continue
		}
		for _, f := range v.allWords() {
			if f.file && w.files[f.name] == nil && !slices.Contains(readFlags, v.name+" --"+f.name) {
				t.Errorf("%s --%s names a file: say in writers how to call it, or in readFlags that it only reads", v.name, f.name)
			}
		}
	}
}

// twoPuzzles is a batch, and what became of generating it.
var twoPuzzles = onceRun("generate", "-b", "3x3", "-n", "2", "--format", "jsonl")

// onceRun is a call of the tool that runs when it is first asked for.
func onceRun(args ...string) func() (code int, out, complaint string) {
	var once sync.Once
	var code int
	var out, complaint string
	return func() (int, string, string) {
		once.Do(func() { code, out, complaint = run(args...) })
		return code, out, complaint
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
	code, out, complaint := twoPuzzles()
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

// makesFolder reports whether a call writes several files into a folder.
func makesFolder(args []string) bool {
	return args[0] == "bench"
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
	if stderr != nil { // a terminal, which is for reading too
		cmd.Stdin, cmd.Stderr = stderr, stderr
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

// fault is something outside that goes wrong while a verb writes.
type fault struct {
	name string
	file string                                                       // what the call writes to, "" for standard output
	call func(t *testing.T, dir string, args ...string) (int, string) // runs the tool in the folder of inputs, with the fault
	want func(t *testing.T, args []string, code int, said string)
}

// faults are tried on every verb, and on every flag that names a file to write.
var faults = []fault{
	{"standard output on a full disk", "", onFullDevice, wantSentence("no space left on device")},
	{"a pipe that nobody reads", "", onClosedPipe, wantFailure},
	{"a terminal that is gone", "", onBrokenTerminal, wantFailure},
	{"a folder that may not be written to", locked() + "/out", onTerms, wantSentence("permission denied", "operation not permitted")},
	{"a folder that does not exist", "nowhere/out", onTerms, wantFolder},
	{"a file system without room", "disk/out", onFullDisk, wantSentence("no space left on device", "the disk is full")},
}

// Whatever goes wrong outside, every verb ends with a code and a sentence that say so, and leaves nothing behind.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			for _, args := range f.calls() {
				t.Run(strings.Join(args, " "), func(t *testing.T) {
					t.Parallel()
					dir := inputs(t)
					if f.file == "" {
						defer wantSame(t, dir, names(t, dir))
					}
					code, said := f.call(t, dir, args...)
					f.want(t, args, code, said)
				})
			}
		})
	}
}

// calls are those of the table of writers that the fault concerns.
func (f fault) calls() (list [][]string) {
	for _, v := range verbs() {
		if f.file == "" {
			if args := writers[v.name].stdout; args != nil {
				list = append(list, append([]string{v.name}, args...))
			}
			continue
		}
		for _, calls := range writers[v.name].files {
			for _, args := range calls {
				full := []string{v.name}
				for _, a := range args {
					full = append(full, strings.Replace(a, "OUT", f.file, 1))
				}
				list = append(list, full)
			}
		}
	}
	if f.file == "" { // a file beside standard output is none without it
		list = append(list, []string{"encode", "-b", "4x4", "--on", "1", "-o", "/dev/stdout", "--proof", "p.lrat"})
	}
	return list
}

func wantSame(t *testing.T, dir string, before []string) {
	t.Helper()
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("the folder has %v, want %v", after, before)
	}
}

// wantSentence is a failure that says one of these things.
func wantSentence(why ...string) func(*testing.T, []string, int, string) {
	return func(t *testing.T, _ []string, code int, said string) {
		t.Helper()
		complains(t, code, said, why...)
	}
}

// wantFailure is any code but 0: nobody is there to read a sentence.
func wantFailure(t *testing.T, args []string, code int, said string) {
	t.Helper()
	if code == exitDone || strings.Contains(said, "goroutine ") {
		t.Errorf("lightsout %s: exit %d, want a failure without a stack: %s", strings.Join(args, " "), code, said)
	}
}

// wantFolder is a sentence, unless the call makes the folder itself.
func wantFolder(t *testing.T, args []string, code int, said string) {
	t.Helper()
	if !makesFolder(args) {
		complains(t, code, said, "there is no folder nowhere; make it first")
	} else if code != exitDone {
		t.Errorf("exit %d, want 0: %s", code, said)
	}
}

// locked is a folder that may not be written to, even by the superuser.
func locked() string {
	if os.Geteuid() == 0 {
		return "/sys"
	}
	return "/"
}

// onTerms calls the tool as it is: the fault is in the name of the file.
func onTerms(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	return lightsout(t, dir, nil, nil, args...)
}

func onFullDevice(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("this system has no device that is always full: %v", err)
	}
	defer full.Close()
	return lightsout(t, dir, full, nil, args...)
}

func onClosedPipe(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	return lightsout(t, dir, w, nil, args...)
}

// onBrokenTerminal is what a lost connection leaves: a terminal that can be neither read nor written.
func onBrokenTerminal(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	keyboard, tty := openTerminal(t)
	keyboard.Close()
	return lightsout(t, dir, tty, tty, args...)
}

// onFullDisk calls the tool where disk is a file system that is full. A changed folder is the exit code 99.
func onFullDisk(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	tier.Slow(t, "mounts a small file system")
	if out, err := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", t.TempDir()).CombinedOutput(); err != nil {
		t.Skipf("this system lets nobody mount a small file system: %v %s", err, out)
	}
	const script = `set -e
mount -t tmpfs -o size=64k,nr_inodes=100 none disk
mkdir disk/frames
echo old >disk/out
cp disk/out disk/out.lrat
head -c 1M /dev/zero >disk/fill 2>/dev/null || true
ls -AR disk >before
cksum disk/out >>before
code=0
TMPDIR=/tmp lightsout "$@" </dev/null || code=$?
ls -AR disk >after
cksum disk/out >>after
cmp -s before after || { diff before after || true; code=99; }
exit $code
`
	if err := os.Mkdir(filepath.Join(dir, "disk"), 0o755); err != nil {
		t.Fatal(err)
	}
	args = slices.Clone(args)
	grows := slices.Contains(args, "--resume") || slices.Contains(args, "--resume")
	for i, a := range args {
		switch {
		case a != "disk/out":
		case grows: // it refuses a file that holds something else
			args[i] = "disk/new"
		case makesFolder(args):
			args[i] = "disk/frames"
		}
	}
	cmd := exec.CommandContext(t.Context(), "unshare", append([]string{"-rm", "sh", "-c", script, "sh"}, args...)...)
	cmd.Dir = dir
	said, _ := cmd.CombinedOutput()
	code := cmd.ProcessState.ExitCode()
	if grows && code == 99 {
		code = exitUsage // such a file is there from the beginning
	}
	return code, string(said)
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
