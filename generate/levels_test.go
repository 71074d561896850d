package generate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
)

func (r ramp) level(p uint64) uint64 {
	level, _ := r.place(p)
	return uint64(level)
}

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
	g := newGenerator(t, boardtest.Parse(t, "4x4"), Options{Levels: "3"})
	for i, want := range []int{1, 4, 7, 1, 4, 7} {
		item, err := g.Puzzle(t.Context(), uint64(i))
		if err != nil || item.MinPresses != want {
			t.Errorf("puzzle %d has %d presses, want %d; %v", i, item.MinPresses, want, err)
		}
	}
}

// A ramp of distinct puzzles ends where a level has no more of them; a batch beyond that is refused with what there is.
func TestRampsEnd(t *testing.T) {
	for _, spec := range []string{"3x3", "4x4"} {
		b := boardtest.Parse(t, spec)
		states := map[int]int{} // how many there are, by their fewest presses
		deepest := 0
		for _, presses := range fewestPresses(b) {
			states[presses]++
			deepest = max(deepest, presses)
		}
		for _, length := range []int{1, deepest, 20, 100, 700} {
			g := newGenerator(t, b, Options{Levels: fmt.Sprint(length), Distinct: "states"})
			r, used, want := g.order.(ramp), map[uint64]int{}, uint64(0)
			for ; ; want++ {
				l := r.level(want % r.length)
				if used[l]++; used[l] > states[g.levels[l].presses.Low] {
					break
				}
			}
			if got := g.limit(); got != want {
				t.Errorf("a ramp of %d on %s has %v puzzles, want %d", length, spec, got, want)
			}
			if err := g.check(want); err != nil {
				t.Errorf("a ramp of %d on %s: %v", length, spec, err)
			}
			if _, err := g.Puzzle(t.Context(), want-1); err != nil {
				t.Errorf("a ramp of %d on %s: the last puzzle, %d: %v", length, spec, want-1, err)
			}
			if _, err := g.Puzzle(t.Context(), want); err == nil {
				t.Errorf("a ramp of %d on %s has a puzzle %d", length, spec, want)
			}
			if err := g.check(want + 1); err == nil {
				t.Errorf("a ramp of %d on %s is said to have a puzzle %d", length, spec, want)
			}
		}
	}
	// 16, 120, 560, 1387, 1440, 540 and 32 states of 4x4 need 1 to 7 presses.
	g := newGenerator(t, boardtest.Parse(t, "4x4"), Options{Levels: "700", Distinct: "states"})
	for count, want := range map[uint64]string{
		700:  "700 puzzles take 100 distinct ones of each number of presses, and grid:4x4 has too few: within reach are only 16 of 1, 32 of 7 presses",
		50:   "50 puzzles take 50 distinct ones of each number of presses, and grid:4x4 has too few: within reach are only 16 of 1 presses",
		9000: "9000 puzzles take 1300 distinct ones of each number of presses, and grid:4x4 has too few: within reach are only 16 of 1, 120 of 2, 560 of 3, 540 of 6, 32 of 7 presses",
	} {
		if err := g.check(count); err == nil || err.Error() != want {
			t.Errorf("%d: %v, want %s", count, err, want)
		}
	}
	// Of one or two presses there are 16 and 120.
	g = newGenerator(t, boardtest.Parse(t, "4x4"), Options{Levels: "100", Presses: &Range{1, 2}, Distinct: "states"})
	if err := g.check(100); err == nil || !strings.HasSuffix(err.Error(), "within reach are only 16 of 1 presses") {
		t.Error(err)
	}
}
