package bench

import (
	"fmt"
	"iter"
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

// medians are the numbers of lights with the median time, where it is within the limit. (The puzzles of a file may have
// as many.)
func (s results) medians() iter.Seq2[float64, float64] {
	return func(yield func(lights, seconds float64) bool) {
		for _, part := range group(s, func(r *Result) int { return r.Lights }) {
			if m := median(timesOf(part)); !math.IsInf(m, 1) && !yield(float64(part[0].Lights), m) {
				return
			}
		}
	}
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

// instance identifies what counts as one observation: a question about a board. Its seeds, which only change the state,
// are not independent; a random board is another one for each seed.
func (r *Result) instance() string {
	name := r.Instance + "|" + r.Digest
	if isDrawn(r.Board) { // results of earlier versions, which left the seed out
		name += fmt.Sprintf("|%d", r.Seed)
	}
	return name
}

func (s results) byInstance() []results { return group(s, (*Result).instance) }

// An interval needs enough instances: the smallest and the largest of six have the median between them with a
// probability of 96.9 %, and those of five with 93.8 %. It is a bootstrap over so many resamples.
const (
	enoughInstances = 6
	resamples       = 2000
)

// span is a 95 % confidence interval.
type span struct {
	low, high float64
	known     bool // there were enough instances
}

// excludes reports whether a value is surely not in it.
func (i span) excludes(x float64) bool { return i.known && (x < i.low || x > i.high) }

// text is the interval in some form; "" if it is not known.
func (i span) text(form func(float64) string) string {
	if !i.known {
		return ""
	}
	return form(i.low) + " to " + form(i.high)
}

// interval is that of a statistic of values that belong together by instances: the instances are drawn anew, with
// replacement and with all their values, and the statistic is taken of what was drawn (the percentile method of Efron
// 1979, "Bootstrap methods: another look at the jackknife", for clusters). The same values always give the same one.
func interval(instances [][]float64, statistic func([]float64) float64) span {
	if len(instances) < enoughInstances {
		return span{}
	}
	r := rand.New(rand.NewPCG(1, 95))
	values := make([]float64, resamples)
	var drawn []float64
	for i := range values {
		drawn = drawn[:0]
		for range instances {
			drawn = append(drawn, instances[r.IntN(len(instances))]...)
		}
		values[i] = statistic(drawn)
	}
	slices.Sort(values)
	const last = resamples - 1
	return span{values[last*25/1000], values[(last*975+999)/1000], true}
}

// timesByInstance are the times of each instance, a failure counting as so many limits.
func (s results) timesByInstance(limits float64) [][]float64 {
	var all [][]float64
	for _, part := range s.ran().byInstance() {
		all = append(all, times(part, limits))
	}
	return all
}

// floor is the shortest time that ranks anybody: where nobody needs it, the start of a process decides.
const floor = 0.05

// factor compares the times of two contestants on the runs that both made, by instances.
type factor struct {
	ratios [][]float64 // for each instance, the mean of the logarithms of the first's times to the second's
	runs   int
	failed [2]int // of these runs; a failure counts as the limit
	easy   int    // instances left out, where both stay below the floor
	same   int    // instances left out, where both have the same formula
}

// onBoth are the results of two contestants on the puzzles that both ran on.
func onBoth(first, second results) []results {
	return slices.DeleteFunc(group(slices.Concat(first.ran(), second.ran()), (*Result).puzzle),
		func(same results) bool { return len(same) < 2 })
}

// compare is the factor between two contestants.
func compare(first, second results) *factor {
	f := &factor{}
	for _, runs := range group(onBoth(first, second), func(both results) string { return both[0].instance() }) {
		runs = slices.DeleteFunc(runs, func(both results) bool { return !both.differ() })
		ranks := func(both results) bool { return slices.Max(times(both, 1)) >= floor }
		switch {
		case len(runs) == 0:
			f.same++
		case !slices.ContainsFunc(runs, ranks):
			f.easy++
		default:
			var logs []float64
			for _, both := range runs {
				t := times(both, 1)
				logs = append(logs, math.Log(t[0]/t[1]))
				for k, r := range both {
					if !r.Outcome.Right() {
						f.failed[k]++
					}
				}
			}
			f.ratios, f.runs = append(f.ratios, []float64{mean(logs)}), f.runs+len(runs)
		}
	}
	return f
}

// mean is the geometric mean of the factor over the instances; NaN if there are none.
func (f *factor) mean() float64 { return math.Exp(mean(slices.Concat(f.ratios...))) }

func (f *factor) interval() span {
	i := interval(f.ratios, mean)
	return span{math.Exp(i.low), math.Exp(i.high), i.known}
}

// String is the factor. Failures count as the limit, so that it may be larger, smaller, or either.
func (f *factor) String() string {
	if len(f.ratios) == 0 {
		return ""
	}
	sign := ""
	switch {
	case f.failed[0] > 0 && f.failed[1] > 0:
		sign = "about "
	case f.failed[0] > 0:
		sign = "> "
	case f.failed[1] > 0:
		sign = "< "
	}
	return sign + ratio(f.mean())
}

// ratio formats a factor with two digits that count.
func ratio(x float64) string {
	return fmt.Sprintf("%.*f", max(2, 1-int(math.Floor(math.Log10(x)))), x)
}

// faster says which of the two is faster, if the interval excludes 1; otherwise it is not known.
func (f *factor) faster(names [2]string) string {
	switch i := f.interval(); {
	case len(f.ratios) == 0:
		return ""
	case !i.known:
		return "too few instances"
	case !i.excludes(1):
		return "not shown"
	case i.high < 1:
		return names[0]
	}
	return names[1]
}

// A line is fitted to no fewer sizes, and believed if it explains no less.
const (
	enoughSizes = 5
	enoughR2    = 0.9
)

// measurable is the shortest time that tells something of the solver: below, starting the process is
// most of it.
const measurable = 0.01
