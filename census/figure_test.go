package census

import (
	"context"
	"flag"
	"fmt"
	"image"
	_ "image/png"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"lightsout/internal/boardtest"
	"lightsout/internal/plot"
)

var update = flag.Bool("update", false, "draw docs/census.png again")

// The plot of docs/census.md can be drawn, and has the size of the one that is there. make figures draws
// it again.
func TestDocumentedFigure(t *testing.T) {
	const document = "../docs/census.png"
	file := document
	if !*update {
		file = filepath.Join(t.TempDir(), "census.png")
	}
	c := plot.New("How far solvable states are from dark", "presses needed", "share of solvable states")
	var most float64
	for i, spec := range []string{"4x4", "5x5", "torus:5x5", "5x8", "6x6"} {
		counts, err := Distribution(context.Background(), boardtest.Parse(t, spec), nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Line(fmt.Sprintf("%s (depth %d)", spec, len(counts)-1), i, shares(counts))
		most = max(most, float64(len(counts)-1))
	}
	c.X.Min, c.X.Max = 0, most
	c.X.Ticks = plot.WholeTicks
	c.Y.Min, c.Y.Max = 0, 0.4
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	if got, want := sizeOf(t, file), sizeOf(t, document); got != want {
		t.Errorf("the plot is %v, the one in the document %v (make figures)", got, want)
	}
}

// shares are the counts divided by their sum.
func shares(counts []*big.Int) []plot.Point {
	sum := new(big.Int)
	for _, n := range counts {
		sum.Add(sum, n)
	}
	points := make([]plot.Point, len(counts))
	for w, n := range counts {
		share, _ := new(big.Rat).SetFrac(n, sum).Float64()
		points[w] = plot.Point{X: float64(w), Y: share, Low: share, Top: share}
	}
	return points
}

func sizeOf(t *testing.T, file string) image.Point {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	config, _, err := image.DecodeConfig(f)
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(config.Width, config.Height)
}
