package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"lightsout/generate"
)

// command builds the command, so that what is measured is what people run.
func command(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "lightsout")
	if text, err := exec.Command("go", "build", "-o", path, "lightsout/cmd/lightsout").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	return path
}

// timeCommand runs the command on a file, and returns what it took by the clock and on all cores together.
func timeCommand(b *testing.B, path, file string, args ...string) (wall, cpu time.Duration) {
	b.Helper()
	cmd := exec.Command(path, append(args, file)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%v\n%s", err, said.String())
	}
	return time.Since(begun), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// puzzleFile writes a batch as jsonl, and the first of it one by one.
func puzzleFile(b *testing.B, spec string, count, alone uint64) (whole string, single []string) {
	b.Helper()
	dir := b.TempDir()
	batch := newBatch(b, spec, "jsonl", generate.Options{})
	write := func(name string, from, count uint64) string {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		batch.From, batch.Count = from, count
		if err := batch.Write(context.Background(), file); err != nil {
			b.Fatal(err)
		}
		if err := file.Close(); err != nil {
			b.Fatal(err)
		}
		return file.Name()
	}
	for i := range alone {
		single = append(single, write(fmt.Sprint(i, ".jsonl"), i, 1))
	}
	return write("all.jsonl", 0, count), single
}

// BenchmarkSolveBatch is how many puzzles a second the command solves from a file, with proved minima and
// JSON in and out; ×process is how many times the rate of one process per puzzle that is, in the same run
// and by the clock, and ×process/core by time on a core, which is what to trust on a busy machine.
//
// What a batch saves is the start of a process and the work on the board. On boards whose minimum takes a
// search (torus:10x10 weighs 2^16 answers for each puzzle) that search is what is left.
func BenchmarkSolveBatch(b *testing.B) {
	path := command(b)
	for _, c := range []struct {
		spec  string
		count uint64
	}{
		{"5x5", 400_000}, {"torus:6x6", 100_000}, {"merlin", 200_000}, {"petersen", 200_000}, {"hypercube:6", 100_000}, {"20x20", 20_000}, {"torus:10x10", 2_000},
	} {
		b.Run(c.spec, func(b *testing.B) {
			const alone = 20
			whole, single := puzzleFile(b, c.spec, c.count, alone)
			for b.Loop() {
				wall, cpu := timeCommand(b, path, whole, "solve", "--min", "--json")
				var wallAlone, cpuAlone time.Duration
				for _, file := range single {
					w, u := timeCommand(b, path, file, "solve", "--min", "--json")
					wallAlone, cpuAlone = wallAlone+w, cpuAlone+u
				}
				b.ReportMetric(float64(c.count)/wall.Seconds(), "puzzles/s")
				b.ReportMetric(float64(c.count)/cpu.Seconds(), "puzzles/core-s")
				b.ReportMetric(wallAlone.Seconds()/alone*float64(c.count)/wall.Seconds(), "×process")
				b.ReportMetric(cpuAlone.Seconds()/alone*float64(c.count)/cpu.Seconds(), "×process/core")
			}
		})
	}
}

// BenchmarkGrade is how many records a second the command grades, answers in the records and apart.
func BenchmarkGrade(b *testing.B) {
	path := command(b)
	const count = 1_000_000
	file, _ := puzzleFile(b, "5x5", count, 0)
	for _, c := range []struct {
		name string
		args []string
	}{
		{"records", []string{"check", "--json", "--batch"}},
		{"apart", []string{"check", "--json", "--answers", file, "--batch"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				wall, cpu := timeCommand(b, path, file, c.args...)
				b.ReportMetric(count/wall.Seconds(), "records/s")
				b.ReportMetric(count/cpu.Seconds(), "records/core-s")
			}
		})
	}
}
