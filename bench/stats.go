package bench

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// mean is the arithmetic mean; NaN for an empty list.
func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// geometricMean is the mean of positive numbers by their logarithms; NaN for an empty list.
func geometricMean(list []float64) float64 {
	logs := make([]float64, len(list))
	for i, x := range list {
		logs[i] = math.Log(x)
	}
	return math.Exp(mean(logs))
}

// quantile is the smallest value of a sorted list that is at least as large as this share of it.
func quantile(share float64, sorted []float64) float64 {
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}

// slopeOf is the slope of the line through points with the least squares, and the share of the variance of y that it
// explains, R². Both are NaN where no line is defined.
func slopeOf(x, y []float64) (slope, r2 float64) {
	meanX, meanY := mean(x), mean(y)
	var xx, xy, yy float64
	for i := range x {
		dx, dy := x[i]-meanX, y[i]-meanY
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	return xy / xx, xy * xy / (xx * yy)
}

// signTest is the two-sided probability that a fair coin splits at least as unevenly as wins to
// losses.
func signTest(wins, losses int) float64 {
	n, tail := wins+losses, 0.0
	for k := range min(wins, losses) + 1 { // in logarithms, since 2⁻ⁿ may be too small for a float64
		tail += math.Exp(logFactorial(n) - logFactorial(k) - logFactorial(n-k) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

// logFactorial is the natural logarithm of n!.
func logFactorial(n int) float64 {
	log, _ := math.Lgamma(float64(n + 1))
	return log
}

// duel compares two contestants on the instances that both ran on, by the medians over the seeds. (Seeds of one board
// are not independent enough for a test.)
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
		if met = append(met, both[0]); both.differ() {
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

// String is the duel in a table: the geometric mean of the ratios, wins and losses, a star where these differ, and how
// many instances had the same formula.
func (d *duel) String() string {
	if d.wins+d.losses+len(d.ratios) == 0 {
		return map[bool]string{true: "same formula"}[d.same > 0]
	}
	text := fmt.Sprintf("%d:%d", d.wins, d.losses)
	if len(d.ratios) > 0 {
		ratio := geometricMean(d.ratios)
		digits := max(2, 1-int(math.Floor(math.Log10(ratio)))) // two that count
		text = fmt.Sprintf("%.*f (%s)", digits, ratio, text)
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

// An interval needs enoughRuns, since the smallest and the largest of six have the median between them with a
// probability of 96.9 %, and those of five with 93.8 %. It is a bootstrap over so many resamples.
const (
	enoughRuns = 6
	resamples  = 2000
)

// bootstrap is the 95 % confidence interval of a statistic of times, a failure counting as so many limits: the runs are
// drawn anew, with replacement, and the statistic is taken of what was drawn (the percentile method of Efron 1979,
// "Bootstrap methods: another look at the jackknife"). The same times always give the same interval. It is "" if they
// are too few.
func bootstrap(s results, limits float64, statistic func([]float64) float64) string {
	// A seed that changes neither the formula nor the number of conflicts repeats a run, and makes no interval.
	s = s.ran().lastOf(func(r *Result) string { return cmp.Or(r.Formula, r.puzzle()) + " " + results{r}.conflicts() })
	times := times(s, limits)
	if len(times) < enoughRuns {
		return ""
	}
	r := rand.New(rand.NewPCG(1, 95))
	values, drawn := make([]float64, resamples), make([]float64, len(times))
	for i := range values {
		for k := range drawn {
			drawn[k] = times[r.IntN(len(times))]
		}
		values[i] = statistic(drawn)
	}
	slices.Sort(values)
	const last = resamples - 1
	return fmt.Sprintf("%s to %s", seconds(values[last*25/1000]), seconds(values[(last*975+999)/1000]))
}

// A line is fitted to no fewer sizes, and believed if it explains no less.
const (
	enoughSizes = 5
	enoughR2    = 0.9
)

// measurable is the shortest time that tells something of the solver: below, starting the process is
// most of it.
const measurable = 0.01
