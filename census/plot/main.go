// Command plot draws how many states of a few boards need how many presses, as docs/census.md
// shows it.
//
//	go run ./census/plot -o docs/census.png 4x4 5x5 torus:5x5 6x6 17x17
//
// Every board is a line: the presses needed, and the share of the solvable states that need so many.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/big"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"lightsout/board"
	"lightsout/census"
)

func main() {
	log.SetFlags(0)
	file := flag.String("o", "census.png", "the picture to write: .png, .svg or .pdf")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("which boards? For example 4x4 5x5 torus:5x5 6x6")
	}
	p := plot.New()
	p.Title.Text = "How far solvable states are from dark"
	p.X.Label.Text = "presses needed"
	p.Y.Label.Text = "share of solvable states"
	p.Legend.Top, p.Legend.XOffs = true, -vg.Centimeter/2
	p.Y.Min, p.Y.Tick.Marker = 0, tenths{}
	p.Add(plotter.NewGrid())
	for i, spec := range flag.Args() {
		if err := add(p, i, spec); err != nil {
			log.Fatal(err)
		}
	}
	if err := p.Save(18*vg.Centimeter, 11*vg.Centimeter, *file); err != nil {
		log.Fatal(err)
	}
}

// add draws the distribution of one board.
func add(p *plot.Plot, i int, spec string) error {
	b, err := board.Parse(spec)
	if err != nil {
		return err
	}
	counts, err := census.Distribution(context.Background(), b, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", spec, err)
	}
	line, points, err := plotter.NewLinePoints(shares(counts))
	if err != nil {
		return err
	}
	line.Color, points.Color = plotutil.Color(i), plotutil.Color(i)
	points.Shape = plotutil.Shape(i)
	p.Add(line, points)
	p.Legend.Add(fmt.Sprintf("%s (depth %d)", spec, len(counts)-1), line, points)
	return nil
}

// shares are the counts over their sum.
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

// tenths puts a mark at every tenth, and a smaller one halfway.
type tenths struct{}

// Ticks are the marks between two shares.
func (tenths) Ticks(low, high float64) (ticks []plot.Tick) {
	for i := 0; float64(i)/20 <= high; i++ {
		tick := plot.Tick{Value: float64(i) / 20}
		if i%2 == 0 {
			tick.Label = fmt.Sprintf("%.1f", tick.Value)
		}
		if tick.Value >= low {
			ticks = append(ticks, tick)
		}
	}
	return ticks
}
