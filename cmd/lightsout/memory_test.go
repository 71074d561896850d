//go:build linux

package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lightsout/bench"
	"lightsout/internal/boardtest/tier"
)

var realSizes = flag.Bool("real-sizes", false, "TestMemory: with the sizes that docs/limits.md names")

// limited runs the tool and returns its peak of resident memory, in bytes, besides.
func limited(t *testing.T, shell string, args ...string) (code int, said string, peak int64) {
	t.Helper()
	note := filepath.Join(t.TempDir(), "peak")
	cmd := exec.CommandContext(t.Context(), "sh", append([]string{"-c", shell + `exec peak "$@"`, "sh", note, "lightsout"}, args...)...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &text
	_ = cmd.Run()
	noted, err := os.ReadFile(note)
	if err != nil {
		t.Fatalf("%v: %s", err, &text)
	}
	if _, err := fmt.Sscan(string(noted), &code, &peak); err != nil {
		t.Fatal(err)
	}
	return code, text.String(), peak
}

func init() { programs["peak"] = peak }

// peak runs a program and writes its exit code and its peak of resident memory to a file: peak FILE PROGRAM ARGUMENT….
// A process begins with the peak of the one that started it, so this one must be small.
func peak() {
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	_ = cmd.Run()
	use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		panic("no resource usage")
	}
	text := fmt.Sprintln(cmd.ProcessState.ExitCode(), int64(use.Maxrss)<<10) //nolint:unconvert // 32 bits on some systems
	if err := os.WriteFile(os.Args[1], []byte(text), 0o600); err != nil {
		panic(err)
	}
}

