package bench

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The sign test, against exact binomials in whole numbers. 2⁻¹²⁰⁰ is no float64.
func TestSignTest(t *testing.T) {
	exact := func(wins, losses int) float64 {
		n := int64(wins + losses)
		tail := new(big.Int)
		for k := range int64(min(wins, losses)) + 1 {
			tail.Add(tail, new(big.Int).Binomial(n, k))
		}
		p, _ := new(big.Rat).SetFrac(tail.Lsh(tail, 1), new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
		return min(1, p)
	}
	rapid.Check(t, func(t *rapid.T) {
		wins, losses := rapid.IntRange(0, 60).Draw(t, "wins"), rapid.IntRange(0, 60).Draw(t, "losses")
		if got, want := signTest(wins, losses), exact(wins, losses); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d to %d: %v, want %v", wins, losses, got, want)
		}
	})
	for _, c := range [][2]int{{600, 600}, {550, 650}} {
		if got, want := signTest(c[0], c[1]), exact(c[0], c[1]); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d to %d: %v, want %v", c[0], c[1], got, want)
		}
	}
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

// What was not run decides nothing, and Holm's correction is the textbook's: p-values 0.01, 0.04, 0.03 become
// 0.03, 0.06, 0.06.
func TestDuels(t *testing.T) {
	first := []*Result{
		{Instance: "a", Outcome: solved, CPU: 1}, {Instance: "b", Outcome: solved, CPU: 4}, {Instance: "c", Outcome: gaveUp, Timeout: 10}, {Instance: "d", Outcome: notAsked},
	}
	second := []*Result{
		{Instance: "a", Outcome: solved, CPU: 2}, {Instance: "b", Outcome: solved, CPU: 2}, {Instance: "c", Outcome: solved, CPU: 1}, {Instance: "d", Outcome: solved, CPU: 1},
	}
	d := meet(first, second)
	if d.wins != 1 || d.losses != 2 || len(d.ratios) != 2 || geometricMean(d.ratios) != 1 {
		t.Errorf("%+v", d)
	}
	// Three seeds of an instance are one instance, and their median decides.
	for i, r := range slices.Concat(first[:3], second[:3]) {
		r.Instance, r.Seed = "a", uint64(i%3)
	}
	if d := meet(first[:3], second[:3]); d.wins != 0 || d.losses != 1 || geometricMean(d.ratios) != 2 {
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

// The stars of a table of pairs, from wins and losses. Two-sided, 5:0 has p = 0.0625, 6:0 has 0.03125, 7:0 0.0156, 9:0 0.0039,
// 10:0 0.00195, and 9:1 0.0215 (binomial coefficients over powers of two); Holm multiplies the smallest p by the number of
// pairs, the next by one less, and lets none be smaller than the one before.
func TestStars(t *testing.T) {
	for _, c := range []struct {
		about string
		pairs [][2]int // wins and losses
		want  []string
	}{
		{"one pair, just enough", [][2]int{{6, 0}}, []string{"0.50 (6:0)*"}},
		{"one pair, not enough", [][2]int{{5, 0}}, []string{"0.50 (5:0)"}},
		{"losses count as wins do", [][2]int{{0, 6}}, []string{"2.00 (0:6)*"}},
		{"a single loss among ten", [][2]int{{9, 1}}, []string{"0.57 (9:1)*"}},
		{"a draw", [][2]int{{5, 5}}, []string{"1.00 (5:5)"}},
		{"two questions at once: 2 × 0.03125", [][2]int{{6, 0}, {6, 0}}, []string{"0.50 (6:0)", "0.50 (6:0)"}},
		{"Holm, where Bonferroni's 3 × 0.03125 finds nothing", [][2]int{{6, 0}, {10, 0}, {7, 0}}, []string{"0.50 (6:0)*", "0.50 (10:0)*", "0.50 (7:0)*"}},
		{"after the first that is not found, none is", [][2]int{{9, 0}, {6, 0}, {6, 0}}, []string{"0.50 (9:0)*", "0.50 (6:0)", "0.50 (6:0)"}},
		{"a pair that never met is a question too", [][2]int{{6, 0}, {0, 0}}, []string{"0.50 (6:0)", ""}},
	} {
		var duels []*duel
		for _, pair := range c.pairs {
			var first, second results
			for i := range pair[0] + pair[1] {
				a, b := measured(i+1, askAny, "a", solved, 1), measured(i+1, askAny, "b", solved, 2)
				if i >= pair[0] {
					a.CPU, b.CPU = 2, 1
				}
				first, second = append(first, &a), append(second, &b)
			}
			duels = append(duels, meet(first, second))
		}
		correct(duels)
		for i, want := range c.want {
			if got := duels[i].String(); got != want {
				t.Errorf("%s: pair %d is %q, want %q", c.about, i+1, got, want)
			}
		}
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

// The interval is the same every time, and a point if all runs agree. The median of nine draws from 1…9 is 1 or 9 in 0.5 % of
// all cases and at most 2 in 3 %.
func TestBootstrap(t *testing.T) {
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
		var s results
		for i, seconds := range c.times {
			s = append(s, &Result{Seed: uint64(i), Outcome: solved, CPU: seconds})
		}
		if got := bootstrap(s, 1, median); got != c.want || got != bootstrap(s, 1, median) {
			t.Errorf("%v: %q, want %q", c.times, got, c.want)
		}
		for _, r := range s {
			r.Formula, r.Conflicts = "the same", new(7)
		}
		if got := bootstrap(s, 1, median); got != "" {
			t.Errorf("%v: %q of runs that repeat each other", c.times, got)
		}
	}
}
