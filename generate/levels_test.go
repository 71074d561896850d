package generate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

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

// A ramp of distinct puzzles takes what there is of each level; one that is longer than all is refused.
func TestRampsEnd(t *testing.T) {
	for _, spec := range []string{"3x3", "4x4"} {
		b := boardtest.Parse(t, spec)
		states := map[int]uint64{} // how many there are, by their fewest presses
		deepest, all := 0, uint64(0)
		for _, presses := range fewestPresses(b) {
			if presses > 0 {
				states[presses]++
				deepest = max(deepest, presses)
				all++
			}
		}
		for _, length := range []uint64{1, uint64(deepest), 20, 100, 700, all, all + 1} {
			o := Options{Levels: fmt.Sprint(length), Count: length, Distinct: "states"}
			g, err := planned(t.Context(), b, o)
			if length > all {
				if no := (*NoSuchError)(nil); !errors.As(err, &no) || !strings.Contains(no.Reason, fmt.Sprint(all)) {
					t.Errorf("a ramp of %d on %s: %v", length, spec, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("a ramp of %d on %s: %v", length, spec, err)
				continue
			}
			if g.limit() < length {
				t.Errorf("a ramp of %d on %s: %d within reach", length, spec, g.limit())
			}
			seen, last := map[string]bool{}, 0
			for i := range length {
				p, err := g.Puzzle(t.Context(), i)
				if err != nil || p.MinPresses < last || seen[p.On.String()] {
					t.Fatalf("a ramp of %d on %s: puzzle %d, %v with %d presses: %v", length, spec, i, p.On, p.MinPresses, err)
				}
				seen[p.On.String()], last = true, p.MinPresses
			}
			if _, err := g.Puzzle(t.Context(), g.limit()); err == nil {
				t.Errorf("a ramp of %d on %s has a puzzle %d", length, spec, g.limit())
			}
			for _, s := range g.scarce {
				if s.Has != states[s.Presses.Low] || s.Has >= s.Share {
					t.Errorf("a ramp of %d on %s: %v", length, spec, s)
				}
			}
		}
	}
	// 16, 120, 560, 1387, 1440, 540 and 32 states of 4x4 need 1 to 7 presses.
	g := newGenerator(t, boardtest.Parse(t, "4x4"), Options{Levels: "700", Distinct: "states"})
	var shares []uint64
	for l := range g.order.Levels() {
		shares = append(shares, g.order.Share(l))
	}
	if got := fmt.Sprint(g.scarce, shares); got != "[16 of 1 presses instead of 100 32 of 7 presses instead of 100] [16 120 133 133 133 133 32]" {
		t.Error(got)
	}
}

// What counting shows is refused at once, also on a board whose puzzles take long to list, and before other boards are
// searched.
func TestRefusedByCounts(t *testing.T) {
	for _, c := range []struct {
		boards, want string
		o            Options
	}{
		{"5x5", "only 6 of 1 presses", Options{Count: 105, Levels: "even", Distinct: "symmetry", Presses: &Range{1, 15}}},
		{"6x6", "only 7 such puzzles exist on grid:6x6 up to symmetry, and 9 were asked for", Options{Count: 9, Levels: "9", Distinct: "symmetry", Presses: &Range{35, 36}}},
		{"9x9 11x11 12x12 13x13 14x14 15x15 16x16 6x6", "on grid:6x6 up to symmetry", Options{Count: 72, Distinct: "symmetry", Presses: &Range{1, 1}}},
		{"17x17,mod=3", "289 such puzzles exist", Options{Count: 290, Levels: "290", Distinct: "states", Presses: &Range{1, 1}}},
	} {
		var boards []*board.Board
		for _, spec := range strings.Fields(c.boards) {
			boards = append(boards, boardtest.Parse(t, spec))
		}
		c.o.Work.Progress = func(text string) { t.Errorf("%s: %s", c.boards, text) }
		_, err := Plan(t.Context(), boards, c.o)
		if no := (*NoSuchError)(nil); !errors.As(err, &no) || !strings.Contains(no.Reason, c.want) {
			t.Errorf("%s: %v, want %s", c.boards, err, c.want)
		}
	}
}
