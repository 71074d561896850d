//go:build linux

package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lightsout/internal/atomicfile"
	"lightsout/internal/boardtest/tier"
)

// work is a command that would take hours, and files that it writes: the words that begin with "old". It runs in a
// folder where these files are there already.
type work struct {
	args string
	// bestSoFar is in every file that appears if the search is stopped: it says that this is the best so far. None of a
	// list of records appears then.
	bestSoFar string
	// whole is in the files of a work of which limits stop each record, so that they end it, and the files are whole.
	whole   string
	noLimit bool // it has no --timeout
	grows   bool // its file is continued, and has whole lines at any time
}

// works are the questions of every verb that writes files. Each is one row.
var works = []work{
	{args: "solve -b 95x95 --min -o old.txt --certificate old.json", bestSoFar: `not proved|"minimum":false`},
	{args: "solve -b 95x95 --min --json -o old.json", bestSoFar: `"stopped":`},
	{args: "solve -b 95x95 --min --format bits -o old.bits", bestSoFar: `^c not proved to be the fewest`},
	{args: "solve -b 95x95 --min --format pbm -o old.pbm", bestSoFar: `# not proved to be the fewest`},
	{args: "solve -b hypercube:12 --engine sat --xor cut:3 --on random -o old.txt"},
	{args: "solve -b hypercube:9 --all --limit 0 -o old.txt"},
	{args: "solve -b hypercube:9 --all --limit 0 --format bits -o old.bits"},
	{args: "solve -b hypercube:9 --all --limit 0 --json -o old.json"},
	{args: "solve hard.lo --min -o old.jsonl", whole: `(?s)95x95.*95x95`},
	{args: "solve hard.lo --min -o old.txt --certificate old.json", whole: `(?s)95x95.*95x95`},
	{args: "solve one.lo --min -o old.txt", bestSoFar: `not proved`},
	{args: "solve hard.lo#1 --min -o old.json --certificate old.jsonl", bestSoFar: `"stopped":|"minimum":false`},
	{args: "solve - -o old.jsonl", noLimit: true},
	{args: "info -b 19x19 --depth -o old.txt", bestSoFar: `(?m)^stopped |not proved`},
	{args: "info -b 19x19 --depth -o old.json", bestSoFar: `"stopped":`},
	{args: "info deep.lo#1 --depth -o old.json", bestSoFar: `^\{.*"stopped":`},
	{args: "info deep.lo --depth -o old.json", whole: `(?s)19x19.*19x19`},
	{args: "info -b grid:NxN --n 19-20 --columns depth -o old.csv", whole: `20x20`},
	{args: "check --batch - -o old.txt --summary old.json"},
	{args: "check --batch - --json -o old.jsonl --summary old.json"},
	{args: "generate -b 19x19 -n 1000000000 -o old.jsonl"},
	{args: "generate -b 19x19 -n 1000000000 --resume -o old.csv", grows: true},
	{args: "encode -b 6000x6000 -o old.cnf"},
	{args: "encode -b 4x299999 --on 1 -o old.cnf --proof old.lrat"},
	{args: "picture in.png -b 95x95 -o old.png", bestSoFar: `(?s)^.PNG.*IEND`}, // the report says so
	{args: "bench -b 9x9 --repeat 1000 -o new", noLimit: true, grows: true},
	{args: "draw -b 95x95 --answer -o old.svg", bestSoFar: "not proved to be the fewest"},
	{args: "draw hard.lo --sheet 1x2 --answer -o old.svg", whole: `</svg>`},
	{args: "animate hard.lo#1 -o old.gif", noLimit: true},
	{args: "census 5x5 --format csv -o old.csv"},
	{args: "census 5x5 --db old.db"},
	{args: "census 4x4 5x5 6x6 --json -o old.json"},
}

