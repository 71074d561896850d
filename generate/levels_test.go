package generate

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
)

// A ramp rises from the first level to the last, evenly, and knows where each level begins.
func TestRampReachesTheLastLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ramp{rapid.Uint64Range(1, 40).Draw(t, "levels"), rapid.Uint64Range(1, 100).Draw(t, "length")}
		count := make([]uint64, r.levels)
		for p := range r.length {
			count[r.level(p)]++
			if p > 0 && r.level(p) < r.level(p-1) {
				t.Fatalf("level %d after %d", r.level(p), r.level(p-1))
			}
		}
		if r.level(0) != 0 || r.length > 1 && r.level(r.length-1) != r.levels-1 {
			t.Fatalf("from level %d to %d of %d", r.level(0), r.level(r.length-1), r.levels)
		}
		start := uint64(0)
		for level, n := range count {
			if n > r.length/r.levels+1 {
				t.Fatalf("%d puzzles of level %d", n, level)
			}
			if got := r.start(uint64(level)); got != start {
				t.Fatalf("level %d begins at %d, want %d", level, got, start)
			}
			start += n
		}
		if r.start(r.levels) != r.length {
			t.Fatalf("the last level ends at %d of %d", r.start(r.levels), r.length)
		}
	})
}

// The longest ramp there can be.
func TestLongRamp(t *testing.T) {
	r := ramp{7, math.MaxUint64}
	for level := range r.levels {
		p := r.start(level)
		if r.level(p) != level || level > 0 && r.level(p-1) != level-1 {
			t.Errorf("level %d does not begin at %d", level, p)
		}
	}
	if r.level(r.length-1) != 6 {
		t.Errorf("it ends at level %d", r.level(r.length-1))
	}
}

// Three puzzles from easy to hard on 4x4, which needs up to 7 presses: 1, 4, 7.
func TestShortRamp(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "4x4"), Options{Levels: 3})
	for i, want := range []int{1, 4, 7, 1, 4, 7} {
		item, err := g.Puzzle(t.Context(), uint64(i))
		if err != nil || item.MinPresses != want {
			t.Errorf("puzzle %d has %d presses, want %d; %v", i, item.MinPresses, want, err)
		}
	}
}
