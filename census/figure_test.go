package census

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"testing"

	"gonum.org/v1/plot/plotter"

	"lightsout/internal/boardtest"
	"lightsout/internal/chart"
	"lightsout/internal/chart/charttest"
)

var update = flag.Bool("update", false, "draw docs/census.svg again")

// The plot of docs/census.md is the one of these distributions. make pictures draws it again.
func TestDocumentedFigure(t *testing.T) {
	c := chart.New("How far solvable states are from dark", "presses needed", "share of solvable states")
	for i, spec := range []string{"4x4", "5x5", "torus:5x5", "5x8", "6x6"} {
		counts, err := Distribution(context.Background(), boardtest.Parse(t, spec), nil)
		if err != nil {
			t.Fatal(err)
		}
		line, mark := chart.Look(i, i, i)
		points := shares(counts)
		c.Line(fmt.Sprintf("%s (depth %d)", spec, len(counts)-1), line, mark, points, points)
	}
	c.Y.Min, c.Y.Max = 0, 0.4
	charttest.Documented(t, c, "../docs/census.svg", *update)
}

// shares are the counts divided by their sum.
func shares(counts []*big.Int) plotter.XYs {
	sum := new(big.Int)
	for _, n := range counts {
		sum.Add(sum, n)
	}
	points := make(plotter.XYs, len(counts))
	for w, n := range counts {
		share, _ := new(big.Rat).SetFrac(n, sum).Float64()
		points[w] = plotter.XY{X: float64(w), Y: share}
	}
	return points
}
