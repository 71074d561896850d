package batch

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func (t Turns) level(p uint64) int {
	level, _ := t.Place(p)
	return level
}

// A ramp rises from the first level to the last, evenly, and knows where each level begins.
func TestRampReachesTheLastLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels, length := rapid.IntRange(1, 40).Draw(t, "levels"), rapid.Uint64Range(1, 100).Draw(t, "length")
		r, count := Ramp(levels, length), make([]uint64, levels)
		for p := range length {
			want := int(p) * levels / int(length)
			if length > 1 && length < uint64(levels) {
				want = int(p) * (levels - 1) / int(length-1)
			}
			level, number := r.Place(p)
			if level != want || number != count[level] {
				t.Fatalf("puzzle %d is %d of level %d, want %d of %d", p, number, level, count[want], want)
			}
			count[level]++
			if again, number := r.Place(length*3 + p); again != level || number != 3*r.Share(level)+count[level]-1 {
				t.Fatalf("puzzle %d of the fourth ramp is %d of level %d", p, number, again)
			}
		}
		if !slices.Equal(r.Counts(length), count) {
			t.Fatalf("%v, want %v", r.Counts(length), count)
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
		whole := Ramp(len(most), length)
		filled, short := whole.Within(most)
		if all < length {
			if filled.Length() != length || !slices.Equal(filled.starts, whole.starts) {
				t.Fatalf("all levels have %d of %d puzzles, and the ramp is %v", all, length, filled.starts)
			}
			return
		}
		if filled.Length() != length {
			t.Fatalf("%d puzzles of %d", filled.Length(), length)
		}
		low, high := uint64(math.MaxUint64), uint64(0) // shares of the levels that are not short
		for l, n := range most {
			switch share := filled.Share(l); {
			case share > n:
				t.Fatalf("%d puzzles of level %d, which has %d", share, l, n)
			case slices.Contains(short, l):
				if share != n || whole.Share(l) <= n && length >= uint64(len(most)) && n > high+1 && high > 0 {
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
	r := Ramp(7, math.MaxUint64)
	for level, start := range r.starts[:7] {
		if r.level(start) != level || level > 0 && r.level(start-1) != level-1 {
			t.Errorf("level %d does not begin at %d", level, start)
		}
	}
	if r.level(math.MaxUint64-1) != 6 {
		t.Error("it does not end at level 6")
	}
	one := Single()
	for _, i := range []uint64{0, 1, math.MaxUint64 - 1, math.MaxUint64} {
		if level, number := one.Place(i); level != 0 || number != i || one.Counts(i)[0] != i {
			t.Errorf("puzzle %d is %d, and %d come before it", i, number, one.Counts(i)[0])
		}
	}
}

// Places in order: every level keeps its places of a round, and its puzzles come from the first to the last.
func TestTurnsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shares := rapid.SliceOfN(rapid.Uint64Range(0, 5), 1, 5).Draw(t, "shares")
		shares[0]++
		turns := Shares(shares, nil)
		var places []uint32
		for p := range turns.Length() {
			places = append(places, uint32(p))
		}
		order := turns.InOrder(rapid.Permutation(places).Draw(t, "order"))
		turns = Shares(shares, func(uint64) []uint32 { return order })
		next := make([]uint64, len(shares))
		for i := range 3 * turns.Length() {
			level, number := turns.Place(i)
			if number != next[level] || !slices.Equal(turns.Counts(i), next) {
				t.Fatalf("puzzle %d is %d of level %d, want %v", i, number, level, next)
			}
			next[level]++
		}
		for l, share := range shares {
			if next[l] != 3*share {
				t.Fatalf("level %d has %d puzzles of three rounds, want %d", l, next[l], 3*share)
			}
		}
	})
}
