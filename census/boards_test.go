package census

import (
	"context"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/solve"
)

func nullity(t boardtest.TB, b *board.Board) int {
	t.Helper()
	linear, err := solve.Analyse(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	return linear.Nullity()
}

// byDistance counts the states by distance.
func byDistance(distance map[uint64]int) []int64 {
	var counts []int64
	for _, d := range distance {
		for len(counts) <= d {
			counts = append(counts, 0)
		}
		counts[d]++
	}
	return counts
}
