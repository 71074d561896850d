package bench

import (
	"math"
	"math/big"
	"math/rand/v2"
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

// A line that is drawn is found again, of either law, whatever the seeds add to it, and the law that it was
// drawn by leaves less unexplained. What cannot be measured is left out.
func TestGrowthIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := law(rapid.Bool().Draw(t, "power law"))
		slope := rapid.Float64Range(0.02, 0.5).Draw(t, "doublings per light")
		if drawn == powerLaw {
			slope = rapid.Float64Range(0.5, 3).Draw(t, "exponent")
		}
		noise := rapid.Float64Range(0, 0.1).Draw(t, "noise")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		lights, times := []float64{1, 4000}, [][]float64{{measurable / 2, measurable / 3}, {math.Inf(1), math.Inf(1), 1}}
		var span [2]float64
		for i := range 6 {
			n := float64(int(10) << i)
			x := n
			if drawn == powerLaw {
				x = math.Log2(n)
			}
			span[min(i, 1)] = x
			var g []float64
			for range 9 {
				g = append(g, 0.1*math.Exp2(slope*x+noise*(r.Float64()-0.5)))
			}
			lights, times = append(lights, n), append(times, g)
		}
		g := fitGrowth(lights, times, measurable)
		is, other := g.exponential, g.power
		if drawn == powerLaw {
			is, other = other, is
		}
		if g.sizes != 6 || is.r2 < 0.9 || lawOf([]growth{g}) != drawn || is.r2 < other.r2 {
			t.Fatalf("%+v", g)
		}
		// Medians lie within the noise, which turns least squares through these sizes by less than this.
		if slack := 2 * noise / (span[1] - span[0]); math.Abs(is.slope-slope) > slack+1e-9 {
			t.Fatalf("the slope is %v, not %v", is.slope, slope)
		}
		if is.within.low > is.within.top || noise == 0 && math.Abs(is.within.top-is.within.low) > 1e-6 {
			t.Fatalf("%v", is.within)
		}
	})
}

func TestGrowthNeedsSizes(t *testing.T) {
	if g := fitGrowth([]float64{1, 2}, [][]float64{{1}, {2}}, measurable); !math.IsNaN(g.exponential.slope) || !math.IsNaN(g.power.slope) {
		t.Errorf("two sizes make no line: %+v", g)
	}
	if g := fitGrowth([]float64{1, 1, 1}, [][]float64{{1}, {2}, {3}}, measurable); !math.IsNaN(g.exponential.slope) || !math.IsNaN(g.power.slope) {
		t.Errorf("one number of lights makes no line: %+v", g)
	}
	if g := fitGrowth([]float64{1, 2, 4}, [][]float64{{1}, {2}, {4}}, measurable); g.power.slope != 1 || !math.IsNaN(g.power.within.low) {
		t.Errorf("one seed gives a line, and no interval: %+v", g)
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
