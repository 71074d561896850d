package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/export"
	"lightsout/solve"
)

// degrees counts the nodes of each degree, and requires an undirected graph.
func degrees(t *testing.T, b *board.Board) map[int]int {
	t.Helper()
	count := map[int]int{}
	for s := range b.Switches() {
		flips := b.Toggles(s)
		count[len(flips)-1]++
		for _, l := range flips {
			if l != s && !contains(b.Toggles(l), s) {
				t.Fatalf("%s: %d reaches %d, but not the other way round", b, s, l)
			}
		}
	}
	return count
}

// edgeEnds is how many ends of edges the nodes of all degrees have.
func edgeEnds(degrees map[int]int) int {
	sum := 0
	for degree, n := range degrees {
		sum += degree * n
	}
	return sum
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if y == x {
			return true
		}
	}
	return false
}

func TestGraphsAreWhatTheySay(t *testing.T) {
	if d := degrees(t, randomCubic(200, 1)); len(d) != 1 || d[3] != 200 {
		t.Errorf("degrees of a cubic graph: %v", d)
	}
	if sum := edgeEnds(degrees(t, randomTree(500, 1))); sum != 2*499 {
		t.Errorf("a tree of 500 nodes has %d ends of edges", sum)
	}
	if sum := edgeEnds(degrees(t, seriesParallel(500, 1))); sum < 1400 || sum > 1800 {
		t.Errorf("a series-parallel graph of 500 nodes has %d ends of edges", sum)
	}
	all, open := edgeEnds(degrees(t, scattered(12, 15, 1))), edgeEnds(degrees(t, roads(12, 15, 1)))
	if want := 2 * (12*14 + 15*11 + 11*14); all != want || open < want/3 || open > want/2+want/20 {
		t.Errorf("12×15 scattered points have %d ends of edges, want %d; the roads among them %d", all, want, open)
	}
	for _, f := range []func(uint64) *board.Board{
		func(s uint64) *board.Board { return randomCubic(100, s) },
		func(s uint64) *board.Board { return seriesParallel(100, s) },
		func(s uint64) *board.Board { return scattered(9, 9, s) },
		func(s uint64) *board.Board { return roads(9, 9, s) },
	} {
		if !f(7).Equal(f(7)) || f(7).Equal(f(8)) {
			t.Error("a seed must mean one graph, and another seed another")
		}
	}
	a, err := solve.Nullity(context.Background(), anonymous(19, 19, 3))
	if err != nil || a != 16 {
		t.Errorf("the anonymous 19×19 grid has nullity %d (%v), want 16", a, err)
	}
}

// largeGraphs are the graphs that a general solver must finish.
func largeGraphs() []*board.Board {
	cube, err := board.Parse("hypercube:14")
	if err != nil {
		panic(err)
	}
	return []*board.Board{anonymous(300, 300, 1), scattered(200, 250, 1), randomCubic(20_000, 1), randomTree(1_000_000, 1), cube}
}

// BenchmarkLargeGraphs solves each from all on, checking included; CryptoMiniSat, given the same
// XORs, is the peer (60 s at most).
func BenchmarkLargeGraphs(b *testing.B) {
	for _, g := range largeGraphs() {
		p := board.NewPuzzle(g)
		b.Run(g.Spec()+"/ours", func(b *testing.B) {
			for b.Loop() {
				res, err := solve.Any(context.Background(), p)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(res.Nullity), "nullity")
			}
		})
		b.Run(g.Spec()+"/cryptominisat", func(b *testing.B) {
			program, err := exec.LookPath("cryptominisat5")
			if err != nil {
				b.Skip("cryptominisat5 is not installed (Debian: cryptominisat)")
			}
			var text bytes.Buffer
			if err := export.Write(&text, p, "xnf", export.Options{}); err != nil {
				b.Fatal(err)
			}
			file := filepath.Join(b.TempDir(), "p.xnf")
			if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				err := exec.CommandContext(ctx, program, "--verb", "0", file).Run()
				var exit *exec.ExitError
				if ctx.Err() != nil {
					b.ReportMetric(1, "gave-up")
				} else if errors.As(err, &exit) && exit.ExitCode() != 10 {
					b.Fatalf("cryptominisat5: %v", err)
				}
				cancel()
			}
		})
	}
}

// BenchmarkSquaresAgainstM4RI solves n×n from all on as a grid and as an anonymous graph, and
// eliminates the full matrix with M4RI, in turns. The ratios show what knowing the structure gains.
func BenchmarkSquaresAgainstM4RI(b *testing.B) {
	for _, n := range []int{100, 128} {
		b.Run(fmt.Sprintf("%dx%d", n, n), func(b *testing.B) {
			program := buildM4RI(b)
			grid, err := board.Parse(fmt.Sprintf("%dx%d", n, n))
			if err != nil {
				b.Fatal(err)
			}
			m, err := grid.Matrix()
			if err != nil {
				b.Fatal(err)
			}
			matrix := littleEndian(m)
			asGrid, asGraph := board.NewPuzzle(grid), board.NewPuzzle(anonymous(n, n, 1))
			var theirs, ofGrid, ofGraph time.Duration
			rounds := 0
			for b.Loop() {
				_, t := eliminateByM4RI(b, program, n*n, matrix)
				theirs += t.wall
				ofGrid += timeAny(b, asGrid)
				ofGraph += timeAny(b, asGraph)
				rounds++
			}
			b.ReportMetric(theirs.Seconds()/float64(rounds), "m4ri-s")
			b.ReportMetric(float64(theirs)/float64(ofGrid), "m4ri/grid")
			b.ReportMetric(float64(theirs)/float64(ofGraph), "m4ri/graph")
		})
	}
}

func timeAny(b *testing.B, p *board.Puzzle) time.Duration {
	b.Helper()
	start := time.Now()
	if _, err := solve.Any(context.Background(), p); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
