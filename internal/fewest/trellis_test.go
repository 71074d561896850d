package fewest_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// band is a code whose words are open for a few columns each, with its columns shuffled: row i has
// a random pattern on the columns from 2i to 2i+5.
func band(r *rand.Rand, k int) fewest.Problem {
	n := 2*k + 4
	at := r.Perm(n)
	p := fewest.Problem{Word: gf2.NewVec(n)}
	for c := range n {
		p.Word.Set(c, r.IntN(2) == 1)
	}
	for i := range k {
		b := gf2.VecOf(n, at[2*i], at[2*i+5])
		for c := 2*i + 1; c < 2*i+5; c++ {
			b.Set(at[c], r.IntN(2) == 1)
		}
		p.Basis = append(p.Basis, b)
	}
	return p
}

func TestNarrowCodesOfAnyLength(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 5 {
		// Long ones have too many words for any other method to finish.
		long := band(r, 300)
		got, err := fewest.Minimum(context.Background(), long, fewest.Options{})
		if err != nil || !got.Proved() {
			t.Fatalf("proved %v by %s, err %v", got.Proved(), got.Why.Method, err)
		}
		honest(t, long, got)
		// Short ones have not.
		short := band(r, 20)
		got, err = fewest.Minimum(context.Background(), short, fewest.Options{Method: fewest.Tree})
		want, err2 := fewest.Minimum(context.Background(), short, fewest.Options{Method: "walsh"})
		if err != nil || err2 != nil || got.Cost != want.Cost {
			t.Fatalf("%d by tree, %d by walsh; err %v, %v", got.Cost, want.Cost, err, err2)
		}
	}
}
