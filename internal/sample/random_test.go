package sample

import (
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest/chance"
)

// The vectors are those of the authors' library, Random123 1.14, tests/kat_vectors, "philox4x64 10".
func TestPhiloxKnownAnswers(t *testing.T) {
	for _, v := range [][10]uint64{
		{0, 0, 0, 0, 0, 0, 0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b},
		{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), 0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0},
		{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89, 0x452821e638d01377, 0xbe5466cf34e90c6c, 0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6},
	} {
		r0, r1, r2, r3 := philox(v[0], v[1], v[2], v[3], v[4], v[5])
		if got, want := [4]uint64{r0, r1, r2, r3}, [4]uint64(v[6:]); got != want {
			t.Errorf("philox(%x) = %x, want %x", v[:6], got, want)
		}
	}
}

func TestBelowStaysBelowAndIsEven(t *testing.T) {
	for n := uint64(1); n < 20; n++ {
		counts := make([]int, n)
		s := NewStream(3, 0, n, 0)
		for range 1000 * n {
			counts[s.Below(n)]++
		}
		if err := chance.Uneven(counts); err != nil {
			t.Errorf("below(%d): %v", n, err)
		}
	}
}

// Of numbers below three quarters of 2^64, those divisible by three would come up twice as often as others, if no
// word were drawn again.
func TestBelowDrawsAgain(t *testing.T) {
	const n = 3 << 62
	counts := make([]int, 3)
	s := NewStream(5, 0, 0, 0)
	for range 30000 {
		x := s.Below(n)
		if x >= n {
			t.Fatalf("%d is not below %d", x, uint64(n))
		}
		counts[x%3]++
	}
	if err := chance.Uneven(counts); err != nil {
		t.Errorf("remainders modulo 3: %v: %v", counts, err)
	}
}

func TestPermutationsAreBijections(t *testing.T) {
	for n := uint64(1); n <= 300; n++ {
		p := NewPermutation(n-1, 1, n)
		seen := make(map[uint64]bool)
		for x := range n {
			y := p.At(x)
			if y >= n || seen[y] {
				t.Fatalf("permutation of %d: %d goes to %v, which is outside or taken", n, x, y)
			}
			seen[y] = true
		}
	}
}

// Over all seeds an element goes everywhere equally often, so that distinct puzzles are drawn evenly
// too; small sets are the hard case, since their halves have few bits.
func TestPermutationsAreEven(t *testing.T) {
	for _, n := range []uint64{2, 3, 5, 15, 16, 17, 100} {
		for _, x := range []uint64{0, n / 2, n - 1} {
			counts := make([]int, n)
			for seed := range 200 * n {
				counts[NewPermutation(n-1, seed, 0).At(x)]++
			}
			if err := chance.Uneven(counts); err != nil {
				t.Errorf("%d of %d: %v", x, n, err)
			}
		}
	}
}

// So do pairs of neighbours: each of the ordered pairs of different elements is as likely as any other. Four elements
// have halves of one bit, where Feistel networks know fewer permutations.
func TestPermutationsMovePairsEvenly(t *testing.T) {
	for _, n := range []uint64{5, 9, 16, 30} {
		counts := make([]int, n*n)
		for seed := range 100 * n * n {
			p := NewPermutation(n-1, seed, 3)
			counts[p.At(0)*n+p.At(1)]++
		}
		var pairs []int
		for i, c := range counts {
			if uint64(i)/n != uint64(i)%n {
				pairs = append(pairs, c)
			} else if c > 0 {
				t.Fatalf("of %d, two go to %d", n, uint64(i)/n)
			}
		}
		if err := chance.Uneven(pairs); err != nil {
			t.Errorf("pairs of %d: %v", n, err)
		}
	}
}

// On large sets, up to the largest there are: images are inside, and differ.
func TestWidePermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.Uint64().Draw(t, "last") >> rapid.IntRange(0, 63).Draw(t, "cut")
		if rapid.IntRange(0, 5).Draw(t, "all") == 0 {
			last = 1<<64 - 1
		}
		p := NewPermutation(last, rapid.Uint64().Draw(t, "seed"), 0)
		seen := make(map[uint64]bool)
		for x := range min(64, last) {
			y := p.At(x)
			if y > last || seen[y] {
				t.Fatalf("%v goes to %v of %v, which is outside or taken", x, y, last)
			}
			seen[y] = true
		}
	})
}
