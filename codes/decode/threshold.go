package decode

import (
	"cmp"
	"math"
	"slices"
)

// Point is a simulation's result: the tally of a code of some distance at some probability.
type Point struct {
	Distance int
	P        float64
	Tally
}

// Threshold is where the curves of the smallest and the largest distance cross: below that probability larger codes
// are better. Between the two points where the difference of their rates changes its sign, the last ones if there are
// several, it is a straight line; deviation is what the standard deviations of the rates make of the crossing. Points
// of one distance are in the order of their probabilities. It is not ok if no crossing is seen.
func Threshold(points []Point) (p, deviation float64, ok bool) {
	byDistance := func(a, b Point) int { return cmp.Compare(a.Distance, b.Distance) }
	smallest, largest := slices.MinFunc(points, byDistance).Distance, slices.MaxFunc(points, byDistance).Distance
	small := map[float64]Point{}
	for _, at := range points {
		if at.Distance == smallest {
			small[at.P] = at
		}
	}
	var beforeP, before, beforeVariance float64
	for _, large := range points {
		difference := large.Rate() - small[large.P].Rate()
		if large.Distance != largest || difference == 0 {
			continue
		}
		variance := large.variance() + small[large.P].variance()
		if before < 0 && difference > 0 {
			slope := (difference - before) / (large.P - beforeP)
			share := -before / (difference - before) // of the way
			p, ok = beforeP-before/slope, true
			deviation = math.Sqrt((1-share)*(1-share)*beforeVariance+share*share*variance) / slope
		}
		beforeP, before, beforeVariance = large.P, difference, variance
	}
	return p, deviation, ok
}

// variance is that of the rate.
func (p Point) variance() float64 { return p.Rate() * (1 - p.Rate()) / float64(max(p.Shots, 1)) }
