package bench

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Contestants are compared by the CPU time of their children. What did not run has no time.

// times are the CPU times of the runs, and for failures so many limits: 1, 2, or infinitely many.
func times(list []*Result, limits float64) []float64 {
	var all []float64
	for _, r := range list {
		switch {
		case r.Outcome.Right():
			all = append(all, r.CPU)
		case r.Outcome.Ran():
			all = append(all, limits*r.Timeout)
		}
	}
	return all
}

// timesOf is the CPU time of each run, infinite for failures.
func timesOf(list []*Result) []float64 { return times(list, math.Inf(1)) }

// median is the middle value, or the mean of the middle two; NaN for an empty list.
func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(list))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// par2 is the penalised average of the SAT competitions, in which a failure counts as two limits, and its confidence
// interval over the runs.
func par2(list []*Result) (float64, interval) {
	all := times(list, 2)
	return stat.Mean(all, nil), bootstrap([][]float64{all}, func(drawn [][]float64) float64 { return stat.Mean(drawn[0], nil) })
}

// signTest is the two-sided probability that a fair coin splits at least as unevenly as wins to
// losses.
func signTest(wins, losses int) float64 {
	coin := distuv.Binomial{N: float64(wins + losses), P: 0.5}
	return min(1, 2*coin.CDF(float64(min(wins, losses))))
}

// duel compares two contestants on the instances that both ran on.
type duel struct {
	ratios       []float64 // of the first's CPU time to the second's, where both are right
	wins, losses int       // of the first: it is faster, or alone in being right
	p            float64   // of the sign test, after correction
}

// onBoth are the results of two contestants on the instances that both ran on.
func onBoth(first, second results) (pairs []results) {
	other := map[string]*Result{}
	for _, r := range second.ran() {
		other[r.instance()] = r
	}
	for _, r := range first.ran() {
		if other[r.instance()] != nil {
			pairs = append(pairs, results{r, other[r.instance()]})
		}
	}
	return pairs
}

// meet is the duel of two lists of results.
func meet(first, second results) *duel {
	d := &duel{}
	for _, both := range onBoth(first, second) {
		t := timesOf(both)
		switch {
		case t[0] < t[1]:
			d.wins++
		case t[0] > t[1]:
			d.losses++
		}
		if ratio := t[0] / t[1]; ratio > 0 && !math.IsInf(ratio, 1) {
			d.ratios = append(d.ratios, ratio)
		}
	}
	d.p = signTest(d.wins, d.losses)
	return d
}

// String is the duel in a table: the geometric mean of the ratios, wins and losses, and a star where these differ.
func (d *duel) String() string {
	if d.wins+d.losses == 0 {
		return ""
	}
	text := fmt.Sprintf("%d:%d", d.wins, d.losses)
	if len(d.ratios) > 0 {
		text = fmt.Sprintf("%.2f (%s)", stat.GeometricMean(d.ratios, nil), text)
	}
	if d.p < 0.05 {
		text += "*"
	}
	return text
}

// correct applies Holm's correction for asking several questions at once (S. Holm, A simple sequentially
// rejective multiple test procedure, Scand. J. Statist. 6, 1979).
func correct(duels []*duel) {
	sorted := slices.SortedFunc(slices.Values(duels), func(a, b *duel) int { return cmp.Compare(a.p, b.p) })
	least := 0.0
	for i, d := range sorted {
		least = max(least, min(1, d.p*float64(len(sorted)-i)))
		d.p = least
	}
}

// resamples is how often the bootstrap draws the seeds anew.
const resamples = 2000

// interval is a 95 % confidence interval.
type interval struct{ low, top float64 }

// String is the interval of a time.
func (in interval) String() string { return fmt.Sprintf("%s to %s", seconds(in.low), seconds(in.top)) }

// bootstrap is the interval of a statistic over the seeds: the seeds of every group are drawn anew,
// with replacement, and the statistic is taken of what was drawn (the percentile method of Efron 1979,
// "Bootstrap methods: another look at the jackknife"). Draws without a value are left out. The same
// groups always give the same interval.
func bootstrap(groups [][]float64, statistic func([][]float64) float64) interval {
	r := rand.New(rand.NewPCG(1, 95))
	drawn := make([][]float64, len(groups))
	for i := range groups {
		drawn[i] = make([]float64, len(groups[i]))
	}
	var values []float64
	for range resamples {
		for i, g := range groups {
			for k := range g {
				drawn[i][k] = g[r.IntN(len(g))]
			}
		}
		if v := statistic(drawn); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return interval{math.NaN(), math.NaN()}
	}
	slices.Sort(values)
	n := float64(len(values) - 1)
	return interval{values[int(math.Floor(0.025*n))], values[int(math.Ceil(0.975*n))]}
}

// growth is how fast the time grows with the number of lights: a straight line through its logarithms.
type growth struct {
	sizes  int     // how many sizes the line was fitted to
	slope  float64 // doublings per light
	within interval
	r2     float64 // how much of the variation the line explains
}

// A line is fitted to no fewer sizes, and believed if it explains no less.
const (
	enoughSizes = 5
	enoughR2    = 0.9
)

// measurable is the shortest time that tells something of the solver: below, starting the process is
// most of it.
const measurable = 0.01

// fitGrowth fits the line to the medians of the sizes. Sizes that take too short to measure, or that most
// seeds did not answer, are left out.
func fitGrowth(lights []float64, times [][]float64) growth {
	var x []float64
	var groups [][]float64
	for i, g := range times {
		if m := median(g); m >= measurable && !math.IsInf(m, 1) {
			x, groups = append(x, lights[i]), append(groups, g)
		}
	}
	g := growth{sizes: len(x)}
	if g.sizes >= enoughSizes {
		g.slope, g.r2 = lineOf(x, groups)
		g.within = bootstrap(groups, func(drawn [][]float64) float64 { slope, _ := lineOf(x, drawn); return slope })
	}
	return g
}

// lineOf is the slope of the line by least squares, in doublings of the median, and its R². The slope is NaN if a
// median is infinite.
func lineOf(x []float64, groups [][]float64) (slope, r2 float64) {
	y := make([]float64, len(groups))
	for i, g := range groups {
		y[i] = math.Log2(median(g))
		if math.IsInf(y[i], 1) {
			return math.NaN(), 0
		}
	}
	base, slope := stat.LinearRegression(x, y, nil, false)
	return slope, stat.RSquared(x, y, nil, base, slope)
}
