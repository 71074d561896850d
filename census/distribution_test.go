package census

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

func integers(counts []*big.Int) []int64 {
	var list []int64
	for _, n := range counts {
		list = append(list, n.Int64())
	}
	return list
}

// Listing every state and the cheapest way of counting them agree on every board.
func TestDistributionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawCopies(t)
		want := byDistance(boardtest.Distances(b))
		table, err := NewTable(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, integers(table.Distribution())); diff != "" {
			t.Fatalf("table: %s", diff)
		}
		counts, err := Distribution(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, integers(counts)); diff != "" {
			t.Fatalf("distribution: %s", diff)
		}
	})
}

// Every solvable state is counted once, however large the board.
// The last of them are as hard as a search for the hardest says.
func TestDistributionSumsToSolvableStates(t *testing.T) {
	for _, spec := range []string{"1x1", "3x3", "4x4", "5x5", "6x6", "5x8", "8x9", "17x17", "20x20", "5x11", "torus:3x3", "torus:5x5", "torus:9x9", "klein:4x6", "hypercube:4", "cube:2", "cube:3", "complete:300", "petersen", "merlin"} {
		b := boardtest.Parse(t, spec)
		counts, err := Distribution(context.Background(), b, nil)
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		sum := new(big.Int)
		for _, n := range counts {
			sum.Add(sum, n)
		}
		if want := new(big.Int).Lsh(big.NewInt(1), uint(b.Switches()-nullity(t, b))); sum.Cmp(want) != 0 {
			t.Errorf("%s: %v states counted, %v are solvable", spec, sum, want)
		}
		depth, err := FindDepth(context.Background(), b, nil)
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if last := len(counts) - 1; last < depth.Lower || last > depth.Upper || counts[last].Sign() == 0 {
			t.Errorf("%s: the last states counted need %d presses, the hardest %d to %d", spec, last, depth.Lower, depth.Upper)
		}
	}
}

func TestDistributionOutOfReach(t *testing.T) {
	tier.Slow(t, "estimates counts of large boards")
	for _, spec := range []string{"9x9", "11x11", "16x16", "100x100", "grid:99x99", "cycle:6003"} {
		_, err := Distribution(context.Background(), boardtest.Parse(t, spec), nil)
		var far *board.TooLargeError
		if !errors.As(err, &far) {
			t.Errorf("%s: %v, want a TooLargeError", spec, err)
		}
	}
}

// Boards whose states are counted by regions.
func BenchmarkDistribution(b *testing.B) {
	for _, spec := range []string{"cube:3", "torus:6x6", "6x8"} {
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				if _, err := Distribution(context.Background(), boardtest.Parse(b, spec), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
