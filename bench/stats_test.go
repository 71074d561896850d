package bench

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
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

// A failure costs twice the limit, what did not run nothing.
func TestPAR2(t *testing.T) {
	list := []*Result{
		{Outcome: solved, CPU: 1, Timeout: 10}, {Outcome: refuted, CPU: 3, Timeout: 10},
		{Outcome: gaveUp, CPU: 10, Timeout: 10}, {Outcome: wrong, CPU: 0.1, Timeout: 10}, {Outcome: missing, Timeout: 10}, {Outcome: notAsked, Timeout: 10}, {Outcome: notAsked, Timeout: 10},
	}
	if got, within := par2(list); got != (1+3+20+20)/4.0 || within.low > got || within.top < got {
		t.Errorf("PAR-2 is %v, within %v", got, within)
	}
	if got, _ := par2(list[4:]); !math.IsNaN(got) {
		t.Errorf("PAR-2 of what did not run is %v", got)
	}
	if m := median(timesOf(list)); !math.IsInf(m, 1) || len(timesOf(list)) != 4 {
		t.Errorf("median %v of %v", m, timesOf(list))
	}
}

// What was not run decides nothing, and Holm's correction is the textbook's: p-values 0.01, 0.04, 0.03 become
// 0.03, 0.06, 0.06.
func TestDuels(t *testing.T) {
	first := []*Result{
		{Instance: "a", Outcome: solved, CPU: 1}, {Instance: "b", Outcome: solved, CPU: 4}, {Instance: "c", Outcome: gaveUp}, {Instance: "d", Outcome: notAsked},
	}
	second := []*Result{
		{Instance: "a", Outcome: solved, CPU: 2}, {Instance: "b", Outcome: solved, CPU: 2}, {Instance: "c", Outcome: solved, CPU: 1}, {Instance: "d", Outcome: solved, CPU: 1},
	}
	d := meet(first, second)
	if d.wins != 1 || d.losses != 2 || len(d.ratios) != 2 || stat.GeometricMean(d.ratios, nil) != 1 {
		t.Errorf("%+v", d)
	}
	list := []*duel{{p: 0.01}, {p: 0.04}, {p: 0.03}}
	correct(list)
	for i, want := range []float64{0.03, 0.06, 0.06} {
		if math.Abs(list[i].p-want) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, list[i].p, want)
		}
	}
}

// A line that is drawn is found again, whatever the seeds add to it. What cannot be measured is left out.
func TestGrowthIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slope := rapid.Float64Range(0.02, 0.5).Draw(t, "doublings per light")
		noise := rapid.Float64Range(0, 0.1).Draw(t, "noise")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		lights, times := []float64{1, 4000}, [][]float64{{measurable / 2, measurable / 3}, {math.Inf(1), math.Inf(1), 1}}
		for n := 10; n <= 60; n += 10 {
			var g []float64
			for range 9 {
				g = append(g, 0.1*math.Exp2(slope*float64(n)+noise*(r.Float64()-0.5)))
			}
			lights, times = append(lights, float64(n)), append(times, g)
		}
		g := fitGrowth(lights, times)
		// Medians lie within the noise, which turns least squares through these sizes by less than this.
		if g.sizes != 6 || g.r2 < 0.9 || math.Abs(g.slope-slope) > 2*noise/50+1e-9 {
			t.Fatalf("%+v, not %v", g, slope)
		}
		if g.within.low > g.within.top || noise == 0 && math.Abs(g.within.top-g.within.low) > 1e-6 {
			t.Fatalf("%v", g.within)
		}
	})
}

func TestGrowthNeedsSizes(t *testing.T) {
	lights, times := []float64{1, 2, 3, 4}, [][]float64{{1}, {2}, {4}, {8}}
	if g := fitGrowth(lights, times); g != (growth{sizes: 4}) {
		t.Errorf("four sizes make no line: %+v", g)
	}
	if g := fitGrowth(append(lights, 5), append(times, []float64{16})); g.sizes != 5 || math.Abs(g.slope-1) > 1e-9 {
		t.Errorf("five sizes make a line: %+v", g)
	}
	if g := fitGrowth([]float64{1, 1, 1, 1, 1}, [][]float64{{1}, {2}, {3}, {4}, {5}}); g.r2 >= enoughR2 {
		t.Errorf("one number of lights makes no line: %+v", g)
	}
}

// The interval contains the statistic, is the same every time, and is a point if all seeds agree. That of
// 1…9's median is known: 2000 draws of nine have their medians mostly in 3…7.
func TestBootstrap(t *testing.T) {
	of := func(list ...float64) interval {
		return bootstrap([][]float64{list}, func(d [][]float64) float64 { return median(d[0]) })
	}
	if got := of(1, 2, 3, 4, 5, 6, 7, 8, 9); got != of(1, 2, 3, 4, 5, 6, 7, 8, 9) || got.low < 2 || got.low > 4 || got.top < 6 || got.top > 8 {
		t.Errorf("%v", got)
	}
	if got := of(3, 3, 3); got != (interval{3, 3}) {
		t.Errorf("%v", got)
	}
	if got := of(1, math.Inf(1), math.Inf(1)); got.low != 1 || !math.IsInf(got.top, 1) {
		t.Errorf("%v", got)
	}
	if got := of(math.NaN()); !math.IsNaN(got.low) {
		t.Errorf("%v", got)
	}
}