// writeLines writes a file of many lines.
func writeLines(t *testing.T, name string, head string, n int, line func(dst []byte, i int) []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	_, _ = w.WriteString(head) // flushing reports it
	var text []byte
	for i := range n {
		text = append(line(text[:0], i), '\n')
		_, _ = w.Write(text)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// Every verb that works on boards can be given a limit.
func TestEveryVerbHasAMemoryLimit(t *testing.T) {
	for _, v := range verbs() {
		switch v.name {
		case "version", "help", "completion":
			continue
		}
		if v.flagSet().Lookup("max-memory") == nil {
			t.Errorf("%s has no --max-memory", v.name)
		}
	}
}

// greedy is what each verb would take much memory for, or what it refuses beforehand; {dir} is a folder.
var greedy = map[string][][]string{
	"solve":    {{"-b", "complete:12000"}, {"-b", "torus:3000x3000", "--min"}, {"-b", "3000x3000", "--engine", "gf2"}, {"-b", "39x39", "--min", "--engine", "mitm"}},
	"info":     {{"-b", "complete:12000,self=off"}, {"-b", "4x7,pattern=knight", "--distribution"}},
	"check":    {{"-b", "20000x20000", "--presses", "1"}},
	"generate": {{"-b", "complete:12000"}, {"-b", "5x5", "--distinct", "symmetry", "-n", "1000000", "--format", "bits"}},
	"encode":   {{"-b", "complete:12000", "--to", "lp"}, {"-b", "3000x3000", "--to", "cnf"}},
	"play":     {{"-b", "complete:12000", "--no-open"}},
	"serve":    {nil},
	"draw":     {{"-b", "200x200", "-o", "{dir}/out.png"}, {"-b", "12000x12000", "-o", "{dir}/out.svg"}},
	"picture":  {{"{examples}/pictures/sphere.png", "--board", "3000x3000", "-o", "{dir}/out.png"}},
	"animate":  {{"{examples}/pictures/sphere.png", "{examples}/pictures/sphere.png", "--board", "1500x1500", "-o", "{dir}/out.gif"}},
	"census":   {{"4x7"}, {"5x5", "--db", "{dir}/out.db"}},
	"bench":    {{"--board", "4x4", "--question", "any", "--xor", "direct", "-o", "{dir}/bench"}},
}

// beside is what a program may hold beside what --max-memory says: itself, and what is taken between two looks of the
// guard.
const beside = programMemory + 192<<20

// No verb holds much more than --max-memory: it does with less, gives up, or refuses beforehand, in a sentence.
func TestMemoryOfEveryVerb(t *testing.T) {
	tier.Slow(t, "runs every verb with little memory")
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verbs() {
		if v.name == "version" || v.name == "help" || v.name == "completion" {
			continue
		}
		if greedy[v.name] == nil {
			t.Errorf("%s: say in greedy what it takes much memory for", v.name)
		}
		for _, args := range greedy[v.name] {
			limit := int64(4 << 20)
			if v.name == "bench" {
				limit = bench.LeastMemory
			}
			replace := strings.NewReplacer("{dir}", t.TempDir(), "{examples}", examples)
			call := []string{v.name, "--max-memory", fmt.Sprint(limit)}
			for _, a := range args {
				call = append(call, replace.Replace(a))
			}
			shell := ""
			if v.name == "serve" {
				requests := writeLines(t, "requests", "", 100, func(dst []byte, i int) []byte {
					on := []int{i} // what one press changes
					for axis := range 9 {
						on = append(on, i^1<<axis)
					}
					return fmt.Appendf(dst, `{"method":"solve","params":{"board":"hypercube:9","on":%s}}`, strings.ReplaceAll(fmt.Sprint(on), " ", ","))
				})
				shell = "exec <" + requests + "; "
			}
			code, said, peak := limited(t, shell, call...)
			if code != exitDone && code != exitGaveUp && (code != exitUsage || !sentence.MatchString(said)) || strings.Contains(said, "goroutine ") {
				t.Errorf("%v: exit %d: %.1000s", call, code, said)
			}
			if peak > limit+beside {
				t.Errorf("%v: %d MiB, want at most %d", call, peak>>20, (limit+beside)>>20)
			}
			t.Logf("%s %v: exit %d, %d MiB at most: %.200s", v.name, args, code, peak>>20, said)
		}
	}
}

// A list of edges that is too long for the limit ends with a sentence and code 3 in every verb that reads it,
// and the program never holds much more than the limit. Reading it takes long enough that the limit is seen.
func TestMemoryOfALongList(t *testing.T) {
	tier.Slow(t, "writes and reads millions of edges")
	edges, limit := 3_000_000, int64(10<<20)
	if *realSizes {
		edges, limit = 100_000_000, 1<<30
	}
	file := writeLines(t, "edges.txt", "", edges, func(dst []byte, i int) []byte { return fmt.Appendf(dst, "%d %d", i+1, i+2) })
	runs := [][]string{{"generate", "-b", "graph:" + file}, {"census", "graph:" + file}}
	for _, v := range readingVerbs(t) {
		verb, err := findVerb(v)
		if err != nil {
			t.Fatal(err)
		}
		if verb.memory == "" {
			runs = append(runs, append([]string{v, file}, calls[v]...))
		}
	}
	if len(runs) < 8 {
		t.Errorf("only %d verbs bound their memory", len(runs))
	}
	for _, args := range runs {
		if args[0] == "animate" {
			args = append(args, "-o", filepath.Join(t.TempDir(), "out.gif"))
		}
		code, said, peak := limited(t, "", append(args, "--max-memory", fmt.Sprint(limit))...)
		s := sizeText(limit)
		if want := fmt.Sprintf("--max-memory %s was reached\n", s); args[0] == "census" && code == exitGaveUp && strings.Contains(said, "is too large") {
			t.Logf("%v refuses: %s", args, said) // a table so large, if it has read the list before it is stopped
		} else if code != exitGaveUp || !strings.HasSuffix(said, want) {
			t.Errorf("%v: exit %d, want 3: %q, want %q", args, code, said, want)
		}
		// A list that grows is there twice, and on a busy machine the guard is late by some hundredths of a second.
		if most := limit*2 + programMemory*3; peak > most {
			t.Errorf("%v: %d MiB, want at most %d", args, peak>>20, most>>20)
		}
		t.Logf("%s: %d MiB at most, the limit being %s", args[0], peak>>20, s)
	}
}

// The limit of the shell is one too: the runtime would end the program with a trace of its goroutines.
func TestMemoryOfTheShell(t *testing.T) {
	tier.Slow(t, "writes and reads millions of edges")
	edges := 2_000_000
	if *realSizes {
		edges = 100_000_000
	}
	file := writeLines(t, "edges.txt", "", edges, func(dst []byte, i int) []byte { return fmt.Appendf(dst, "%d %d", i+1, i+2) })
	code, said, peak := limited(t, "ulimit -v 2300000; ", "solve", file)
	if code != exitGaveUp || !strings.HasSuffix(said, "the memory of this machine is nearly used up\n") {
		t.Errorf("exit %d: %.2000s", code, said)
	}
	t.Logf("%d MiB at most", peak>>20)
}

// Whatever is asked of whatever board, under whatever limit of the shell: an answer, or one sentence that says why there is
// none, and with --json an object that says so.
func TestEveryVerbUnderLimitsOfTheShell(t *testing.T) {
	boards := []string{"hypercube:30", "100000x100000", "316x316", "1000000x1000000", "cube:300", "torus:1000x1000x1000",
		"path:100000000", "regular:3x1000000,seed=1", "complete:100000", "4000x4000,mod=3"}
	asked := []string{"solve --json", "solve --goal 1", "draw -o x.svg", "solve --min", "solve --count", "solve --all --limit 2 --json",
		"solve --nearest", "info --json", "generate -n 1", "generate -n 1 --min", "encode -o x.cnf", "encode -o x.graphml",
		"check --presses 1 --json", "census -o x.csv", "bench --question any --repeat 1 --engine auto --timeout 2s -o r"}
	if !tier.All() {
		boards, asked = boards[:2], asked[:3]
	}
	limits := []int{1_800_000, 3_000_000, 6_000_000} // 1.5 GB are enough for the command, but not for the program of tests
	for i, spec := range boards {
		for j, question := range asked {
			if tier.All() && (i+2*j)%5 > 0 { // each board with three questions, each question on two boards
				continue
			}
			verb, flags, _ := strings.Cut(question, " ")
			call := fmt.Sprintf("ulimit -v %d; exec lightsout %s --board %s %s", limits[(i+j)%3], verb, spec, flags)
			if verb != "check" && verb != "bench" {
				call += " --timeout 5s"
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", call)
			cmd.Dir = t.TempDir()
			var out, said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &said
			_ = cmd.Run()
			code := cmd.ProcessState.ExitCode()
			if code < 0 || code > 3 || strings.Contains(said.String(), "goroutine") {
				t.Errorf("%s: exit %d: %.1000s", call, code, &said)
			}
			if strings.Contains(question, "--json") && code == exitGaveUp && !strings.Contains(out.String(), `"stopped":`) {
				t.Errorf("%s: %q on standard output", call, &out)
			}
			if hidden, _ := filepath.Glob(filepath.Join(cmd.Dir, ".*")); len(hidden) > 0 {
				t.Errorf("%s: left %v", call, hidden)
			}
		}
	}
}

// A command that is asked for one thing ends soon after its limit, also where no search looks at it: here between the
// first and the last of a billion rows.
func TestEndsLate(t *testing.T) {
	tier.Slow(t, "takes a board of 10^9 lights")
	file := filepath.Join(t.TempDir(), "late.json")
	for to, want := range map[string]string{"-": `"stopped":"--timeout 1s`, file: ""} {
		call := exec.CommandContext(t.Context(), "lightsout", "solve", "-b", "path:1000000000", "--json", "--timeout", "1s", "-o", to)
		out, _ := call.Output()
		if code := call.ProcessState.ExitCode(); code != exitGaveUp || !strings.Contains(string(out), want) || (want == "") != (len(out) == 0) {
			t.Errorf("-o %s: exit %d: %q", to, code, out)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file appears that says nothing")
	}
}

// A line that never ends is refused, and not kept.
func TestMemoryOfALongLine(t *testing.T) {
	tier.Slow(t, "writes and reads a line of many megabytes")
	unhurried(t)
	file := writeLines(t, "line.txt", "", 1, func(dst []byte, _ int) []byte { return append(dst, bytes.Repeat([]byte("7"), 100_000_000)...) })
	runs := [][]string{{"solve", file}}
	if *realSizes {
		for _, v := range readingVerbs(t)[1:] {
			call := append([]string{v, file}, calls[v]...)
			if v == "animate" {
				call = append(call, "-o", filepath.Join(t.TempDir(), "out.gif"))
			}
			runs = append(runs, call)
		}
		runs = append(runs, []string{"check", "--batch", file}, []string{"solve", "--min", "--cost", file},
			[]string{"generate", "-b", "graph:" + file})
	}
	for _, args := range runs {
		code, said, peak := limited(t, "", args...)
		if code != exitUsage || len(said) > 1000 || !strings.Contains(said, "the line is longer than ") && args[1] != "--batch" {
			t.Errorf("%v: exit %d: %.1000s", args, code, said)
		}
		if peak > 512<<20 {
			t.Errorf("%v: %d MiB", args, peak>>20)
		}
		t.Logf("%s: exit %d, %d MiB at most: %.300s", args[0], code, peak>>20, said)
	}
}

// A switch that flips a million lights is a dense row among sparse ones: elimination neither fills up nor
// takes more than a small multiple of the file.
func TestMemoryOfADenseRow(t *testing.T) {
	nodes := 100_000
	if *realSizes {
		nodes = 1_000_000
	}
	file := writeLines(t, "star.lo", fmt.Sprintf("p lights %d %d\n", nodes, nodes-1), nodes-1, func(dst []byte, i int) []byte { return fmt.Appendf(dst, "e 1 %d", i+2) })
	code, said, peak := limited(t, "", "solve", file, "--format", "bits")
	if code != exitDone || peak > 1<<30 {
		t.Errorf("exit %d, %d MiB: %.1000s", code, peak>>20, said)
	}
	t.Logf("%d nodes: %d MiB at most", nodes, peak>>20)
	code, said, _ = limited(t, "", "solve", file, "--json", "--max-memory", "1KiB")
	if code != exitGaveUp && code != exitDone || strings.Contains(said, "goroutine ") {
		t.Errorf("exit %d: %.1000s", code, said)
	}
}
