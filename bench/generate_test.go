package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"lightsout/generate"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
)

// flipRate is how many puzzles sgt-flip generates in a second of wall clock, and of one core; 0 if
// Debian's sgt-puzzles is not installed.
func flipRate(b *testing.B, count int, params string) (perSecond, perCoreSecond float64) {
	b.Helper()
	flip, err := exec.LookPath("/usr/games/sgt-flip")
	if err != nil {
		b.Log("sgt-puzzles is not installed: no peer")
		return 0, 0
	}
	cmd := exec.Command(flip, "--generate", fmt.Sprint(count), params)
	cmd.Stdout = io.Discard
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	wall := time.Since(begun)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return float64(count) / wall.Seconds(), float64(count) / cpu.Seconds()
}

// newBatch is a batch of no puzzles yet.
func newBatch(b *testing.B, spec, format string, o generate.Options) generate.Batch {
	b.Helper()
	g, err := generate.New(context.Background(), boardtest.Parse(b, spec), o)
	if err != nil {
		b.Fatal(err)
	}
	w, err := puzzlefile.NewWriter(format, g.Board())
	if err != nil {
		b.Fatal(err)
	}
	return generate.Batch{Generator: g, Writer: w}
}

// BenchmarkGenerate writes batches to /dev/null, and divides by what Flip does in the same run:
// ×flip by wall clock, ×flip/core by time on a core, which is what to trust on a busy machine.
// Preparing is not counted, nor is it for Flip, which has next to none.
func BenchmarkGenerate(b *testing.B) {
	for _, c := range []struct {
		name, spec, format string
		o                  generate.Options
		flip               string
		flips              int
	}{
		{"5x5/bits", "5x5", "bits", generate.Options{}, "5x5c", 20000},
		{"5x5/presses-known", "5x5", "csv", generate.Options{}, "5x5c", 20000},
		{"5x5/presses-1-15", "5x5", "bits", generate.Options{Presses: &generate.Range{Low: 1, High: 15}}, "5x5c", 20000},
		{"5x5/presses-15", "5x5", "bits", generate.Options{Presses: &generate.Range{Low: 15, High: 15}}, "5x5c", 20000},
		{"5x5/jsonl", "5x5", "jsonl", generate.Options{}, "5x5c", 20000},
		{"5x5/distinct", "5x5", "bits", generate.Options{Distinct: "states"}, "", 0},
		{"20x20/bits", "20x20", "bits", generate.Options{}, "20x20c", 300},
		{"20x20/distinct-symmetry", "20x20", "bits", generate.Options{Distinct: "symmetry"}, "", 0},
		{"torus:1000x1000/bits", "torus:1000x1000", "bits", generate.Options{}, "", 0},
	} {
		b.Run(c.name, func(b *testing.B) {
			batch := newBatch(b, c.spec, c.format, c.o)
			null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
			if err != nil {
				b.Fatal(err)
			}
			defer null.Close()
			count := uint64(min(b.N, 1<<23-1)) // as many as there are distinct ones
			b.ResetTimer()
			begun, spent := time.Now(), cpuTime(b)
			done := uint64(0)
			for left := uint64(b.N); left > 0; left -= min(left, count) {
				batch.Count = min(left, count)
				if err := batch.Write(context.Background(), null); err != nil {
					b.Fatal(err)
				}
				done += min(left, count)
			}
			wall, cpu := time.Since(begun), cpuTime(b)-spent
			b.StopTimer()
			b.ReportMetric(float64(done)/wall.Seconds(), "puzzles/s")
			b.ReportMetric(float64(done)/cpu.Seconds(), "puzzles/core-s")
			if c.flip != "" && wall > 100*time.Millisecond {
				if perSecond, perCore := flipRate(b, c.flips, c.flip); perSecond > 0 {
					b.ReportMetric(float64(done)/wall.Seconds()/perSecond, "×flip")
					b.ReportMetric(float64(done)/cpu.Seconds()/perCore, "×flip/core")
				}
			}
		})
	}
}
