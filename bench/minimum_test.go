package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/export"
	"lightsout/internal/boardtest"
	"lightsout/solve"
)

// timeMinimum proves the fewest presses again and again, within a limit of time if there is one, and returns
// the result and what one run took on all cores together, which other load does not change.
func timeMinimum(b *testing.B, p *board.Puzzle, limit time.Duration) (*solve.Result, time.Duration) {
	b.Helper()
	var res *solve.Result
	var peak uint64
	stop := watchHeap(&peak)
	spent, runs := cpuTime(b), 0
	for b.Loop() {
		ctx, cancel := context.Background(), func() {}
		if limit > 0 {
			ctx, cancel = context.WithTimeout(ctx, limit)
		}
		var err error
		res, err = solve.Minimum(ctx, p)
		cancel()
		if err != nil {
			b.Fatal(err)
		}
		runs++
	}
	stop()
	cpu := (cpuTime(b) - spent) / time.Duration(runs)
	b.ReportMetric(cpu.Seconds(), "cpu-s/op")
	b.ReportMetric(float64(peak)/(1<<20), "MiB")
	b.ReportMetric(float64(res.Nullity), "nullity")
	b.ReportMetric(float64(res.Presses.Weight()), "presses")
	b.ReportMetric(float64(res.LowerBound), "at-least")
	return res, cpu
}

// claspLimit is the time limit of clasp.
const claspLimit = time.Minute

// claspAnswer is clasp's answer to a puzzle in OPB format.
type claspAnswer struct {
	presses int // the fewest it found; 0 if none
	proved  bool
	cpu     time.Duration
}

// askClasp has clasp look for the fewest presses; ok is false if it is not installed.
func askClasp(b *testing.B, p *board.Puzzle) (answer claspAnswer, ok bool) {
	b.Helper()
	clasp, err := exec.LookPath("clasp")
	if err != nil {
		b.Log("clasp is not installed: no peer")
		return answer, false
	}
	var text bytes.Buffer
	if err := export.Write(&text, p, "opb", export.Options{Min: true}); err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "puzzle.opb")
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(clasp, fmt.Sprintf("--time-limit=%d", int(claspLimit.Seconds())), file)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) { // its exit codes tell the outcome
		b.Fatal(err)
	}
	answer.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if best, found := strings.CutPrefix(lines.Text(), "o "); found {
			if answer.presses, err = strconv.Atoi(strings.TrimSpace(best)); err != nil {
				b.Fatal(err)
			}
		}
		answer.proved = answer.proved || lines.Text() == "s OPTIMUM FOUND"
	}
	return answer, true
}

// BenchmarkMinimumAgainstClasp has random states solved by both. ×clasp is how many times as long
// clasp computed, or at least that many times if clasp-proved is 0: then it ran out of time. clasp
// finding fewer presses is a failure.
func BenchmarkMinimumAgainstClasp(b *testing.B) {
	for _, c := range []struct {
		spec  string
		limit time.Duration
	}{
		{"14x14", 0}, {"16x16", 0}, {"19x19", 0}, {"hypercube:7", 5 * time.Second},
	} {
		b.Run(c.spec, func(b *testing.B) {
			p := randomPuzzle(boardtest.Parse(b, c.spec))
			res, cpu := timeMinimum(b, p, c.limit)
			clasp, ok := askClasp(b, p)
			if !ok {
				return
			}
			proved := 0.0
			if clasp.proved {
				proved = 1
			}
			b.ReportMetric(clasp.cpu.Seconds()/cpu.Seconds(), "×clasp")
			b.ReportMetric(clasp.cpu.Seconds(), "clasp-cpu-s")
			b.ReportMetric(float64(clasp.presses), "clasp-presses")
			b.ReportMetric(proved, "clasp-proved")
			if clasp.presses > 0 && clasp.presses < res.Presses.Weight() || clasp.proved && res.Minimum && clasp.presses != res.Presses.Weight() {
				b.Errorf("clasp has %d presses, not %d", clasp.presses, res.Presses.Weight())
			}
		})
	}
}

// BenchmarkMinimumAllOn: every square up to 30, then those of high nullity up to the first that no
// published table has.
func BenchmarkMinimumAllOn(b *testing.B) {
	squares := []int{39, 47, 61, 65, 67, 79}
	for n := 30; n > 0; n-- {
		squares = append([]int{n}, squares...)
	}
	for _, n := range squares {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			if res, _ := timeMinimum(b, board.NewPuzzle(boardtest.Parse(b, fmt.Sprintf("%dx%d", n, n))), 0); !res.Minimum {
				b.Error("not proved")
			}
		})
	}
}

// BenchmarkMinimumRandom: random states of boards with nullity up to 32.
func BenchmarkMinimumRandom(b *testing.B) {
	for _, spec := range []string{"30x30", "39x39", "47x47", "62x62", "64x64", "67x67", "grid:5x5x5", "torus:20x20", "torus:30x30", "5x200"} {
		b.Run(spec, func(b *testing.B) {
			if res, _ := timeMinimum(b, randomPuzzle(boardtest.Parse(b, spec)), 0); !res.Minimum {
				b.Error("not proved")
			}
		})
	}
}
