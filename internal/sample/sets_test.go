package sample

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest/chance"
)

// All sets of a size come up once, and drawing is even.
func TestSubsets(t *testing.T) {
	for _, c := range []struct{ n, low, high int }{{5, 0, 5}, {6, 3, 3}, {7, 2, 4}, {4, 4, 9}, {5, 0, 0}, {1, 0, 1}, {70, 1, 1}} {
		s := Subsets(c.n, c.low, c.high)
		total := int(s.Size().Int64())
		want := 0
		for k := c.low; k <= min(c.n, c.high); k++ {
			want += int(new(big.Int).Binomial(int64(c.n), int64(k)).Int64())
		}
		if total != want {
			t.Errorf("%+v: %d sets, want %d", c, total, want)
		}
		index := make(map[string]int)
		set := board.NewState(c.n, 2)
		for i := range total {
			s.At(set, uint64(i), nil)
			if k := set.Weight(); k < c.low || k > c.high {
				t.Fatalf("%+v: set %d has %d things", c, i, k)
			}
			index[set.Bits().String()] = i
		}
		if len(index) != total {
			t.Errorf("%+v: %d different sets, want %d", c, len(index), total)
		}
		counts := make([]int, total)
		for i := range 200 * total {
			random := NewStream(9, 0, uint64(i), 0)
			s.Draw(set, &random)
			counts[index[set.Bits().String()]]++
		}
		if err := chance.Uneven(counts); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Sets of so many things that their number takes more than a word, too: the set of a number has as many before it.
func TestNumbersOfLargeSubsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "n")
		low := rapid.IntRange(0, n).Draw(t, "low")
		s := Subsets(n, low, rapid.IntRange(low, n).Draw(t, "high"))
		again := NewStream(rapid.Uint64().Draw(t, "seed"), 0, 0, 0)
		random, which := again, rapid.Uint64Range(0, LastNumber(s.Size())).Draw(t, "number")
		number := Element(s.Size(), SliceBits(s.Size()), which, &again)
		set := board.NewState(n, 2)
		s.At(set, which, &random)
		// Fewer things come first, and of equally many those that have a thing before those that do not.
		before, left := new(big.Int), set.Weight()
		for k := low; k < left; k++ {
			before.Add(before, new(big.Int).Binomial(int64(n), int64(k)))
		}
		for i := range n {
			switch {
			case left == 0:
			case set.Bits().Bit(i):
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

// Beyond 2^64 a number is that of a slice: slices follow one another, cover the whole set, and have so many elements that
// none is likelier than another by more than one part in 2^32.
func TestSlicesCoverLargeSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := new(big.Int).Lsh(big.NewInt(rapid.Int64Range(1<<40, 1<<62).Draw(t, "high")), uint(rapid.IntRange(25, 200).Draw(t, "shift")))
		slices, last := SliceBits(size), LastNumber(size)
		random := NewStream(1, 0, 0, 0)
		n := rapid.Uint64Range(0, last-1).Draw(t, "slice")
		a, b := Element(size, slices, n, &random), Element(size, slices, n+1, &random)
		if a.Cmp(b) >= 0 || a.Sign() < 0 || b.Cmp(size) >= 0 {
			t.Fatalf("slices %d and %d of %v: %v and %v", n, n+1, size, a, b)
		}
		slice := new(big.Int).Rsh(size, slices)
		if gap := new(big.Int).Sub(size, Element(size, slices, last, &random)); gap.Cmp(slice) > 1 || slice.BitLen() < 32 {
			t.Fatalf("of %v, slices have %v elements, and the last ends %v before the end", size, slice, gap)
		}
	})
	if SliceBits(new(big.Int).Lsh(big.NewInt(1), 64)) != 0 || LastNumber(new(big.Int).Lsh(big.NewInt(1), 64)) != 1<<64-1 {
		t.Error("2^64 elements have numbers of their own")
	}
}

// Portions with repetition are all presses of the right number, each once.
func TestPressesWithRepetition(t *testing.T) {
	for _, k := range []int{3, 4, 5} {
		p, seen := Portions([][]int{{0}, {1}, {2}, {3}}, k-1, 2, 6), map[string]bool{}
		set, want := board.NewState(4, k), 0
		for n := range p.Size().Int64() {
			p.At(set, uint64(n), nil)
			if w := set.Weight(); w < 2 || w > 6 {
				t.Fatalf("%v has %d presses", set.Digits(), w)
			}
			seen[string(set.Digits())] = true
		}
		for n := range k * k * k * k {
			if w := n%k + n/k%k + n/k/k%k + n/k/k/k; 2 <= w && w <= 6 {
				want++
			}
		}
		if len(seen) != want || p.Size().Int64() != int64(want) {
			t.Errorf("modulo %d: %d different presses of %v, want %d", k, len(seen), p.Size(), want)
		}
	}
}
