package treewidth

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The assembly finds the same costs as the code in Go, and the same choices.
func TestAssemblyAgreesWithGo(t *testing.T) {
	if !assembled {
		t.Skip("there is none on this machine")
	}
	r := rand.New(rand.NewPCG(3, 4))
	random := func(n int) []int32 {
		out := make([]int32, n)
		for i := range out {
			out[i] = r.Int32N(50)
		}
		return out
	}
	for range 1000 {
		s := &sums[int32]{left: random(8 << r.IntN(8)), right: random(8 << r.IntN(8))}
		l, right := r.Uint32N(uint32(len(s.left))), r.Uint32N(uint32(len(s.right)))
		for b := range blockBits { // the first columns stay within the lanes
			within := uint32(lanes)
			if b >= laneBits {
				within = 1 << 30
			}
			x, y := r.Uint32N(min(within, uint32(len(s.left)))), r.Uint32N(min(within, uint32(len(s.right))))
			for i := range 1 << b {
				s.lowLeft[i|1<<b], s.lowRight[i|1<<b] = s.lowLeft[i]^x, s.lowRight[i]^y
			}
		}
		copy(s.lowPay[0][:], random(block))
		copy(s.lowPay[1][:], random(block))
		odd := r.IntN(2)
		got := random(lanes << r.IntN(4))
		want := slices.Clone(got)
		if a, b := betterFast(s, l, right, odd, got), s.betterPortable(l, right, odd, want); a != b || !slices.Equal(got, want) {
			t.Fatalf("%064b %v\nwant %064b %v", a, got, b, want)
		}
	}
}
