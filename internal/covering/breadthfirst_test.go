package covering

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
)

// Breadth-first search counts the states by distance, and ends at one of the farthest.
func TestBreadthFirstCountsDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawCopies(t)
		distance := boardtest.Distances(b)
		depth := 0
		for _, d := range distance {
			depth = max(depth, d)
		}
		want := make([]int64, depth+1)
		for _, d := range distance {
			want[d]++
		}
		r := regionsOf(b)
		f, err := visitAll(context.Background(), b, r.rank())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(want, numbers(f.counts)) {
			t.Fatalf("counts %v, want %v", f.counts, want)
		}
		if state := b.Apply(f.hardest()); f.hardest().Weight() != depth || distance[boardtest.Number(state)] != depth {
			t.Fatalf("the hardest state %v takes %d presses, want %d", state, f.hardest().Weight(), depth)
		}
	})
}
