package bench

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// The sign test, against exact binomials in whole numbers.
func TestSignTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wins, losses := rapid.IntRange(0, 60).Draw(t, "wins"), rapid.IntRange(0, 60).Draw(t, "losses")
		n := int64(wins + losses)
		tail := new(big.Int)
		for k := range int64(min(wins, losses)) + 1 {
			tail.Add(tail, new(big.Int).Binomial(n, k))
		}
		exact, _ := new(big.Rat).SetFrac(tail.Lsh(tail, 1), new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
		if got := signTest(wins, losses); math.Abs(got-min(1, exact)) > 1e-9 {
			t.Fatalf("%d to %d: %v, want %v", wins, losses, got, min(1, exact))
		}
	})
}

// Half of the values are on either side of the median.
func TestMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 20).Draw(t, "list")
		m := median(list)
		below, above := 0, 0
		for _, x := range list {
			if x < m {
				below++
			}
			if x > m {
				above++
			}
		}
		if 2*below > len(list) || 2*above > len(list) {
			t.Fatalf("median of %v: %v", list, m)
		}
	})
}

// A failure costs twice the limit, a missing peer nothing.
func TestPAR2(t *testing.T) {
	list := []*Result{
		{Outcome: solved, CPU: 1, Timeout: 10}, {Outcome: refuted, CPU: 3, Timeout: 10},
		{Outcome: gaveUp, CPU: 10, Timeout: 10}, {Outcome: wrong, CPU: 0.1, Timeout: 10}, {Outcome: missing, Timeout: 10},
	}
	if got := par2(list); got != (1+3+20+20)/4.0 {
		t.Errorf("PAR-2 is %v", got)
	}
	if got := par2(list[4:]); !math.IsNaN(got) {
		t.Errorf("PAR-2 of a missing peer is %v", got)
	}
	s := summarise(list, cpu)
	if s.runs != 4 || s.right != 2 || s.low != 1 || s.top != 3 || !math.IsInf(s.median, 1) {
		t.Errorf("summary %+v", s)
	}
}
