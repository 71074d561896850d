package decode_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"lightsout/codes/decode"
	"lightsout/internal/boardtest"
)

func simulator(t *testing.T, spec string) *decode.Predictor {
	t.Helper()
	b := boardtest.Parse(t, spec)
	m, err := decode.FromBoard(b)
	if err != nil {
		t.Fatal(err)
	}
	logical, err := decode.Logical(b)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.SetObservables(logical); err != nil {
		t.Fatal(err)
	}
	s, err := decode.NewPredictor(context.Background(), m, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A tally depends on the shots only, not on how they are shared out.
func TestShotsAddUp(t *testing.T) {
	s := simulator(t, "hexcolor:5")
	whole, err := s.Simulate(context.Background(), 0.1, 7, 0, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	var sum decode.Tally
	for from := int64(0); from < 1000; from += 250 {
		piece, err := s.Simulate(context.Background(), 0.1, 7, from, from+250, 3)
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(piece)
	}
	if sum != whole || whole.Failed == 0 || whole.Unproved != 0 {
		t.Errorf("pieces %+v, whole %+v", sum, whole)
	}
}

// A code of distance d corrects (d−1)/2 flips, so far below the threshold hardly anything fails, and at
// one half the answer is as good as a coin.
func TestRatesAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		spec  string
		wrong float64 // at one half
	}{{"hexcolor:7", 0.5}, {"octcolor:7", 0.5}, {"toric:5", 0.75}} {
		s := simulator(t, c.spec)
		if r, err := s.Simulate(context.Background(), 0.005, 1, 0, 3000, 0); err != nil || r.Rate() > 0.002 {
			t.Errorf("%s at 0.5 %%: %+v, %v", c.spec, r, err)
		}
		r, err := s.Simulate(context.Background(), 0.5, 1, 0, 4000, 0)
		if low, high := r.Interval(); err != nil || low > c.wrong+0.02 || high < c.wrong-0.02 {
			t.Errorf("%s at one half: %+v in %v–%v, %v", c.spec, r, low, high, err)
		}
		if r, err := s.Simulate(context.Background(), 0, 1, 0, 10, 0); err != nil || r.Failed != 0 {
			t.Errorf("%s without flips: %+v, %v", c.spec, r, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := simulator(t, "hexcolor:7").Simulate(ctx, 0.1, 1, 0, 1000, 0); err == nil {
		t.Error("a tally although the context had ended")
	}
}

func TestOnlyCodesHaveObservables(t *testing.T) {
	for _, spec := range []string{"5x5", "path:4"} {
		b := boardtest.Parse(t, spec)
		if _, err := decode.Logical(b); err == nil || !strings.Contains(err.Error(), spec) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// Wilson's interval of no failure in 10, and of half of 10; R. G. Newcombe, Statistics in Medicine 17
// (1998), gives the formula, and R's prop.test without correction these values.
func TestWilsonInterval(t *testing.T) {
	for _, c := range []struct{ failed, shots, low, high float64 }{{0, 10, 0, 0.2775}, {5, 10, 0.2366, 0.7634}} {
		low, high := decode.Tally{Shots: int64(c.shots), Failed: int64(c.failed)}.Interval()
		if math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%v of %v: %.4f to %.4f", c.failed, c.shots, low, high)
		}
	}
}

// The crossing is the threshold that made the data, within its error.
func TestThresholdOfMadeData(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var points []decode.Point
	for _, d := range []int{9, 13, 21} {
		for i := range 9 {
			p := 0.08 + 0.005*float64(i)
			rate := 0.2 + 0.6*(p-0.1)*math.Pow(float64(d), 1/1.5)
			const shots = 20_000
			sigma := math.Sqrt(rate * (1 - rate) * shots)
			points = append(points, decode.Point{Distance: d, P: p,
				Tally: decode.Tally{Shots: shots, Failed: int64(rate*shots + sigma*r.NormFloat64())}})
		}
	}
	p, deviation, ok := decode.Threshold(points)
	if !ok || math.Abs(p-0.1) > 3*deviation || deviation > 0.002 {
		t.Errorf("%v ± %v, %v", p, deviation, ok)
	}
	for _, points := range [][]decode.Point{points[:9], {points[0], points[9]}} {
		if p, _, ok := decode.Threshold(points); ok {
			t.Errorf("a crossing of one distance, or at one probability: %v", p)
		}
	}
}

// threshold.jsonl, which codes simulate made, reproduces the published threshold of
// the 6.6.6 colour code for minimum-weight decoding of bit flips: 10.1 % (arXiv 2303.14237).
func TestPublishedThreshold(t *testing.T) {
	text, err := os.ReadFile("../threshold.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var points []decode.Point
	for line := range bytes.Lines(text) {
		var r struct {
			Board                   string
			Distance                int
			P                       float64
			Seed                    uint64
			Shots, Failed, Unproved int64
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if r.Unproved > 0 {
			t.Errorf("%s: %d shots are not proved", r.Board, r.Unproved)
		}
		points = append(points,
			decode.Point{Distance: r.Distance, P: r.P, Tally: decode.Tally{Shots: r.Shots, Failed: r.Failed}})
		if r.Distance > 9 || r.P != 0.1 { // the data can be made again: here a part of them
			continue
		}
		const some = 1000
		a, err := simulator(t, r.Board).Simulate(context.Background(), r.P, r.Seed, 0, some, 0)
		if err != nil || math.Abs(a.Rate()-float64(r.Failed)/float64(r.Shots)) > 0.05 {
			t.Errorf("%s: %+v now, %d of %d in the file, %v", r.Board, a, r.Failed, r.Shots, err)
		}
	}
	p, deviation, ok := decode.Threshold(points)
	if !ok || math.Abs(p-0.101) > 2*deviation || deviation > 0.001 {
		t.Errorf("%v ± %v, %v", p, deviation, ok)
	}
	t.Log(p, deviation)
}
