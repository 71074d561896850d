package bench

import (
	"context"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"lightsout/board"
	"lightsout/census"
	"lightsout/census/database"
	"lightsout/internal/boardtest"
)

// plainCensus is a straightforward breadth-first search over all states of a board: a byte for each
// integer, a queue of states, and every switch tried at each.
func plainCensus(b *board.Board) []int {
	flips := make([]uint32, b.Switches())
	for s := range flips {
		for _, l := range b.Toggles(s) {
			flips[s] ^= 1 << l
		}
	}
	const unseen = 0xff
	distance := make([]uint8, 1<<b.Lights())
	for i := range distance {
		distance[i] = unseen
	}
	distance[0] = 0
	queue := []uint32{0}
	var counts []int
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		d := distance[state]
		if int(d) == len(counts) {
			counts = append(counts, 0)
		}
		counts[d]++
		for _, f := range flips {
			if next := state ^ f; distance[next] == unseen {
				distance[next] = d + 1
				queue = append(queue, next)
			}
		}
	}
	return counts
}

// The distribution of 5x5, three ways.
func BenchmarkDistribution5x5(b *testing.B) {
	classic := boardtest.Parse(b, "5x5")
	check := func(b *testing.B, last int64) {
		b.Helper()
		if last != 7350 {
			b.Fatalf("%d states at the depth, want 7350", last)
		}
	}
	b.Run("regions", func(b *testing.B) {
		var counts []*big.Int
		for b.Loop() {
			var err error
			if counts, err = census.Distribution(context.Background(), classic, nil); err != nil {
				b.Fatal(err)
			}
		}
		check(b, counts[len(counts)-1].Int64())
	})
	b.Run("cosets", func(b *testing.B) {
		var counts []*big.Int
		for b.Loop() {
			table, err := census.NewTable(context.Background(), classic, nil)
			if err != nil {
				b.Fatal(err)
			}
			counts = table.Distribution()
		}
		check(b, counts[len(counts)-1].Int64())
	})
	b.Run("breadth-first", func(b *testing.B) {
		var counts []int
		for b.Loop() {
			counts = plainCensus(classic)
		}
		check(b, int64(counts[len(counts)-1]))
	})
}

// The whole table of 5x5 in SQLite, and its size in the file.
func BenchmarkDatabase5x5(b *testing.B) {
	classic := boardtest.Parse(b, "5x5")
	file := filepath.Join(b.TempDir(), "5x5.db")
	for b.Loop() {
		if err := database.Write(context.Background(), file, []*board.Board{classic}, database.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/1e6, "MB")
}

// The depth of n×n grids. 9 and 16 are where an integer-programming solver is left with bounds.
func BenchmarkDepth(b *testing.B) {
	for _, c := range []struct {
		spec  string
		depth int
	}{{"4x4", 7}, {"8x8", 64}, {"9x9", 37}, {"11x11", 65}, {"14x14", 123}, {"16x16", 124}, {"17x17", 199}} {
		b.Run(c.spec, func(b *testing.B) {
			grid := boardtest.Parse(b, c.spec)
			for b.Loop() {
				d, err := census.FindDepth(context.Background(), grid, nil)
				if err != nil {
					b.Fatal(err)
				}
				if !d.Proved() || d.Lower != c.depth {
					b.Fatalf("depth %d to %d, want %d", d.Lower, d.Upper, c.depth)
				}
			}
		})
	}
}
