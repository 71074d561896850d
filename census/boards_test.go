package census

import (
	"context"
	"fmt"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/solve"
)

// parse is a board by its SPEC.
func parse(t failer, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// failer is a *testing.T or a *rapid.T.
type failer interface {
	Helper()
	Fatal(...any)
}

func regionsOf(t failer, b *board.Board) *regions {
	t.Helper()
	linear, err := solve.Analyse(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	return findRegions(b.Switches(), linear.Quiet())
}

// drawBoard draws a small board that need not be a graph; few lights make many quiet patterns, and
// repeated switches make regions.
func drawBoard(t *rapid.T) *board.Board {
	lights := rapid.IntRange(1, 7).Draw(t, "lights")
	kinds := rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.IntRange(0, lights-1), 0, lights, rapid.ID[int]), 1, 8).Draw(t, "kinds")
	var toggles [][]int
	for i, kind := range kinds {
		for range rapid.IntRange(1, 2).Draw(t, "copies") {
			toggles = append(toggles, kinds[i][:len(kind):len(kind)])
		}
	}
	b, err := board.FromToggles("drawn", lights, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// breadthFirst is the plainest census: breadth first from dark, state by state.
func breadthFirst(b *board.Board) map[uint64]int {
	var flips []uint64
	for s := range b.Switches() {
		var f uint64
		for _, l := range b.Toggles(s) {
			f ^= 1 << l
		}
		flips = append(flips, f)
	}
	distance := map[uint64]int{0: 0}
	for queue := []uint64{0}; len(queue) > 0; queue = queue[1:] {
		for _, f := range flips {
			next := queue[0] ^ f
			if _, known := distance[next]; !known {
				distance[next] = distance[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return distance
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

func squareBoard(t failer, n int) *board.Board {
	t.Helper()
	return parse(t, fmt.Sprintf("%dx%d", n, n))
}
