package bench

import (
	"io"
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
			plan := must(encode.Prepare(board.NewPuzzle(boardtest.Parse(b, spec)), encode.Options{Xor: name}))(b)
			var size cnf.Counter
			must(0, plan.Write(&size))(b)
			b.ReportAllocs()
			for b.Loop() {
				must(0, cnf.WriteDIMACS(io.Discard, plan.Write))(b)
			}
			b.ReportMetric(float64(size.Clauses*b.N)/b.Elapsed().Seconds()/1e6, "Mclauses/s")
		})
	}
}
