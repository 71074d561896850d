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

// What did not run has no time.

// times are those of the runs, and for failures so many limits: 1, 2, or infinitely many.
func times(list []*Result, limits float64) []float64 {
	var all []float64
	for _, r := range list {
		switch {
		case r.Outcome.Right():
			all = append(all, r.time())
		case r.Outcome.Ran():
			all = append(all, limits*r.Timeout)
		}
	}
	return all
}

// timesOf is the time of each run, infinite for failures.
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

// duel compares two contestants on the instances that both ran on, by the medians over the seeds. (Seeds of one board are not
// independent enough for a test.)
type duel struct {
	ratios       []float64 // of the first's time to the second's, where both are right
	wins, losses int       // of the first: it is faster, or alone in being right
	same         int       // instances with the same formula for both
	p            float64   // of the sign test, after correction
}

// onBoth are the results of two contestants on the puzzles that both ran on.
func onBoth(first, second results) (pairs []results) {
	other := map[string]*Result{}
	for _, r := range second.ran() {
		other[r.puzzle()] = r
	}
	for _, r := range first.ran() {
		if other[r.puzzle()] != nil {
			pairs = append(pairs, results{r, other[r.puzzle()]})
		}
	}
	return pairs
}

// meet is the duel of two lists of results.
func meet(first, second results) *duel {
	instance := func(r *Result) string { return r.Instance + r.Digest }
	var met, a, b results
	for _, both := range onBoth(first, second) {
		if met = append(met, both[0]); !both.sameFormula() {
			a, b = append(a, both[0]), append(b, both[1])
		}
	}
	others := b.split(instance)
	d := &duel{same: len(distinct(met, instance)) - len(others)}
	for i, seeds := range a.split(instance) {
		one, two := median(timesOf(seeds)), median(timesOf(others[i]))
		switch {
		case one < two:
			d.wins++
		case one > two:
			d.losses++
		}
		if ratio := one / two; ratio > 0 && !math.IsInf(ratio, 1) {
			d.ratios = append(d.ratios, ratio)
		}
	}
	d.p = signTest(d.wins, d.losses)
	return d
}

// String is the duel in a table: the geometric mean of the ratios, wins and losses, a star where these differ, and how many
// instances had the same formula.
func (d *duel) String() string {
	switch {
	case d.wins+d.losses > 0:
	case d.same > 0:
		return "same formula"
	default:
		return ""
	}
	text := fmt.Sprintf("%d:%d", d.wins, d.losses)
	if len(d.ratios) > 0 {
		text = fmt.Sprintf("%.2f (%s)", stat.GeometricMean(d.ratios, nil), text)
	}
	if d.p < 0.05 {
		text += "*"
	}
	if d.same > 0 {
		text += fmt.Sprintf(", %d same", d.same)
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

// enoughRuns is how many an interval needs.
const enoughRuns = 5

// String is the interval of a time; "" if it is not known.
func (in interval) String() string {
	if math.IsNaN(in.low) {
		return ""
	}
	return fmt.Sprintf("%s to %s", seconds(in.low), seconds(in.top))
}

// bootstrap is the interval of a statistic over the seeds: the seeds of every group are drawn anew,
// with replacement, and the statistic is taken of what was drawn (the percentile method of Efron 1979,
// "Bootstrap methods: another look at the jackknife"). Draws without a value are left out. The same
// groups always give the same interval. It is not known if a group is too small.
func bootstrap(groups [][]float64, statistic func([][]float64) float64) interval {
	if slices.ContainsFunc(groups, func(g []float64) bool { return len(g) < enoughRuns }) {
		return interval{math.NaN(), math.NaN()}
	}
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
