package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/export"
	"lightsout/solve"
)

// made is a board that can be made.
func made(b *board.Board, err error) *board.Board {
	if err != nil {
		panic(err)
	}
	return b
}

// renamed makes the board of a graph with its nodes renumbered and its edges shuffled.
func renamed(name string, n int, edges [][2]int, seed uint64) (*board.Board, error) {
	r := rand.New(rand.NewPCG(seed, 4))
	node := r.Perm(n)
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	for i, e := range edges {
		edges[i] = [2]int{node[e[0]], node[e[1]]}
	}
	return board.FromEdges(name, n, edges)
}

// randomTree attaches every node to a random earlier one.
func randomTree(n int, seed uint64) *board.Board {
	r := rand.New(rand.NewPCG(seed, 1))
	edges := make([][2]int, 0, n)
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{r.IntN(v), v})
	}
	return made(renamed(fmt.Sprintf("tree-%d", n), n, edges, seed))
}

func TestGraphsAreWhatTheySay(t *testing.T) {
	for _, d := range []int{1, 3, 6} {
		b := made(regular(d, 200, 1))
		for s := range b.Switches() {
			flips := b.Toggles(s)
			if len(flips) != d+1 {
				t.Fatalf("%s: switch %d reaches %d lights", b, s, len(flips))
			}
			for _, l := range flips {
				if !slices.Contains(b.Toggles(l), s) {
					t.Fatalf("%s: %d reaches %d, but not the other way round", b, s, l)
				}
			}
		}
	}
	if !made(regular(3, 100, 7)).Equal(made(regular(3, 100, 7))) || made(regular(3, 100, 7)).Equal(made(regular(3, 100, 8))) {
		t.Error("a seed must mean one graph, and another seed another")
	}
}

// anonymous is the n×n grid as a plain list of edges, its nodes renumbered.
func anonymous(n int) *board.Board {
	var edges [][2]int
	for v := range n * n {
		if v%n+1 < n {
			edges = append(edges, [2]int{v, v + 1})
		}
		if v+n < n*n {
			edges = append(edges, [2]int{v, v + n})
		}
	}
	return made(renamed(fmt.Sprintf("anonymous-%d", n), n*n, edges, 1))
}

// largeGraphs are the graphs that a general solver must finish.
func largeGraphs() []*board.Board {
	cube, err := board.Parse("hypercube:14")
	if err != nil {
		panic(err)
	}
	return []*board.Board{anonymous(300), made(regular(3, 20_000, 1)), randomTree(1_000_000, 1), cube}
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
			asGrid, asGraph := board.NewPuzzle(grid), board.NewPuzzle(anonymous(n))
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
