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

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"lightsout/internal/boardtest"
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
	c := plot.New()
	c.Title.Text = "How far solvable states are from dark"
	c.X.Label.Text, c.Y.Label.Text = "presses needed", "share of solvable states"
	c.Legend.Top = true
	c.Add(plotter.NewGrid())
	var most float64
	for i, spec := range []string{"4x4", "5x5", "torus:5x5", "5x8", "6x6"} {
		counts, err := Distribution(context.Background(), boardtest.Parse(t, spec), nil)
		if err != nil {
			t.Fatal(err)
		}
		line, marks, err := plotter.NewLinePoints(shares(counts))
		if err != nil {
			t.Fatal(err)
		}
		line.Color, line.Dashes = plotutil.Color(i), plotutil.Dashes(i)
		marks.Color, marks.Shape = plotutil.Color(i), plotutil.Shape(i)
		c.Add(line, marks)
		c.Legend.Add(fmt.Sprintf("%s (depth %d)", spec, len(counts)-1), line, marks)
		most = max(most, float64(len(counts)-1))
	}
	c.X.Min, c.X.Max = 0, most
	c.Y.Min, c.Y.Max = 0, 0.4
	if err := c.Save(16*vg.Centimeter, 11*vg.Centimeter, file); err != nil {
		t.Fatal(err)
	}
	if got, want := sizeOf(t, file), sizeOf(t, document); got != want {
		t.Errorf("the plot is %v, the one in the document %v (make figures)", got, want)
	}
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
