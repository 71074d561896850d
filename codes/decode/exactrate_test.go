package decode_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"lightsout/codes/decode"
)

// rateByEnumeration is the exact rate of failures: of all errors together, those that are not of the same class as
// the lightest one of their syndrome. No two lightest ones may differ in their class.
func rateByEnumeration(t *testing.T, columns, observables []uint, probability, weight []float64) float64 {
	t.Helper()
	type best struct {
		weight float64
		class  uint
	}
	lightest := map[uint]best{}
	sums := func(e int) (syndrome, class uint, w, p float64) {
		p = 1
		for j := range columns {
			if e>>j&1 == 0 {
				p *= 1 - probability[j]
				continue
			}
			p *= probability[j]
			w += weight[j]
			syndrome ^= columns[j]
			class ^= observables[j]
		}
		return syndrome, class, w, p
	}
	for e := range 1 << len(columns) {
		s, c, w, _ := sums(e)
		if b, ok := lightest[s]; !ok || w < b.weight-1e-9 {
			lightest[s] = best{w, c}
		}
	}
	rate := 0.0
	for e := range 1 << len(columns) {
		s, c, w, p := sums(e)
		if b := lightest[s]; c != b.class {
			if math.Abs(w-b.weight) < 1e-9 {
				t.Fatalf("syndrome %b has two lightest errors of different classes", s)
			}
			rate += p
		}
	}
	return rate
}

// within reports whether a tally agrees with a rate, by five standard deviations.
func within(t *testing.T, what string, got decode.Tally, rate float64) {
	t.Helper()
	deviation := math.Sqrt(rate * (1 - rate) / float64(got.Shots))
	if got.Unproved != 0 || math.Abs(got.Rate()-rate) > 5*deviation {
		t.Errorf("%s: %d of %d shots failed, %.5f; exactly it is %.5f ± %.5f", what, got.Failed, got.Shots, got.Rate(),
			rate, deviation)
	}
}

// A detector error model with a probability for each mechanism, hyperedges, one that is more likely than not, and two
// mechanisms of the same detectors.
func TestRateOfADetectorErrorModel(t *testing.T) {
	const text = `error(0.11) D0 L0
error(0.07) D0 D1
error(0.2) D1 D2 D3
error(0.031) D2 L1
error(0.13) D3
error(0.6) D1 D3 L1
error(0.05) D0 D1 L0
error(0.017) D2 D3 L0 L1
error(0.023) L1
`
	columns := []uint{1, 3, 14, 4, 8, 10, 3, 12, 0}
	observables := []uint{1, 0, 0, 2, 0, 2, 1, 3, 2}
	probability := []float64{0.11, 0.07, 0.2, 0.031, 0.13, 0.6, 0.05, 0.017, 0.023}
	weight := make([]float64, len(probability))
	for j, p := range probability {
		weight[j] = math.Log((1 - p) / p)
	}
	m, err := decode.ReadDEM(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	s, err := decode.NewPredictor(context.Background(), m, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Simulate(context.Background(), 0, 1, 0, 40_000, 0)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "dem", got, rateByEnumeration(t, columns, observables, probability, weight))
}
