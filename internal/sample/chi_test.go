package sample

import "math"

// chiSquare compares counts with equal shares.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	expected := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		d := float64(n) - expected
		sum += d * d / expected
	}
	return sum
}

// criticalChi is exceeded by chance about once in 10^6, by the Wilson–Hilferty approximation: the
// cube root of chi-square over its degrees of freedom is about normal. Seeds are fixed, so that a
// test that passes once always does.
func criticalChi(free float64) float64 {
	if free <= 0 {
		return 0
	}
	const deviations = 4.75
	c := 1 - 2/(9*free) + deviations*math.Sqrt(2/(9*free))
	return free * c * c * c
}
