// Package chance judges for tests what was drawn at random.
package chance

import (
	"fmt"
	"math"
)

// Uneven is the error that counts differ from equal shares by more than chance allows about once in 10^6: by the
// Wilson–Hilferty approximation, the cube root of chi-square over its degrees of freedom is about normal.
func Uneven(counts []int) error {
	if len(counts) < 2 {
		return nil
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	expected := float64(total) / float64(len(counts))
	chi := 0.0
	for _, n := range counts {
		d := float64(n) - expected
		chi += d * d / expected
	}
	free := float64(len(counts) - 1)
	const deviations = 4.75
	c := 1 - 2/(9*free) + deviations*math.Sqrt(2/(9*free))
	if limit := free * c * c * c; chi > limit {
		return fmt.Errorf("chi-square %.1f over %d counts, at most %.1f is likely", chi, len(counts), limit)
	}
	return nil
}
