package generate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

func (t turns) level(p uint64) int {
	level, _ := t.place(p)
	return level
}

// A ramp rises from the first level to the last, evenly, and knows where each level begins.
func TestRampReachesTheLastLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels, length := rapid.IntRange(1, 40).Draw(t, "levels"), rapid.Uint64Range(1, 100).Draw(t, "length")
		r, count := ramp(levels, length), make([]uint64, levels)
		for p := range length {
			want := int(p) * levels / int(length)
			if length > 1 && length < uint64(levels) {
				want = int(p) * (levels - 1) / int(length-1)
			}
			level, number := r.place(p)
			if level != want || number != count[level] {
				t.Fatalf("puzzle %d is %d of level %d, want %d of %d", p, number, level, count[want], want)
			}
			count[level]++
			if again, number := r.place(length*3 + p); again != level || number != 3*r.share(level)+count[level]-1 {
				t.Fatalf("puzzle %d of the fourth ramp is %d of level %d", p, number, again)
			}
		}
		if !slices.Equal(r.counts(length), count) {
			t.Fatalf("%v, want %v", r.counts(length), count)
		}
	})
}

// A ramp with too few puzzles of some levels has the more of others, as evenly as can be, and each as often as it is.
func TestRampWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SliceOfN(rapid.Uint64Range(0, 30), 1, 20).Draw(t, "most")
		length, all := rapid.Uint64Range(1, 300).Draw(t, "length"), uint64(0)
		for _, n := range most {
			all += n
		}
		whole := ramp(len(most), length)
		filled, short := whole.within(most)
		if all < length {
			if filled.length() != length || !slices.Equal(filled.starts, whole.starts) {
				t.Fatalf("all levels have %d of %d puzzles, and the ramp is %v", all, length, filled.starts)
			}
			return
		}
		if filled.length() != length {
			t.Fatalf("%d puzzles of %d", filled.length(), length)
		}
		low, high := uint64(math.MaxUint64), uint64(0) // shares of the levels that are not short
		for l, n := range most {
			switch share := filled.share(l); {
			case share > n:
				t.Fatalf("%d puzzles of level %d, which has %d", share, l, n)
			case slices.Contains(short, l):
				if share != n || whole.share(l) <= n && length >= uint64(len(most)) && n > high+1 && high > 0 {
					t.Fatalf("%d of the %d puzzles of level %d, which is short", share, n, l)
				}
			default:
				low, high = min(low, share), max(high, share)
			}
		}
		if len(short) == 0 && !slices.Equal(filled.starts, whole.starts) || high > 0 && length >= uint64(len(most)) && high-low > 1 {
			t.Fatalf("%v of %v, short %v", filled.starts, most, short)
		}
	})
}

// The longest ramp there can be, and one level.
func TestLongRamp(t *testing.T) {
	r := ramp(7, math.MaxUint64)
	for level, start := range r.starts[:7] {
		if r.level(start) != level || level > 0 && r.level(start-1) != level-1 {
			t.Errorf("level %d does not begin at %d", level, start)
		}
	}
	if r.level(math.MaxUint64-1) != 6 {
		t.Error("it does not end at level 6")
	}
	one := single()
	for _, i := range []uint64{0, 1, math.MaxUint64 - 1, math.MaxUint64} {
		if level, number := one.place(i); level != 0 || number != i || one.counts(i)[0] != i {
			t.Errorf("puzzle %d is %d, and %d come before it", i, number, one.counts(i)[0])
		}
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
	if got := fmt.Sprint(g.scarce, g.order.starts); got != "[16 of 1 presses instead of 100 32 of 7 presses instead of 100] [0 16 136 269 402 535 668 700]" {
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
