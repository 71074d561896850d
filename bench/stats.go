package bench

import (
	"math"
	"math/rand/v2"
	"slices"
)

// summary aggregates the seeds of one measurement.
type summary struct {
	all              []float64
	runs, right      int
	median, low, top float64 // CPU seconds, failures counting as +Inf; low and top are of the correct answers
}

// enoughSeeds is how many seeds an interval takes: of fewer, the range says as much.
const enoughSeeds = 5

// summarise aggregates the results of one contestant on one instance, ignoring those of missing peers.
func summarise(list []*Result, value func(*Result) float64) summary {
	all := timesOf(list, value)
	right := slices.DeleteFunc(slices.Clone(all), func(t float64) bool { return math.IsInf(t, 1) })
	s := summary{all: all, runs: len(all), right: len(right), median: median(all)}
	if len(right) > 0 {
		s.low, s.top = slices.Min(right), slices.Max(right)
	}
	return s
}

// timesOf is a value for each run, infinite for failures; missing peers have none.
func timesOf(list []*Result, value func(*Result) float64) []float64 {
	var all []float64
	for _, r := range list {
		switch {
		case r.Outcome == missing:
		case r.Outcome.Right():
			all = append(all, value(r))
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

// par2 is the penalised average of the SAT competitions: the mean CPU time, counting twice the limit
// for each failure. Missing peers are ignored; NaN for an empty list.
func par2(list []*Result) float64 {
	sum, n := 0.0, 0
	for _, r := range list {
		switch {
		case r.Outcome == missing:
			continue
		case r.Outcome.Right():
			sum += cpu(r)
		default:
			sum += 2 * r.Timeout
		}
		n++
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
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

// growth is how a cost depends on the number of lights, by two laws. Which of them holds is for the
// data to say: see [lawOf].
type growth struct {
	sizes       int // how many sizes the lines were fitted to
	exponential fit // the slope is in doublings per light: its reciprocal is the lights that double the cost
	power       fit // the slope is the exponent
}

// fit is a straight line through the logarithms of costs.
type fit struct {
	slope  float64  // NaN if there are too few sizes
	within interval // of the slope; NaN if no size has several seeds
	r2     float64  // how much of the variation the line explains
	rest   float64  // the sum of squares that it does not
}

// law is what a cost is compared with.
type law bool

const (
	exponentialLaw law = false
	powerLaw       law = true
)

// lawOf is the law that leaves less unexplained, over all costs together.
func lawOf(list []growth) law {
	rest := map[law]float64{}
	for _, g := range list {
		if !math.IsNaN(g.power.slope) && !math.IsNaN(g.exponential.slope) {
			rest[powerLaw] += g.power.rest
			rest[exponentialLaw] += g.exponential.rest
		}
	}
	return law(rest[powerLaw] < rest[exponentialLaw])
}

// measurable is the shortest time that tells something of the solver: below, starting the process is
// most of it.
const measurable = 0.01

// fitGrowth fits the lines to the medians of the sizes, of which those that are less than the least, or
// that most seeds did not answer, are left out.
func fitGrowth(lights []float64, costs [][]float64, least float64) growth {
	var x, logs []float64
	var groups [][]float64
	for i, g := range costs {
		if m := median(g); m >= least && !math.IsInf(m, 1) {
			x, logs, groups = append(x, lights[i]), append(logs, math.Log2(lights[i])), append(groups, g)
		}
	}
	return growth{sizes: len(x), exponential: fitLine(x, groups), power: fitLine(logs, groups)}
}

// fitLine fits a line to the logarithms of medians. Fewer than three make none.
func fitLine(x []float64, groups [][]float64) fit {
	nan := math.NaN()
	if len(x) < 3 {
		return fit{slope: nan}
	}
	f := lineOf(x, groups)
	f.within = interval{nan, nan}
	if slices.ContainsFunc(groups, func(g []float64) bool { return len(g) > 1 }) {
		f.within = bootstrap(groups, func(drawn [][]float64) float64 { return lineOf(x, drawn).slope })
	}
	return f
}

// lineOf is the line, in doublings of the median, by least squares. Its slope is NaN if a median is
// infinite.
func lineOf(x []float64, groups [][]float64) fit {
	var sx, sy, sxx, sxy, syy float64
	n := float64(len(x))
	for i, g := range groups {
		y := math.Log2(median(g))
		if math.IsInf(y, 1) {
			return fit{slope: math.NaN()}
		}
		sx, sy, sxx, sxy, syy = sx+x[i], sy+y, sxx+x[i]*x[i], sxy+x[i]*y, syy+y*y
	}
	vx, vy, cov := sxx-sx*sx/n, syy-sy*sy/n, sxy-sx*sy/n
	switch {
	case vx == 0:
		return fit{slope: math.NaN()}
	case vy == 0:
		return fit{r2: 1}
	}
	return fit{slope: cov / vx, r2: cov * cov / (vx * vy), rest: max(0, vy-cov*cov/vx)}
}
