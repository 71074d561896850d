package bench

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// cpu is what contestants are compared by: the CPU time of the child.
func cpu(r *Result) float64 { return r.CPU }

// timesOf is the CPU time of each run, infinite for failures. What did not run has none.
func timesOf(list []*Result) []float64 {
	var all []float64
	for _, r := range list {
		switch {
		case !r.Outcome.Ran():
		case r.Outcome.Right():
			all = append(all, cpu(r))
		default:
			all = append(all, math.Inf(1))
		}
	}
	return all
}

// median is the middle value, or the mean of the middle two; NaN for an empty list.
func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	if math.IsInf(sorted[n/2], 1) {
		return sorted[n/2] // not the difference of two infinities
	}
	return sorted[n/2-1] + (sorted[n/2]-sorted[n/2-1])/2
}

// penalties are the terms of PAR-2, the penalised average of the SAT competitions: the CPU time of a run,
// or twice the limit if it failed.
func penalties(list []*Result) []float64 {
	var all []float64
	for _, r := range list {
		switch {
		case !r.Outcome.Ran():
		case r.Outcome.Right():
			all = append(all, cpu(r))
		default:
			all = append(all, 2*r.Timeout)
		}
	}
	return all
}

// mean is the arithmetic mean; NaN for an empty list.
func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// par2 is the score, and its confidence interval over the runs.
func par2(list []*Result) (float64, interval) {
	all := penalties(list)
	return mean(all), bootstrap([][]float64{all}, func(drawn [][]float64) float64 { return mean(drawn[0]) })
}

// signTest is the two-sided probability that a fair coin splits at least as unevenly as wins to
// losses.
func signTest(wins, losses int) float64 {
	n := wins + losses
	if n == 0 {
		return 1
	}
	tail := 0.0
	for k := range min(wins, losses) + 1 {
		tail += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	lgamma := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return lgamma(n) - lgamma(k) - lgamma(n-k)
}

// duel compares two contestants on the instances that both ran on.
type duel struct {
	ratios       []float64 // of the first's CPU time to the second's, where both are right
	wins, losses int       // of the first: it is faster, or alone in being right
	p            float64   // of the sign test, after correction
}

// meet is the duel of two lists of results.
func meet(first, second []*Result) duel {
	other := map[string]*Result{}
	for _, r := range second {
		other[r.instance()] = r
	}
	var d duel
	for _, a := range first {
		b := other[a.instance()]
		if b == nil || !a.Outcome.Ran() || !b.Outcome.Ran() {
			continue
		}
		x, y := timesOf([]*Result{a})[0], timesOf([]*Result{b})[0]
		switch {
		case x < y:
			d.wins++
		case x > y:
			d.losses++
		}
		if ratio := x / y; ratio > 0 && !math.IsInf(ratio, 1) {
			d.ratios = append(d.ratios, ratio)
		}
	}
	d.p = signTest(d.wins, d.losses)
	return d
}

// reversed is the duel as the second sees it.
func (d *duel) reversed() *duel {
	back := duel{wins: d.losses, losses: d.wins, p: d.p}
	for _, ratio := range d.ratios {
		back.ratios = append(back.ratios, 1/ratio)
	}
	return &back
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

// geometricMean is the geometric mean; NaN for an empty list.
func geometricMean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}

// resamples is how often the bootstrap draws the seeds anew.
const resamples = 2000

// interval is a 95 % confidence interval.
type interval struct{ low, top float64 }

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
