package generate

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

func TestSelectionFindsTheNth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "n")
		density := rapid.IntRange(1, 200).Draw(t, "density")
		s := newSelection(n)
		var want []uint64
		random := newStream(rapid.Uint64().Draw(t, "seed"), drawing, 0, 0)
		for i := range n {
			if random.below(uint64(density)) == 0 {
				s.bits.Set(i, true)
				want = append(want, uint64(i))
			}
		}
		s.finish()
		if s.count != uint64(len(want)) {
			t.Fatalf("count %d, want %d", s.count, len(want))
		}
		for k, w := range want {
			if got := s.at(uint64(k)); got != w {
				t.Fatalf("number %d is %d, want %d", k, got, w)
			}
		}
	})
}

// All sets of a size come up once, and drawing is even.
func TestSubsets(t *testing.T) {
	for _, c := range []struct{ n, low, high int }{{5, 0, 5}, {6, 3, 3}, {7, 2, 4}, {4, 4, 9}, {5, 0, 0}, {1, 0, 1}, {70, 1, 1}} {
		s := newSubsets(c.n, c.low, c.high)
		total := int(s.size().Int64())
		want := 0
		for k := c.low; k <= min(c.n, c.high); k++ {
			want += int(new(big.Int).Binomial(int64(c.n), int64(k)).Int64())
		}
		if total != want {
			t.Errorf("%+v: %d sets, want %d", c, total, want)
		}
		index := make(map[string]int)
		set := gf2.NewVec(c.n)
		for i := range total {
			s.at(set, big.NewInt(int64(i)))
			if k := set.Weight(); k < c.low || k > c.high {
				t.Fatalf("%+v: set %d has %d things", c, i, k)
			}
			index[set.String()] = i
		}
		if len(index) != total {
			t.Errorf("%+v: %d different sets, want %d", c, len(index), total)
		}
		counts := make([]int, total)
		for i := range 200 * total {
			random := newStream(9, drawing, uint64(i), 0)
			s.draw(set, &random)
			counts[index[set.String()]]++
		}
		if chi := chiSquare(counts); chi > criticalChi(float64(total-1)) {
			t.Errorf("%+v: chi-square %.1f for %d sets", c, chi, total)
		}
	}
}

// Sets of so many things that their number takes more than a word, too: the set of a number has as many before it.
func TestNumbersOfLargeSubsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "n")
		low := rapid.IntRange(0, n).Draw(t, "low")
		s := newSubsets(n, low, rapid.IntRange(low, n).Draw(t, "high"))
		random := newStream(rapid.Uint64().Draw(t, "seed"), drawing, 0, 0)
		number := randomBelow(s.size(), &random)
		set := gf2.NewVec(n)
		s.at(set, number)
		// Fewer things come first, and of equally many those that have a thing before those that do not.
		before, left := new(big.Int), set.Weight()
		for k := low; k < left; k++ {
			before.Add(before, new(big.Int).Binomial(int64(n), int64(k)))
		}
		for i := range n {
			switch {
			case left == 0:
			case set.Bit(i):
				left--
			default:
				before.Add(before, new(big.Int).Binomial(int64(n-i-1), int64(left-1)))
			}
		}
		if before.Cmp(number) != 0 {
			t.Fatalf("set %v of %d things, %d at least: %v has %v before it", number, n, low, set, before)
		}
	})
}

// Beyond 2^128 a rank is a slice: numbers of later slices are larger, and the last one is reached.
func TestSlicesCoverLargeSets(t *testing.T) {
	size := new(big.Int).Lsh(big.NewInt(12345), 130)
	random := newStream(1, drawing, 0, 0)
	var got []*big.Int
	for _, r := range []uint64{0, 1, 1 << 40, 1<<64 - 2, 1<<64 - 1} {
		got = append(got, number(size, rank{0, r}, &random))
	}
	if !slices.IsSortedFunc(got, (*big.Int).Cmp) {
		t.Errorf("not in order: %v", got)
	}
	slice := new(big.Int).Rsh(size, 64)
	if gap := new(big.Int).Sub(size, got[len(got)-1]); gap.Sign() <= 0 || gap.Cmp(slice) > 0 {
		t.Errorf("the last slice ends %v before the end", gap)
	}
}
