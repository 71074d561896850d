package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

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

// A failure costs so many limits, what did not run nothing.
func TestTimes(t *testing.T) {
	list := []*Result{
		{Outcome: solved, CPU: 1, Timeout: 10}, {Outcome: refuted, CPU: 2.5, Encoding: 0.5, Timeout: 10},
		{Outcome: gaveUp, CPU: 10, Timeout: 10}, {Outcome: wrong, CPU: 0.1, Timeout: 10}, {Outcome: missing, Timeout: 10}, {Outcome: notAsked, Timeout: 10}, {Outcome: notAsked, Timeout: 10},
	}
	if got := mean(times(list, 2)); got != (1+3+20+20)/4.0 {
		t.Errorf("PAR-2 is %v", got)
	}
	if m := median(timesOf(list)); !math.IsInf(m, 1) || len(timesOf(list)) != 4 {
		t.Errorf("median %v of %v", m, timesOf(list))
	}
}

// pairOf is two contestants on instances with one seed each, in seconds; a negative time is a failure.
func pairOf(times ...[2]float64) (first, second results) {
	for i, pair := range times {
		for k, seconds := range pair {
			r := measured(i+1, askAny, []string{"a", "b"}[k], solved, seconds)
			if seconds < 0 {
				r.Outcome, r.CPU = gaveUp, 1 // the limit
			}
			if k == 0 {
				first = append(first, &r)
			} else {
				second = append(second, &r)
			}
		}
	}
	return first, second
}

// A factor is over instances: seeds weigh no more, failures count as the limit, and what both do at once is left out.
func TestFactor(t *testing.T) {
	for _, c := range []struct {
		about         string
		times         [][2]float64
		text, faster  string
		instances     int
		failedA, easy int
	}{
		{"one instance", [][2]float64{{0.4, 0.2}}, "2.00", "too few instances", 1, 0, 0},
		{"a geometric mean", [][2]float64{{0.4, 0.1}, {0.1, 0.1}}, "2.00", "too few instances", 2, 0, 0},
		{"a failure of A is a lower bound", [][2]float64{{-1, 0.5}}, "> 2.00", "too few instances", 1, 1, 0},
		{"a failure of B is an upper bound", [][2]float64{{0.5, -1}}, "< 0.50", "too few instances", 1, 0, 0},
		{"both fail somewhere", [][2]float64{{0.5, -1}, {-1, 0.5}}, "about 1.00", "too few instances", 2, 1, 0},
		{"both fail everywhere", [][2]float64{{-1, -1}}, "about 1.00", "too few instances", 1, 1, 0},
		{"below the floor", [][2]float64{{0.01, 0.04}, {0.4, 0.2}}, "2.00", "too few instances", 1, 0, 1},
		{"one of them is not below", [][2]float64{{0.01, 0.1}}, "0.10", "too few instances", 1, 0, 0},
		{"nothing is left", [][2]float64{{0.01, 0.04}}, "", "", 0, 0, 1},
		{"always twice", slices.Repeat([][2]float64{{0.4, 0.2}}, 6), "2.00", "b", 6, 0, 0},
		{"always half", slices.Repeat([][2]float64{{0.2, 0.4}}, 6), "0.50", "a", 6, 0, 0},
		{"not enough", slices.Repeat([][2]float64{{0.2, 0.4}}, 5), "0.50", "too few instances", 5, 0, 0},
		{"now and then", append(slices.Repeat([][2]float64{{0.2, 0.4}}, 4), slices.Repeat([][2]float64{{0.4, 0.2}}, 3)...), "0.91", "not shown", 7, 0, 0},
	} {
		f := compare(pairOf(c.times...))
		if f.String() != c.text || f.faster([2]string{"a", "b"}) != c.faster || len(f.ratios) != c.instances || f.failed[0] != c.failedA || f.easy != c.easy {
			t.Errorf("%s: %q, %q, %+v", c.about, f, f.faster([2]string{"a", "b"}), f)
		}
	}
	// Three seeds of an instance are one observation.
	first, second := pairOf([2]float64{0.4, 0.1}, [2]float64{0.4, 0.2}, [2]float64{0.4, 0.4}, [2]float64{0.2, 0.1})
	for i, r := range slices.Concat(first[:3], second[:3]) {
		r.Instance, r.Seed = "one", uint64(i%3)
	}
	if f := compare(first, second); f.String() != "2.00" || len(f.ratios) != 2 || f.runs != 4 {
		t.Errorf("%q, %+v", f, f)
	}
	// Those of a random board are three.
	for _, r := range slices.Concat(first[:3], second[:3]) {
		r.Board = "regular:3x16"
	}
	if f := compare(first, second); len(f.ratios) != 4 {
		t.Errorf("%+v", f)
	}
}

