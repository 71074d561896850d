package bench

import (
	"math"
	"slices"
)

// summary aggregates the seeds of one measurement.
type summary struct {
	runs, right      int
	median, low, top float64 // CPU seconds, failures counting as +Inf; low and top are of the correct answers
}

// summarise aggregates the results of one contestant on one instance, ignoring those of missing peers.
func summarise(list []*Result, value func(*Result) float64) summary {
	var s summary
	var all, right []float64
	for _, r := range list {
		switch {
		case r.Outcome == missing:
			continue
		case r.Outcome.Right():
			right = append(right, value(r))
			all = append(all, value(r))
		default:
			all = append(all, math.Inf(1))
		}
	}
	s.runs, s.right, s.median = len(all), len(right), median(all)
	if len(right) > 0 {
		s.low, s.top = slices.Min(right), slices.Max(right)
	}
	return s
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
			sum += r.CPU
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