// endings are the ways in which they end.
var endings = []struct {
	name  string
	slow  bool // of the second tier
	limit bool // a flag ends the search for each record
	call  func(t *testing.T, dir string, w work)
}{
	{name: "timeout", limit: true, call: func(t *testing.T, dir string, w work) {
		w.run(t, dir, nil, "--timeout", "700ms")
	}},
	{name: "Ctrl-C", call: signalled(syscall.SIGINT)},
	{name: "SIGTERM", slow: true, call: signalled(syscall.SIGTERM)},
	{name: "SIGHUP", slow: true, call: signalled(syscall.SIGHUP)},
	{name: "kill -9", slow: true, call: signalled(syscall.SIGKILL)},
	{name: "memory", slow: true, limit: true, call: func(t *testing.T, dir string, w work) {
		// or by Ctrl-C, if what there is suffices
		w.run(t, dir, syscall.SIGINT, "--max-memory", "1KiB")
	}},
	{name: "ulimit -f", slow: true, call: func(t *testing.T, dir string, w work) {
		w.run(t, dir, syscall.SIGINT, `ulimit -f 16; exec "$@"`)
	}},
	{name: "a small file system", slow: true, call: func(t *testing.T, dir string, w work) {
		w.run(t, dir, nil, smallDisk)
	}},
}

// smallDisk runs the work for two seconds in a file system that is soon full, and brings the files back.
const smallDisk = `mkdir disk && mount -t tmpfs -o size=256k none disk && cp *.* disk && cd disk || exit 0
timeout -s INT 2 "$@"
code=$?
cd ..
find . -maxdepth 1 -type f -delete
cp -a disk/. . && umount disk && rmdir disk && exit $code`

func signalled(s syscall.Signal) func(*testing.T, string, work) {
	return func(t *testing.T, dir string, w work) { w.run(t, dir, s) }
}

// However a command ends, a file that it writes is the old one, the whole new one or the best so far, which says so;
// all of its files are old, or none; and the next command leaves nothing hidden behind.
func TestEndings(t *testing.T) {
	unhurried(t)
	for _, e := range endings {
		t.Run(e.name, func(t *testing.T) {
			if e.slow {
				tier.Slow(t, "ends every kind of work in every way")
			}
			for _, w := range works {
				if e.limit && w.noLimit {
					continue
				}
				t.Run(w.args, func(t *testing.T) {
					t.Parallel()
					dir := t.TempDir()
					for name, text := range w.before() {
						if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
							t.Fatal(err)
						}
					}
					e.call(t, dir, w)
					w.judge(t, dir, e.limit)
				})
			}
		})
	}
}

// endless is a batch for standard input without an end: each of its puzzles is easy.
var endless = strings.Repeat(`{"id":"a","board":"3x3","on":"111111111","presses":[0,2,4,6,8]}`+"\n", 1000)

// noise is a picture for which no few clicks are enough.
var noise = sync.OnceValue(func() string {
	im := image.NewGray(image.Rect(0, 0, 95, 95))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range im.Pix {
		im.Pix[i] = uint8(r.Uint32())
	}
	var text bytes.Buffer
	_ = png.Encode(&text, im) // a buffer takes everything
	return text.String()
})

// before is what is in the folder at first: the old files, and what is read.
func (w work) before() map[string]string {
	files := map[string]string{"in.png": noise(), "one.lo": "b 95x95\n", "hard.lo": "b 95x95\n\nb 95x95\n", "deep.lo": "b 19x19\n\nb 19x19\n"}
	for word := range strings.FieldsSeq(w.args) {
		if strings.HasPrefix(word, "old.") && !w.grows {
			files[word] = "what was there before\n"
		}
	}
	return files
}

// run runs the work until it ends, or gets a signal when it has begun to write. It has more flags, or a script runs it
// where file systems can be mounted.
func (w work) run(t *testing.T, dir string, signal os.Signal, more ...string) {
	t.Helper()
	args := append([]string{"lightsout"}, strings.Fields(w.args)...)
	if len(more) == 1 {
		args = append([]string{"unshare", "-rm", "sh", "-c", more[0], "sh"}, args...)
	} else {
		args = append(args, more...)
	}
	ctx := t.Context()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, io.Discard, &said
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for err == nil {
			_, err = io.WriteString(in, endless)
		}
	}()
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	if signal != nil {
		select {
		case <-ended:
		case <-time.After(time.Second): // long enough that it writes, too short to be done
			for len(w.grown(dir)) == 0 && w.grows && ctx.Err() == nil { // but on a busy machine
				time.Sleep(50 * time.Millisecond)
			}
			_ = cmd.Process.Signal(signal)
		}
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		t.Errorf("it goes on: %s", &said)
	}
	if code := cmd.ProcessState.ExitCode(); code == exitDone || strings.Contains(said.String(), "goroutine ") {
		t.Errorf("exit code %d: %s", code, &said)
	}
	t.Logf("exit code %d: %s", cmd.ProcessState.ExitCode(), &said)
}

