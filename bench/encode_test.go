package bench

import (
	"bytes"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
)

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
