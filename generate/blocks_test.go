package generate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"lightsout/internal/alike"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// Blocks give different puzzles, the same ones in any order and from many goroutines, up to the last
// that is within reach; and no two are alike.
func TestBlocks(t *testing.T) {
	b := boardtest.Parse(t, "6x6")
	o := Options{Seed: 5, Distinct: "symmetry", Lit: &Range{9, 10}}
	g := newGenerator(t, b, o)
	s, ok := g.levels[0].drawing.(*blocks)
	if !ok || s.puzzles < 100 {
		t.Fatalf("%T: blocks with many puzzles each are wanted here", g.levels[0].drawing)
	}
	limit := g.limit()
	indices := []uint64{0, 1, 2, s.puzzles - 1, s.puzzles, 7*s.puzzles + 3, limit - 1, limit - 2}
	for i := range uint64(400) {
		indices = append(indices, 100+i)
	}
	first := make([]string, len(indices))
	again := newGenerator(t, b, o)
	var wait sync.WaitGroup
	for k, i := range indices {
		item, err := g.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		first[k] = item.On.String()
	}
	for k := len(indices) - 1; k >= 0; k-- {
		wait.Go(func() {
			item, err := again.Puzzle(t.Context(), indices[k])
			if err != nil || item.On.String() != first[k] {
				t.Errorf("puzzle %d: %s, then %v %v", indices[k], first[k], item.On, err)
			}
		})
	}
	wait.Wait()
	seen := map[string]bool{}
	for k, text := range first {
		item, _ := g.Puzzle(t.Context(), indices[k])
		least := text
		for _, motion := range g.alike.All {
			image := item.On.Clone()
			alike.Move(motion, image, item.On)
			least = min(least, image.String())
		}
		if seen[least] {
			t.Errorf("puzzle %d is like another one", indices[k])
		}
		seen[least] = true
	}
}

// A caller that waits for a block does not fail because another's context ended.
func TestBlocksOutliveAContext(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Distinct: "symmetry"})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Puzzle(ended, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if _, err := g.Puzzle(t.Context(), 0); err != nil {
		t.Error(err)
	}
}

// A ramp that asks for too many says how many there are.
func TestRampRunsOut(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "4x4"), Options{Levels: "1000", Distinct: "states", Presses: &Range{2, 4}})
	if err := g.check(1000); err != nil {
		t.Error(err)
	}
	if err := g.check(1 << 40); err == nil || !strings.Contains(err.Error(), "only 1000 distinct puzzles of this kind are within reach on grid:4x4") {
		t.Error(err)
	}
}

// In whatever order blocks are asked for, few are remembered, and those that were forgotten are the same again.
func TestBlocksAreForgotten(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Seed: 5, Distinct: "symmetry", Lit: &Range{9, 10}})
	b := g.levels[0].drawing.(*blocks)
	first := map[uint64][]uint32{}
	for round := range 2 {
		for n := uint64(2 * maxRecent); n > 0; n-- {
			passing, err := b.passing(t.Context(), n)
			if err != nil || len(b.recent) > maxRecent || b.recent[len(b.recent)-1].number != n {
				t.Fatalf("%d blocks are remembered after block %d (%v)", len(b.recent), n, err)
			}
			if round == 0 {
				first[n] = passing
			} else if !slices.Equal(passing, first[n]) {
				t.Fatalf("block %d is another one the second time", n)
			}
		}
	}
}

// Trying all candidates finds what there is: Gawalt's 7,350 hardest states of 5x5.
func TestTryingAllCandidates(t *testing.T) {
	tier.Slow(t, "tries all states of 5x5")
	g := newGenerator(t, boardtest.Parse(t, "5x5"), Options{Presses: &Range{15, 15}})
	for _, p := range allPools(t, g) {
		lists, _, err := g.list(t.Context(), p, []Range{{15, 15}})
		if err != nil || len(lists[0]) != 7350 || !(16 * listEffort).covers(p) {
			t.Errorf("%s: %v", p.name, err)
		}
	}
	large := newGenerator(t, boardtest.Parse(t, "9x9"), Options{})
	if (16 * listEffort).covers(large.statesPool(nil)) {
		t.Error("2^73 candidates can be tried")
	}
}