// An interval has the true value in 95 of 100 cases, more or less: of the mean of 48 instances whose seeds agree.
func TestIntervalsCover(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	covered := 0
	const tries = 300
	for range tries {
		instances := make([][]float64, 48)
		for i := range instances {
			x := r.NormFloat64()
			instances[i] = []float64{x + 0.1*r.NormFloat64(), x + 0.1*r.NormFloat64(), x + 0.1*r.NormFloat64()}
		}
		if i := interval(instances, mean); !i.excludes(0) {
			covered++
		}
	}
	if covered < tries*90/100 || covered > tries*98/100 {
		t.Errorf("%d of %d intervals have the mean", covered, tries)
	}
}

// grown is a contestant whose median on a size takes so long, with the noise of the seeds beside it.
func grown(sizes []int, median func(lights float64) float64, noise float64, r *rand.Rand) (s results) {
	for _, size := range sizes {
		for seed := range uint64(9) {
			m := measured(size, askAny, "gini direct", solved, median(float64(size*size))*math.Exp2(noise*(r.Float64()-0.5)))
			m.Seed = seed
			s = append(s, &m)
		}
	}
	return s
}

// A line that is drawn is found again, whatever the seeds add to it. What cannot be measured is left out.
func TestGrowthIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slope := rapid.Float64Range(0.02, 0.5).Draw(t, "doublings per light")
		noise := rapid.Float64Range(0, 0.1).Draw(t, "noise")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := grown([]int{3, 4, 5, 6, 7, 8}, func(lights float64) float64 { return 0.1 * math.Exp2(slope*lights) }, noise, r)
		s = append(s, grown([]int{1}, func(float64) float64 { return measurable / 3 }, 0, r)...)
		for _, late := range grown([]int{60}, func(float64) float64 { return 1 }, 0, r) {
			late.Outcome = gaveUp
			s = append(s, late)
		}
		var found float64
		if _, err := fmt.Sscanf(s.growth(), "%f lights", &found); err != nil || math.Abs(1/found-slope) > 2*noise/50+0.06*slope*slope+1e-9 {
			t.Fatalf("%s, not %v", s.growth(), 1/slope)
		}
	})
}

func TestGrowthNeedsALine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	double := func(lights float64) float64 { return math.Exp2(lights) }
	for want, s := range map[string]results{
		"too few sizes":          grown([]int{1, 2, 3, 4}, double, 0, r),
		"1.0 lights (R² 1.00)":   grown([]int{1, 2, 3, 4, 5}, double, 0, r),
		"not on a line (R² 0.00": grown([]int{1, 2, 3, 4, 5}, func(lights float64) float64 { return 1 + float64(int(lights)%2) }, 0, r),
	} {
		if got := s.growth(); !strings.HasPrefix(got, want[:12]) {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// The interval is the same every time, and a point if all agree. The median of nine draws from 1…9 is 1 or 9 in 0.5 % of
// all cases and at most 2 in 3 %. Values that belong together are one draw.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		want  string
		times []float64
	}{
		{"2.0 s to 8.0 s", []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{"3.0 s to 3.0 s", []float64{3, 3, 3, 3, 3, 3}},
		{"1.0 s to –", []float64{1, 1, math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}},
		{"", nil},
		{"", []float64{1, 2, 3, 4, 5}},
	} {
		var instances [][]float64
		for _, seconds := range c.times {
			instances = append(instances, []float64{seconds})
		}
		if got := interval(instances, median).text(seconds); got != c.want || got != interval(instances, median).text(seconds) {
			t.Errorf("%v: %q, want %q", c.times, got, c.want)
		}
		if i := interval([][]float64{c.times, c.times}, median); i.known {
			t.Errorf("%v: %v of two instances", c.times, i)
		}
	}
}
