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

// growth is how time depends on the number of lights: its logarithm as a straight line.
type growth struct {
	sizes    int      // how many sizes the line was fitted to
	doubling float64  // lights that double the time; negative if it falls, NaN if there are too few sizes
	within   interval // of doubling
	r2       float64  // how much of the variation the line explains
}

// measurable is the shortest time that tells something of the solver: below, starting the process is
// most of it.
const measurable = 0.01

// fitGrowth fits the line to the medians of the sizes, of which those that are too short, or that most
// seeds did not answer, are left out.
func fitGrowth(lights []float64, times [][]float64) growth {
	var x []float64
	var groups [][]float64
	for i, g := range times {
		if m := median(g); m >= measurable && !math.IsInf(m, 1) {
			x, groups = append(x, lights[i]), append(groups, g)
		}
	}
	g := growth{sizes: len(x), doubling: math.NaN()}
	if len(x) < 3 {
		return g
	}
	slope, r2 := lineOf(x, groups)
	g.doubling, g.r2 = 1/slope, r2
	// The interval is one of slopes: their reciprocals have a pole.
	of := bootstrap(groups, func(drawn [][]float64) float64 {
		slope, _ := lineOf(x, drawn)
		return slope
	})
	g.within = interval{1 / of.top, 1 / of.low}
	return g
}

// lineOf is the slope, in doublings of the median per light, by least squares. It is NaN if a median is
// infinite.
func lineOf(x []float64, groups [][]float64) (slope, r2 float64) {
	var sx, sy, sxx, sxy, syy float64
	n := float64(len(x))
	for i, g := range groups {
		y := math.Log2(median(g))
		if math.IsInf(y, 1) {
			return math.NaN(), math.NaN()
		}
		sx, sy, sxx, sxy, syy = sx+x[i], sy+y, sxx+x[i]*x[i], sxy+x[i]*y, syy+y*y
	}
	vx, vy, cov := sxx-sx*sx/n, syy-sy*sy/n, sxy-sx*sy/n
	if vx == 0 {
		return math.NaN(), math.NaN()
	}
	if vy == 0 {
		return 0, 1
	}
	return cov / vx, cov * cov / (vx * vy)
}
