package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/picture"
)

// ball is the gray image of the examples, dithered for a board.
func ball(tb testing.TB, b *board.Board) gf2.Vec {
	f, err := os.Open(filepath.Join("..", "examples", "pictures", "sphere.png"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	g, err := picture.Load(f, f.Name())
	if err != nil {
		tb.Fatal(err)
	}
	on, err := g.Dither(b)
	if err != nil {
		tb.Fatal(err)
	}
	return on
}

// BenchmarkPicture finds the nearest reachable picture, with any clicks, within the time a user would
// wait: 64 (nullity 28), 79 (64), 100 (0), 128 (56), 256 (144) and 1000 (0) cells a side. The figures
// besides the time are the wrong pixels and how many are proved to be needed.
func BenchmarkPicture(b *testing.B) {
	for _, c := range []struct {
		side  int
		limit time.Duration
	}{{64, 30 * time.Second}, {79, 30 * time.Second}, {100, 30 * time.Second}, {128, 30 * time.Second}, {256, 10 * time.Second}, {1000, 30 * time.Second}} {
		grid, err := board.Parse(fmt.Sprintf("%dx%d", c.side, c.side))
		if err != nil {
			b.Fatal(err)
		}
		wanted := ball(b, grid)
		b.Run(fmt.Sprintf("n=%d", c.side), func(b *testing.B) {
			var r *picture.Reached
			for b.Loop() {
				ctx, cancel := context.WithTimeout(context.Background(), c.limit)
				r, err = picture.Reach(ctx, picture.Request{Board: grid, Start: gf2.AllOnes(grid.Lights()), Wanted: wanted, AnyClicks: true})
				cancel()
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.Wrong.Weight()), "wrong")
			b.ReportMetric(float64(r.WrongLower), "proved")
		})
	}
}
