package decode

import (
	"math"
	"slices"
)

// Point is a simulation's result: the tally of a code of some distance at some probability.
type Point struct {
	Distance int
	P        float64
	Tally
}

// Fit is where the curves of codes of several distances cross: below that probability larger codes are
// better.
type Fit struct {
	Threshold, Error float64 // one standard deviation
	Nu               float64 // the exponent of the scaling
	ChiSquared       float64 // per degree of freedom
}

// Threshold fits rates of at least two distances near the crossing by
//
//	rate = a + b·x + c·x²,  x = (p − threshold)·distance^(1/ν)
//
// (Wang, Harrington and Preskill 2003), each point weighted by its number of shots. The error of the
// threshold is where the best fit for another threshold has a χ² larger by one, or by χ² per degree of
// freedom if that is more than one. It reports false if there are too few points or no crossing within
// them.
func Threshold(points []Point) (Fit, bool) {
	var distances []int
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		distances = append(distances, p.Distance)
		low, high = min(low, p.P), max(high, p.P)
	}
	slices.Sort(distances)
	freedom := len(points) - 5
	if len(slices.Compact(distances)) < 2 || freedom < 1 {
		return Fit{}, false
	}
	at := func(p float64) (chi, inverse float64) { // the best exponent for a threshold
		inverse = least(0.2, 2, func(inverse float64) float64 { return misfit(points, p, inverse) })
		return misfit(points, p, inverse), inverse
	}
	chiAt := func(p float64) float64 { chi, _ := at(p); return chi }
	best := least(low, high, chiAt)
	if best-low < 1e-3*(high-low) || high-best < 1e-3*(high-low) {
		return Fit{}, false // it is not within the points
	}
	chi, inverse := at(best)
	fit := Fit{Threshold: best, Nu: 1 / inverse, ChiSquared: chi / float64(freedom)}
	limit := chi + max(1, fit.ChiSquared)
	side := func(end float64) float64 { // where the misfit passes the limit
		in, out := best, end
		for range 50 {
			middle := (in + out) / 2
			if chiAt(middle) < limit {
				in = middle
			} else {
				out = middle
			}
		}
		return math.Abs(in - best)
	}
	fit.Error = (side(low) + side(high)) / 2
	return fit, true
}

// least is where a function of one variable is least: the best of a grid, made finer around it.
func least(low, high float64, f func(float64) float64) float64 {
	const cells = 24
	for range 6 {
		best, value := low, math.Inf(1)
		for i := range cells + 1 {
			x := low + (high-low)*float64(i)/cells
			if v := f(x); v < value {
				best, value = x, v
			}
		}
		width := (high - low) / cells
		low, high = max(low, best-width), min(high, best+width)
	}
	return (low + high) / 2
}

// misfit is χ² of the best parabola.
func misfit(points []Point, threshold, inverse float64) float64 {
	var m [3][4]float64 // the normal equations
	for _, p := range points {
		x := (p.P - threshold) * math.Pow(float64(p.Distance), inverse)
		powers := [4]float64{1, x, x * x, p.Rate()}
		w := p.weight()
		for i := range 3 {
			for k := range 4 {
				m[i][k] += w * powers[i] * powers[k]
			}
		}
	}
	for i := range 3 {
		if m[i][i] == 0 {
			return math.Inf(1)
		}
		for r := range 3 {
			if r == i {
				continue
			}
			f := m[r][i] / m[i][i]
			for k := range 4 {
				m[r][k] -= f * m[i][k]
			}
		}
	}
	sum := 0.0
	for _, p := range points {
		x := (p.P - threshold) * math.Pow(float64(p.Distance), inverse)
		d := p.Rate() - m[0][3]/m[0][0] - x*m[1][3]/m[1][1] - x*x*m[2][3]/m[2][2]
		sum += p.weight() * d * d
	}
	return sum
}

// weight is one over the variance of the rate. One failure and one success more than counted keep it
// finite.
func (p Point) weight() float64 {
	n := float64(p.Shots + 2)
	r := float64(p.Failed+1) / n
	return n / (r * (1 - r))
}
