package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest/tier"
)

// A random state of 79×79, whose nullity is 64 (OEIS A159257), comes with a bound that holds and an
// answer that was replayed; 64×64 (28) is proved.
func TestNearestOnLargeSquares(t *testing.T) {
	for _, c := range []struct {
		spec    string
		nullity int
		proved  bool
	}{{"64x64", 28, true}, {"79x79", 64, false}} {
		if !c.proved && !tier.All() { // it takes as many sums as are allowed, some seconds
			continue
		}
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		rng := rand.New(rand.NewPCG(1, 2))
		for l := range b.Lights() {
			p.On.Bits().Set(l, rng.Uint64()&1 != 0)
		}
		res, err := Solver{}.Nearest(context.Background(), p, NearestOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Answer.Algebra.Nullity != c.nullity {
			t.Errorf("%s has nullity %d, want %d", b, res.Answer.Algebra.Nullity, c.nullity)
		}
		if c.proved && !res.Proved || res.Count > c.nullity || res.Lower > res.Count {
			t.Errorf("%s: %d lights, at least %d, proved %v", b, res.Count, res.Lower, res.Proved)
		}
		if v := Check(res.Answer.Puzzle, res.Answer.Best.Indices()); !v.Solved {
			t.Errorf("%s: the answer leaves %d lights wrong", b, len(v.Wrong))
		}
	}
}