// matches reports whether a text is as a pattern wants it, if there is one.
func matches(pattern string, text []byte) bool {
	return pattern != "" && regexp.MustCompile(pattern).Match(text)
}

// wholeLines requires that files that grow have no part of a line.
func (w work) wholeLines(t *testing.T, dir string) {
	t.Helper()
	if !w.grows {
		return
	}
	files := w.grown(dir)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil || len(text) > 0 && text[len(text)-1] != '\n' {
			t.Errorf("%s: %v, or half a line: %q", name, err, text[max(0, len(text)-80):])
		}
	}
	if len(files) == 0 {
		t.Error("there is no file")
	}
}

// grown are the files that the work continues.
func (w work) grown(dir string) (files []string) {
	for _, pattern := range []string{"old.csv", "new/*.jsonl"} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		files = append(files, found...)
	}
	return files
}

// judge looks at the files after the work, and after the next command that writes them.
func (w work) judge(t *testing.T, dir string, limited bool) {
	t.Helper()
	before, kept, replaced := w.before(), 0, 0
	w.wholeLines(t, dir)
	for word := range strings.FieldsSeq(w.args) {
		if !strings.HasPrefix(word, "old.") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, word))
		switch {
		case w.grows:
		case err != nil:
			t.Errorf("%v: the old file is lost", err)
		case string(text) == before[word]:
			kept++
		case matches(w.bestSoFar, text), limited && matches(w.whole, text):
			replaced++
		default:
			t.Errorf("%s has %d bytes that do not say that they are the best so far: %.200q", word, len(text), text)
		}
		next, err := atomicfile.Create(filepath.Join(dir, word)) // as the next command does
		if err == nil {
			err = next.Discard()
		}
		if err != nil {
			t.Error(err)
		}
	}
	if kept > 0 && replaced > 0 {
		t.Errorf("%d files appear, %d do not", replaced, kept)
	}
	want := map[string]bool{}
	for name := range maps.Keys(before) {
		want[name] = true
	}
	for _, name := range names(t, dir) {
		if !want[name] && !w.grows {
			t.Errorf("%s is left behind", name)
		}
	}
}

// A line that is wrong at the end of a file is reported in its place, and the files appear; a verb that cannot go on
// leaves the old ones.
func TestErrorInTheLastRecord(t *testing.T) {
	const good = `{"id":"a","board":"3x3","on":"111111111","presses":[0,2,4,6,8]}` + "\n"
	for args, appears := range map[string]bool{
		"solve last.jsonl -o old.txt":                              true,
		"solve last.jsonl --json -o old.json":                      true,
		"solve last.jsonl --min --certificate old.txt -o old.json": true,
		"check --batch last.jsonl -o old.txt --summary old.json":   true,
		"info last.jsonl --columns nullity -o old.csv":             true,
		"info last.jsonl -o old.txt":                               false,
		"draw last.jsonl --sheet 1x1 -o old.svg":                   false,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			w := work{args: args}
			files := w.before()
			files["last.jsonl"] = good + good + `{"id":"b","board":"3x3","on":"1111` + "\n"
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if code, said := lightsout(t, dir, nil, nil, strings.Fields(args)...); code != exitUsage {
				t.Errorf("exit code %d, want 2: %s", code, said)
			}
			for name, old := range w.before() {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if is := string(text) != old; err != nil || is != appears && strings.HasPrefix(name, "old.") {
					t.Errorf("that %s is new is %t: %v", name, is, err)
				}
			}
			if got := names(t, dir); len(got) != len(files) {
				t.Errorf("the folder has %v", got)
			}
		})
	}
}
