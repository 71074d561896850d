package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
	"time"

	"lightsout/generate"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
	"lightsout/solve"
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

// firsts counts the states that come first among their images: comparing light by light, image by image.
type firsts struct {
	images  []automorphism.Symmetry
	lights  int
	partial []byte
	count   int
}

// Write takes lines of bits.
func (f *firsts) Write(text []byte) (int, error) {
	f.partial = append(f.partial, text...)
	for {
		line, rest, ok := bytes.Cut(f.partial, []byte("\n"))
		if !ok {
			return len(text), nil
		}
		if f.partial = rest; len(line) == f.lights && f.isFirst(line) {
			f.count++
		}
	}
}

func (f *firsts) isFirst(state []byte) bool {
	for _, g := range f.images {
		for l, from := range g.Lights {
			if state[from] != state[l] {
				if state[from] < state[l] {
					return false
				}
				break
			}
		}
	}
	return true
}

// BenchmarkDistinctSymmetry makes puzzles of which no two are alike, beside the plain way to do it in the
// same run: draw distinct states, and keep those that no image comes before. ×plain divides the puzzles per
// second of one core.
func BenchmarkDistinctSymmetry(b *testing.B) {
	const spec, count, states = "torus:6x6", 20000, 500000
	for b.Loop() {
		ours := newBatch(b, spec, "bits", generate.Options{Seed: 1, Distinct: "symmetry"})
		ours.Count = count
		spent := cpuTime(b)
		if err := ours.Write(context.Background(), io.Discard); err != nil {
			b.Fatal(err)
		}
		rate := count / (cpuTime(b) - spent).Seconds()

		plain := newBatch(b, spec, "bits", generate.Options{Seed: 1, Distinct: "states"})
		plain.Count = states
		group, err := automorphism.Of(context.Background(), plain.Generator.Board())
		if err != nil {
			b.Fatal(err)
		}
		images, _ := group.Elements(1 << 10)
		kept := &firsts{images: images, lights: plain.Generator.Board().Lights()}
		spent = cpuTime(b)
		if err := plain.Write(context.Background(), kept); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(rate, "puzzles/core-s")
		b.ReportMetric(rate/(float64(kept.count)/(cpuTime(b)-spent).Seconds()), "×plain")
	}
}

// BenchmarkGenerateJobs compares one job with as many as there are cores, in turns. The quickest turn
// of each counts, since on a busy machine the others measure other work.
func BenchmarkGenerateJobs(b *testing.B) {
	batch := newBatch(b, "20x20", "bits", generate.Options{})
	const count = 2_000_000 // shorter runs are mostly starting and ending
	quickest := map[int]time.Duration{}
	for b.Loop() {
		for _, jobs := range []int{1, runtime.GOMAXPROCS(0)} {
			begun := time.Now()
			batch.Count, batch.Jobs = count, jobs
			if err := batch.Write(context.Background(), io.Discard); err != nil {
				b.Fatal(err)
			}
			if took := time.Since(begun); quickest[jobs] == 0 || took < quickest[jobs] {
				quickest[jobs] = took
			}
		}
	}
	b.ReportMetric(float64(quickest[1])/float64(quickest[runtime.GOMAXPROCS(0)]), "×one-job")
	b.ReportMetric(float64(runtime.GOMAXPROCS(0)), "jobs")
}

// BenchmarkGenerateFirst is the time until the first puzzle of a board.
func BenchmarkGenerateFirst(b *testing.B) {
	for _, spec := range []string{"5x5", "20x20", "64x64", "torus:1000x1000"} {
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				batch := newBatch(b, spec, "bits", generate.Options{})
				batch.Count = 1
				if err := batch.Write(context.Background(), io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkGenerateMethods compares three ways to draw solvable states, in speed and in uniformity: each
// of the 511 states of 3x3 should come up once in 511 draws. tv is the total variation distance from the
// uniform distribution, about 0.06 for uniform draws of this length; seen is the number of states that
// came up, and most and least are the extreme frequencies relative to the expected one.
func BenchmarkGenerateMethods(b *testing.B) {
	const states, draws = 511, 511 * 40
	for _, method := range []string{"nullspace", "presses", "sat"} {
		b.Run(method, func(b *testing.B) {
			g, err := generate.New(context.Background(), boardtest.Parse(b, "3x3"), generate.Options{Method: method})
			if err != nil {
				b.Fatal(err)
			}
			counts := make([]float64, states+1)
			made := 0
			for b.Loop() {
				for i := range uint64(draws) {
					item, err := g.Puzzle(context.Background(), i)
					if err != nil {
						b.Fatal(err)
					}
					counts[item.On.Bits().Words()[0]]++
					made++
				}
			}
			counts = counts[1:]
			seen, distance := 0, 0.0
			even := float64(made) / states
			for _, n := range counts {
				if n > 0 {
					seen++
				}
				if n > even {
					distance += (n - even) / float64(made)
				}
			}
			b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(seen), "seen")
			b.ReportMetric(distance, "tv")
			b.ReportMetric(slices.Max(counts)/even, "most")
			b.ReportMetric(slices.Min(counts)/even, "least")
		})
	}
}

// BenchmarkCheckBatch is how fast records are read and their answers replayed.
func BenchmarkCheckBatch(b *testing.B) {
	for _, spec := range []string{"5x5", "20x20"} {
		b.Run(spec, func(b *testing.B) {
			var text bytes.Buffer
			batch := newBatch(b, spec, "jsonl", generate.Options{})
			batch.Count = 1000
			if err := batch.Write(context.Background(), &text); err != nil {
				b.Fatal(err)
			}
			checked := 0
			for b.Loop() {
				r := puzzlefile.NewReader(bytes.NewReader(text.Bytes()), puzzlefile.ReaderOptions{})
				for range batch.Count {
					record, err := r.NextRecord()
					if err != nil {
						b.Fatal(err)
					}
					presses, err := record.Answer()
					if err != nil || !solve.Check(&record.Puzzle, presses).Solved {
						b.Fatalf("%s: %v", record.Origin, err)
					}
					checked++
				}
			}
			b.ReportMetric(float64(checked)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
