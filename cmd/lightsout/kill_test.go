//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lightsout/internal/boardtest/tier"
)

var kills = flag.Int("kills", 3, "how often TestKilledRunsResume kills each verb")

// longRun is a run that can be killed and resumed.
type longRun struct {
	name string
	args []string // in a folder of its own
	// result is what the folder holds, without what depends on the clock.
	result func(t *testing.T, dir string) string
}

var longRuns = []longRun{
	{"generate", []string{"generate", "-b", "9x9", "--presses", "10-30", "-n", "8000", "--format", "jsonl", "--resume", "-o", "out.jsonl"}, theFile("out.jsonl")},
	{"generate-lo", []string{"generate", "-b", "5x5", "-b", "torus:4x4", "--mix", "3,1", "--distinct", "symmetry", "-n", "1200", "--resume", "-o", "out.lo"}, theFile("out.lo")},
	{"generate-whole", []string{"generate", "-b", "19x19", "-n", "100", "--format", "csv", "-o", "out.csv"}, theFile("out.csv")},
	{"generate-even", []string{"generate", "--presses", "4-14", "--levels", "even", "--distinct", "states", "-n", "20000", "--resume", "-o", "out.csv"}, theFile("out.csv")},
	{"census", []string{"census", "3", "4", "--board", "petersen", "--db", "out.db"}, theFile("out.db")},
	{"census-csv", []string{"census", "--board", "4x4", "-o", "out.csv"}, theFile("out.csv")},
	{"bench", []string{"bench", "--board", "grid:NxN", "--n", "3-4", "--xor", "direct,cut:4", "--question", "any", "--repeat", "2", "-o", "out", "--resume"}, benchResult},
}

func theFile(name string) func(*testing.T, string) string {
	return func(t *testing.T, dir string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

// clockFields is what the records of two runs never have in common.
var clockFields = regexp.MustCompile(`"(seconds|[a-z]+_seconds|peak_bytes|run|version|load)":("[^"]*"|[-0-9.e]+),?`)

// benchResult is the results of a benchmark without the times, each pair once and in order: a run that was
// killed in the middle of a pair runs it again.
func benchResult(t *testing.T, dir string) string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(theFile("out/results.jsonl")(t, dir)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a line that is not JSON: %q", line)
		}
		lines = append(lines, clockFields.ReplaceAllString(line, ""))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// A run that is killed again and again, at any moment, and started again each time, ends with the same bytes
// as one that nobody disturbed. make test-kill kills each verb a hundred times.
func TestKilledRunsResume(t *testing.T) {
	tier.Slow(t, "kills long runs and resumes them")
	for i, run := range longRuns {
		t.Run(run.name, func(t *testing.T) {
			whole := t.TempDir()
			began := time.Now()
			runToEnd(t, whole, run.args)
			took := time.Since(began)
			want := run.result(t, whole)

			rng := rand.New(rand.NewPCG(uint64(i), 0))
			dir, killed, finished := t.TempDir(), 0, 0
			for killed < *kills {
				// Short lives too: what a run does first, and last, is the most delicate.
				if !killedAfter(t, dir, run.args, time.Duration(rng.Float64()*rng.Float64()*1.2*float64(took))) {
					if got := run.result(t, dir); got != want {
						t.Fatalf("after %d kills the result differs: %s", killed, difference(got, want))
					}
					finished++
					dir = t.TempDir()
					continue
				}
				killed++
			}
			runToEnd(t, dir, run.args)
			if got := run.result(t, dir); got != want {
				t.Errorf("after %d kills the result differs: %s", killed, difference(got, want))
			}
			t.Logf("%d kills within %v each, %d runs resumed to the end, all with the %d bytes of an undisturbed run", killed, took.Round(time.Millisecond), finished+1, len(want))
		})
	}
}

func tool(dir string, args []string) *exec.Cmd {
	cmd := exec.Command("lightsout", args...)
	cmd.Dir = dir
	return cmd
}

func runToEnd(t *testing.T, dir string, args []string) {
	t.Helper()
	if out, err := tool(dir, args).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

// killedAfter starts a run and kills it after a time, without warning. It reports whether the run was still
// going.
func killedAfter(t *testing.T, dir string, args []string, after time.Duration) bool {
	t.Helper()
	cmd := tool(dir, args)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Wait()
	if err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("%v: %v\n%s", args, err, &said)
	}
	return err != nil
}

// difference says where two texts differ.
func difference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	around := func(s string) string { return s[max(at-40, 0):min(at+80, len(s))] }
	return fmt.Sprintf("%d bytes instead of %d; at byte %d it has %q instead of %q", len(got), len(want), at, around(got), around(want))
}
