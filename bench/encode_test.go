package bench

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
)

// randomPuzzle is a solvable puzzle, always the same.
func randomPuzzle(b *board.Board) *board.Puzzle {
	p := board.NewPuzzle(b)
	p.On = boardtest.Random(b, 1)
	return p
}

// BenchmarkEncodeWrite measures how fast clauses reach a file, without the file: the header's counting
// pass and the writing pass, after preparing.
func BenchmarkEncodeWrite(b *testing.B) {
	for _, name := range []string{"direct", "cut:3", "cut:4", "chain:4", "bdd", "arith", "gauss:4", "kernel:4", "chase"} {
		b.Run(name, func(b *testing.B) {
			spec := "grid:300x300"
			if strings.HasPrefix(name, "gauss") || strings.HasPrefix(name, "kernel") {
				spec = "grid:59x59" // nullity 22, so that the reduced rows are long
			}
			plan, err := encode.Prepare(board.NewPuzzle(boardtest.Parse(b, spec)), encode.Options{Xor: name})
			if err != nil {
				b.Fatal(err)
			}
			clauses := 0
			b.ReportAllocs()
			for b.Loop() {
				clauses += exportEncoded(b, plan)
			}
			b.ReportMetric(float64(clauses)/b.Elapsed().Seconds()/1e6, "Mclauses/s")
		})
	}
}

// exportEncoded writes a formula as DIMACS to nowhere and returns its number of clauses.
func exportEncoded(b *testing.B, plan *encode.Plan) int {
	lines := lineCounter(-1) // the header
	if err := cnf.WriteDIMACS(&lines, plan.Write); err != nil {
		b.Fatal(err)
	}
	return int(lines)
}

// lineCounter counts the lines written to it.
type lineCounter int

func (l *lineCounter) Write(text []byte) (int, error) {
	*l += lineCounter(bytes.Count(text, []byte("\n")))
	return len(text), nil
}

// BenchmarkEncodeExportMillion exports grid:1000x1000 and reports the peak of the heap in MiB, which should
// stay under 300.
func BenchmarkEncodeExportMillion(b *testing.B) {
	for _, name := range []string{"direct", "cut:4", "chase"} {
		b.Run(name, func(b *testing.B) {
			p := board.NewPuzzle(boardtest.Parse(b, "grid:1000x1000"))
			clauses := 0
			var peak uint64
			for b.Loop() {
				stop := watchHeap(&peak)
				plan, err := encode.Prepare(p, encode.Options{Xor: name})
				if err != nil {
					b.Fatal(err)
				}
				clauses += exportEncoded(b, plan)
				stop()
			}
			b.ReportMetric(float64(clauses)/b.Elapsed().Seconds()/1e6, "Mclauses/s")
			b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
		})
	}
}

// watchHeap samples, until stopped, the memory that the program holds from the system.
func watchHeap(peak *uint64) (stop func()) {
	runtime.GC()
	var done atomic.Bool
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for !done.Load() {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			*peak = max(*peak, m.Sys-m.HeapReleased)
			time.Sleep(5 * time.Millisecond)
		}
	}()
	return func() {
		done.Store(true)
		<-finished
	}
}

// giveUp is the time limit of an encoding on one puzzle.
const giveUp = 5 * time.Second

// BenchmarkEncodeSolve has gini find an answer, for every encoding: preparing, encoding and solving. Runs
// that were given up are reported as failed.
func BenchmarkEncodeSolve(b *testing.B) {
	puzzles := []struct {
		name  string
		spec  string
		start func(*board.Board) *board.Puzzle
	}{
		{"3x3x3x3", "grid:3x3x3x3", board.NewPuzzle},
		{"10x10", "grid:10x10", randomPuzzle},
		{"20x20", "grid:20x20", randomPuzzle},
		{"30x30", "grid:30x30", randomPuzzle}, // nullity 20
		{"31x31", "grid:31x31", randomPuzzle}, // nullity 0
	}
	for _, puzzle := range puzzles {
		p := puzzle.start(boardtest.Parse(b, puzzle.spec))
		for _, row := range encode.Parities() {
			if !takes(row, p.Board) {
				continue
			}
			b.Run(puzzle.name+"/"+row.String(), func(b *testing.B) {
				failed := 0.0
				for b.Loop() {
					if !solveEncoded(b, p, row.String()) {
						failed++
					}
				}
				b.ReportMetric(failed, "failed")
			})
		}
	}
}

// takes reports whether the encoding applies to the board.
func takes(row encode.Parity, b *board.Board) bool {
	shape := b.Shape()
	return row.Name != "chase" || shape.Cross && (shape.Kind == "grid" || shape.Kind == "cylinder")
}

// solveEncoded reports whether an answer was found in time; it must be one.
func solveEncoded(b *testing.B, p *board.Puzzle, name string) bool {
	s := cnf.NewSession()
	if err := encode.Puzzle(s, p, encode.Options{Xor: name}); err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), giveUp)
	defer cancel()
	sat, err := s.Solve(ctx)
	if err != nil {
		return false
	}
	if !sat {
		b.Fatalf("%s by %s: no answer", p.Board, name)
	}
	checkAnswer(b, p, s.Model())
	return true
}

func checkAnswer(b *testing.B, p *board.Puzzle, m cnf.Model) {
	b.Helper()
	state := p.On.Clone()
	for s, l := range encode.Switches(p.Board) {
		if m.Value(l) {
			p.Board.Press(state, s, 1)
		}
	}
	if !state.Equal(p.Goal) {
		b.Fatalf("%s: the model is no answer", p.Board)
	}
}

// BenchmarkEncodeMinimum has gini prove the fewest presses for all-on 9×9 (nullity 8, 25 presses: OEIS
// A075464), lowering the bound until there is no answer: every parity encoding with one way to count,
// and every way to count with one parity encoding.
func BenchmarkEncodeMinimum(b *testing.B) {
	p := board.NewPuzzle(boardtest.Parse(b, "grid:9x9"))
	run := func(xor, card string) {
		b.Run(xor+"/"+card, func(b *testing.B) {
			failed := 0.0
			for b.Loop() {
				switch presses, proved := minimumEncoded(b, p, xor, card); {
				case !proved:
					failed++
				case presses != 25:
					b.Fatalf("%d presses by %s and %s", presses, xor, card)
				}
			}
			b.ReportMetric(failed, "failed")
		})
	}
	for _, row := range encode.Parities() {
		run(row.String(), "totalizer")
	}
	for _, row := range encode.Countings() {
		if row.Name != "totalizer" {
			run("kernel:4", row.Name)
		}
	}
}

// minimumEncoded is the fewest presses, and whether that was proved in time.
func minimumEncoded(b *testing.B, p *board.Puzzle, xor, card string) (presses int, proved bool) {
	plan, err := encode.Prepare(p, encode.Options{Xor: xor, Card: card})
	if err != nil {
		b.Fatal(err)
	}
	s := cnf.NewSession()
	if err := plan.Write(s); err != nil {
		b.Fatal(err)
	}
	lits := encode.Switches(p.Board)
	count, err := plan.Count(s, len(lits))
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), giveUp)
	defer cancel()
	for presses = len(lits); ; presses-- {
		sat, err := s.Solve(ctx, count.AtMost(presses)...)
		if err != nil {
			return 0, false
		}
		if !sat {
			return presses + 1, true
		}
		checkAnswer(b, p, s.Model())
		presses = 0
		for _, l := range lits {
			if s.Model().Value(l) {
				presses++
			}
		}
	}
}
