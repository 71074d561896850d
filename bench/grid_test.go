package bench

import (
	"fmt"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// answerGrid is an answer for an n×n grid.
func answerGrid(tb testing.TB, n int, change gf2.Vec) gf2.Vec {
	presses, _, ok := gridpoly.NewSolver(board.Rectangle{Rows: n, Cols: n}).Solve(change)
	if !ok {
		tb.Fatalf("%d×%d is not solved", n, n)
	}
	return presses
}

// nullityOfGrid is how many quiet patterns an n×n grid has.
func nullityOfGrid(n int) int { return gridpoly.Nullity(board.Rectangle{Rows: n, Cols: n}) }

// BenchmarkGrid solves and checks n×n grids, all on and with lights that follow no pattern. The figure to compare between
// sizes is ns/light.
func BenchmarkGrid(b *testing.B) {
	for _, n := range []int{5000, 10000, 50000, 100000} {
		for _, lights := range []string{"all", "random"} {
			b.Run(fmt.Sprintf("n=%d/%s", n, lights), func(b *testing.B) {
				grid, err := board.Parse(fmt.Sprintf("grid:%dx%d", n, n))
				if err != nil {
					b.Fatal(err)
				}
				p := board.NewPuzzle(grid)
				if err := p.SetLights(lights, "", 1); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					left := grid.Apply(answerGrid(b, n, p.On.Bits()))
					if left.Add(p.On.Bits()); !left.IsZero() {
						b.Fatal("not solved")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n)/float64(n), "ns/light")
			})
		}
	}
}

// BenchmarkGridNullityTable is the nullities of n×n for n = 1…1000.
func BenchmarkGridNullityTable(b *testing.B) {
	for b.Loop() {
		for n := 1; n <= 1000; n++ {
			nullityOfGrid(n)
		}
	}
}
